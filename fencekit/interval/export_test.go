package interval

// The quantiles before they are rounded to ten digits, for the tests outside the package.
var (
	NormalUnrounded  = normal
	StudentUnrounded = student
)
