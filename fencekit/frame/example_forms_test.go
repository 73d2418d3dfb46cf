package frame_test

import (
	"fmt"
	"math"
	"os"
	"strings"

	"fence/fencekit/frame"
)

// waits is a small table with units and a gap.
func waits() frame.Frame {
	f, err := frame.New(
		frame.Strings("posture", []string{"check & renew", "fencing"}),
		frame.Floats("wait_ms", []float64{-12.5, math.NaN()}),
	)
	if err != nil {
		panic(err)
	}
	f, err = f.WithMeta("wait_ms", frame.Meta{Unit: "ms", Meaning: "mean change", Method: "t, 95 %"})
	if err != nil {
		panic(err)
	}
	return f.WithCaption("Waits against no protection, 50 % load.")
}

func ExampleFrame_HTML() {
	fmt.Print(waits().HTML())
	// Output:
	// <table border="1" cellspacing="0" cellpadding="4">
	// <caption><div align="left">Waits against no protection, 50 % load.</div></caption>
	// <thead>
	// <tr><th></th><th align="left">posture</th><th align="right" title="mean change; method: t, 95 %">wait_ms</th></tr>
	// <tr><th></th><th align="left"></th><th align="right">ms</th></tr>
	// </thead>
	// <tbody>
	// <tr><th align="right">0</th><td>check &amp; renew</td><td align="right">-12.5</td></tr>
	// <tr><th align="right">1</th><td>fencing</td><td align="right">&ndash;</td></tr>
	// </tbody>
	// </table>
	// <p>2 rows &times; 2 columns, 1 cell missing</p>
}

// WriteHTML writes every row, where HTML leaves out the middle of a long frame.
func ExampleFrame_WriteHTML() {
	seeds := make([]int64, 1000)
	for i := range seeds {
		seeds[i] = int64(i)
	}
	f, err := frame.New(frame.Ints("seed", seeds))
	if err != nil {
		fmt.Println(err)
		return
	}
	var whole strings.Builder
	if err := f.WriteHTML(&whole); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(whole.String(), "<td"), "cells;", strings.Count(f.HTML(), "<td"), "in the short form")
	fmt.Print(whole.String()[strings.Index(whole.String(), "<p>"):])
	// Output:
	// 1000 cells; 21 in the short form
	// <p>1,000 rows &times; 1 column</p>
}

func ExampleFrame_WriteLaTeX() {
	if err := waits().WriteLaTeX(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// % The document needs \usepackage[T1]{fontenc} and \usepackage{booktabs}.
	// \begin{table}
	// \centering
	// \caption{Waits against no protection, 50 \% load.}
	// \begin{tabular}{lr}
	// \toprule
	// posture & wait\_ms \\
	//  & (ms) \\
	// \midrule
	// check \& renew & $-$12.5 \\
	// fencing & -- \\
	// \bottomrule
	// \end{tabular}
	// \end{table}
}

func ExampleLaTeX() {
	options := frame.LaTeX{Label: "tab:waits", Placement: "tb"}
	if err := options.Write(os.Stdout, waits().Head(1)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(frame.LaTeX{Placement: "here"}.Write(os.Stdout, waits()))
	// Output:
	// % The document needs \usepackage[T1]{fontenc} and \usepackage{booktabs}.
	// \begin{table}[tb]
	// \centering
	// \caption{Waits against no protection, 50 \% load.}
	// \label{tab:waits}
	// \begin{tabular}{lr}
	// \toprule
	// posture & wait\_ms \\
	//  & (ms) \\
	// \midrule
	// check \& renew & $-$12.5 \\
	// \bottomrule
	// \end{tabular}
	// \end{table}
	// frame: latex: placement "here" has "e", which is not one of !, h, t, b, p and H
}

func ExampleFrame_Bytes() {
	f := waits().WithCaption("")
	for _, format := range []string{"txt", "md", "xls"} {
		text, err := f.Bytes(format)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", text)
	}
	// Output:
	// posture        wait_ms
	// check & renew    -12.5
	// fencing              -
	//
	// | posture | wait_ms |
	// | :--- | ---: |
	// | check &amp; renew | -12.5 |
	// | fencing | - |
	//
	// frame: bytes: no format "xls"; there are txt, csv, json, html, md, tex
}

func ExampleFormats() {
	fmt.Println(frame.Formats())
	// Output: [txt csv json html md tex]
}

// A frame that is too wide for a screen shows its first and last columns.
func ExampleFrame_String_wide() {
	var cols []frame.Column
	for i := range 60 {
		cols = append(cols, frame.Floats(fmt.Sprintf("wait_p%02d", i), []float64{float64(i) / 4, math.NaN()}))
	}
	f, err := frame.New(cols...)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// wait_p00  wait_p01  wait_p02  wait_p03  wait_p04  wait_p05  ...  wait_p55  wait_p56  wait_p57  wait_p58  wait_p59
	//        0      0.25       0.5      0.75         1      1.25  ...     13.75        14     14.25      14.5     14.75
	//        -         -         -         -         -         -  ...         -         -         -         -         -
	// 2 rows x 60 columns, 60 cells missing
}

// WriteAs is Bytes without anything left out, to a writer: a program's -f flag.
func ExampleFrame_WriteAs() {
	if err := waits().WriteAs(os.Stdout, "csv"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(waits().WriteAs(os.Stdout, "pdf"))
	// Output:
	// posture,wait_ms
	// check & renew,-12.5
	// fencing,
	// frame: write: no format "pdf"; there are txt, csv, json, html, md, tex
}

func ExampleLaTeX_long() {
	if err := (frame.LaTeX{Long: true}).Write(os.Stdout, waits()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// % The document needs \usepackage[T1]{fontenc}, \usepackage{booktabs} and \usepackage{longtable}.
	// \begingroup
	// \setlength{\LTcapwidth}{\linewidth}
	// \begin{longtable}{lr}
	// \caption{Waits against no protection, 50 \% load.} \\
	// \toprule
	// posture & wait\_ms \\
	//  & (ms) \\
	// \midrule
	// \endfirsthead
	// \toprule
	// posture & wait\_ms \\
	//  & (ms) \\
	// \midrule
	// \endhead
	// \bottomrule
	// \endfoot
	// check \& renew & $-$12.5 \\
	// fencing & -- \\
	// \end{longtable}
	// \endgroup
}
