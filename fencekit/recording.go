package fencekit

import (
	"fmt"
	"time"

	"fence/fencekit/dist"
	"fence/fencekit/frame"
)

// Recorded reads a recording of pauses, such as file("pauses.csv") takes as a distribution, and returns it as a frame with
// the column pause_ms, a row a pause in the order of the file. The caption says how many there are and at which rate they
// came, if the file does. The error for a file that is not there says where it was looked for.
func Recorded(path string) (frame.Frame, error) {
	file, err := openFile(path)
	if err != nil {
		return frame.Frame{}, fmt.Errorf("fencekit: recording: %w", err)
	}
	defer file.Close()
	r, err := dist.ReadRecording(file, path, "")
	if err != nil {
		return frame.Frame{}, err
	}
	column := frame.ColumnOf("pause_ms", r.Durations, func(d time.Duration) float64 { return milliseconds(float64(d)) })
	f, err := frame.New(column.WithMeta(frame.Meta{Unit: "ms", Meaning: "how long a thread was stopped"}))
	if err != nil {
		return frame.Frame{}, err
	}
	caption := fmt.Sprintf("%s pauses of %s", grouped(len(r.Durations)), path)
	if rate := r.Rate(); rate > 0 {
		caption += fmt.Sprintf(", %.4g in a second of running time", rate)
	}
	return f.WithCaption(caption), nil
}
