package notebooks

import (
	"strings"
	"testing"
)

// prosed is a notebook with a table above a sentence, and another below it.
func prosed(sentence string) *Notebook {
	table := func(csv string) Cell {
		return Cell{Type: "code", Outputs: []Output{{Metadata: map[string]any{"fence": map[string]any{"csv": csv}}}}}
	}
	return &Notebook{Cells: []Cell{
		table("posture,aborted\ncheck,1\n"),
		table("failover,posture,aborted,share,abort_pct,change,gone\n" +
			"none,check,1946,0.2516,25.16,-3.907,\nlossy,check,7,1e-4,0.01,0.5,\nlossy,fencing,0,0,0,0,\n"),
		{Type: "markdown", Source: sentence},
		table("x,below\n1,42\n"),
	}}
}

func TestProseIsHeldToItsTables(t *testing.T) {
	for sentence, want := range map[string]string{
		"The check aborts 1,946<!--=aborted@none/check--> writes.":                  "",
		"1946<!--=aborted@none/check--> and 7<!--=aborted@lossy/check-->":           "",
		"25.2 %<!--=share@none/check--> or 25.16 %<!--=abort_pct@none/check-->":     "",
		"25.2<!--=abort_pct@none/check--> in a hundred":                             "",
		"by −3.9<!--=change@none/check--> or -3.91<!--=change@none/check-->":        "",
		"0<!--=aborted@lossy/fencing-->":                                            "",
		"1<!--=aborted@check-->":                                                    "", // the table above the nearest
		"42<!--=below@1--> stands below":                                            "",
		"42<!--=below--> in a table of one row":                                     "",
		"1,947<!--=aborted@none/check-->":                                           "which is 1946",
		"25.1 %<!--=share@none/check-->":                                            "which is 25.16",
		"3.9<!--=change@none/check-->":                                              "which is -3.907",
		"5<!--=abroted@none/check-->":                                               "no table of the notebook has that column and row",
		"5<!--=aborted@none/strict-->":                                              "no table of the notebook has that column and row",
		"5<!--=gone@none/check-->":                                                  "no table",
		"5<!--=aborted@lossy-->":                                                    "rows 1 and 2 of a table are both that one",
		"5<!--=posture@none/check-->":                                               "column posture is no number",
		"Of 3754 writes":                                                            "the number 3754 has no mark",
		"Some 12.5 % of them":                                                       "the number 12.5 has no mark",
		"fell to -3 and":                                                            "the number -3 has no mark",
		"a level of 95 %<!--given-->, 80<!--given--> seeds":                         "",
		"clients C1 and C2, notebook 00-start, sha256, 3x":                          "",
		"a lease of `3s`, $3/n$, $$\\frac{1}{2}$$ and [it](99-published.ipynb)":     "",
		"```\n!*go 1 2 3\n```\n## 3 things\n\n1. first\n2. second\n\n**1.** answer": "",
		"<!-- 17 is not shown -->":                                                  "",
		"three of them, and twenty":                                                 "",
	} {
		found := Prose(prosed(sentence))
		if want == "" && len(found) > 0 || want != "" && (len(found) != 1 || !strings.Contains(found[0], want)) {
			t.Errorf("%q: got %q, want %q", sentence, found, want)
		}
	}
}

func FuzzProse(f *testing.F) {
	for _, s := range []string{"5<!--=aborted@none/check-->", "<!--", "1<!--=@-->", "$1", "`1", "-,<!--=x-->", "1,,,.5 %<!--=share@none/check-->"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, found := range Prose(prosed(s)) {
			if !strings.HasPrefix(found, "cell 2: ") {
				t.Errorf("%q: the finding %q names no cell", s, found)
			}
		}
	})
}
