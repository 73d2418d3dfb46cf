// Package plots draws the charts of frames and logs.
package plots
