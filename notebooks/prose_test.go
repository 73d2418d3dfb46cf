package notebooks

import (
	"slices"
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
	for sentence, want := range map[string]string{ // a part of each finding, in their order
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
		"5<!--=gone@none/check-->":                                                  "that cell of the table is missing",
		"5<!--=aborted@lossy-->":                                                    "rows 1 and 2 of a table are both that one",
		"5<!--=posture@none/check-->":                                               "column posture is no number",
		"Of 3754 writes":                                                            "the number 3754 has no mark",
		"Some 12.5 % of them":                                                       "the number 12.5 has no mark",
		"fell to -3 and":                                                            "the number -3 has no mark",
		"a level of 95 %<!--given-->, 80<!--given--> seeds":                         "",
		"clients C1 and C2, 00-start, sha256, p99, the 2nd and 11th":                "",
		"a lease of `3s`, $3/n$, $$\\frac{1}{2}$$ and [it](99-published.ipynb)":     "",
		"```\n!*go 1 2 3\n```\n## 3 things\n\n1. first\n2. second\n\n**1.** answer": "",
		"<!-- 17 is not shown -->":                                                  "",
		"7<!--=aborted@lossy/check-->–1,946<!--=aborted@none/check--> writes":       "",
		"7<!--=aborted@lossy/check-->-1946<!--=aborted@none/check--> writes":        "",
		"25.2\u00a0%<!--=share@none/check-->, +1946<!--=aborted@none/check-->":      "",
		"x < 5<!--=aborted@none/check--> and y > 2":                                 "which is 1946|the number 2 has no mark",
		"194,6<!--=aborted@none/check-->":                                           "194,6, which is marked aborted@none/check, is no number by itself",
		"1,2,1946<!--=aborted@none/check-->":                                        "is no number by itself",
		"C1946<!--=aborted@none/check-->":                                           "is no number by itself",
		"7<!--=aborted@lossy/check-->1946<!--=aborted@none/check-->":                "is no number by itself",
		"5-1946<!--=aborted@none/check-->":                                          "the number 5 has no mark",
		"`1946<!--=aborted@none/check-->` writes":                                   "stands where it is no comment",
		"$1946<!--=aborted@none/check-->$ writes":                                   "stands where it is no comment",
		"`1946`<!--=aborted@none/check--> writes":                                   "does not stand directly behind a number",
		"many<!--=aborted@none/check--> writes, and<!--given-->":                    "not stand directly behind|not stand directly behind",
		"1946 writes<!--=aborted@none/check-->":                                     "not stand directly behind|the number 1946 has no mark",
		"a pause of 5s, 5 6":                                                        "number 5s|number 5 has|number 6 has",
		"3-fold, 3–5, 10:30":                                                        "number 3-fold|number 3 |number 5 |number 10 |number 30 ",
		"it costs $5 and $7 more":                                                   "number 5 has|number 7 has",
		"an odd ` is no code\n\nso 12 is prose ` here":                              "number 12 has",
		"a sum of\n1946. And so on":                                                 "number 1946 has",
		"1946<!--=aborted@none/check-- >":                                           "number 1946 has",
		"three of them, and twenty":                                                 "",
	} {
		found := Prose(prosed(sentence))
		if !eachHas(found, want) {
			t.Errorf("%q: got %q, want %q", sentence, found, want)
		}
	}
}

// eachHas says whether there are as many findings as parts of want, and each has its part.
func eachHas(found []string, want string) bool {
	if want == "" {
		return len(found) == 0
	}
	parts := strings.Split(want, "|")
	return slices.EqualFunc(found, parts, strings.Contains)
}

func TestProseIsNotHeldToNoNumber(t *testing.T) {
	n := prosed("0<!--=rate@a-->, 0<!--=rate@b-->")
	n.Cells[1].Outputs[0].Metadata = map[string]any{"fence": map[string]any{"csv": "of,rate\na,NaN\nb,+Inf\n"}}
	if found := Prose(n); !eachHas(found, "rate@a|rate@b") {
		t.Errorf("got %q, want a finding for each", found)
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
		if strings.ContainsAny(s, "`$<[") {
			return // what follows may be no prose
		}
		before := len(Prose(prosed(s + "\n\nof more")))
		if after := len(Prose(prosed(s + "\n\nof 12 more"))); after != before+1 {
			t.Errorf("%q: a number after it makes %d findings out of %d", s, after, before)
		}
	})
}
