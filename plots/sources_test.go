package plots_test

func init() { gallery = append(gallery, drawn{"sources", eachSource}) }
