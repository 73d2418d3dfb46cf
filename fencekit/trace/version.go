package trace

// Program is the name and version of the program, as every output carries it.
const Program = "fence 0.1.0"
