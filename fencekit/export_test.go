package fencekit

// Damage shows the tests outside the package which counters have a rate a trial.
var Damage = damage
