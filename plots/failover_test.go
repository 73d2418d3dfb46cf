package plots_test

func init() { gallery = append(gallery, drawn{"failover", failovers}) }
