package main

import (
	"encoding/xml"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// illustrations are the figures of the report, in their order.
var illustrations = []string{"race", "compare", "trials", "check-aborts", "postures", "sources", "window",
	"pauses-measured", "cancelled", "delay", "drift", "margin", "pareto", "lease-margin", "failover", "same-token"}

// The figures of the report are whole, carry what made them, and have their words beside them.
func TestFiguresOfAReport(t *testing.T) {
	written := reported(t)
	for _, name := range illustrations {
		for _, format := range []string{"png", "svg"} {
			content := written[filepath.Join("figures", name+"."+format)]
			if err := whole(format, content); err != nil || !strings.Contains(content, "fence report -o out") {
				t.Errorf("%s.%s: %v", name, format, err)
			}
		}
		if text := written[filepath.Join("figures", name+".txt")]; strings.Count(text, "\n\n") < 2 {
			t.Errorf("%s.txt: got\n%s", name, text)
		}
	}
}

var (
	imageTag = regexp.MustCompile(`<img src="([^"]*)" alt="([^"]*)" width="([0-9]+)" height="([0-9]+)">`)
	linked   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	identity = regexp.MustCompile(` id="([^"]*)"`)
)

// findings says what is wrong with a page of HTML beside some files.
func findings(page string, there map[string]string) (out []string) {
	images := imageTag.FindAllStringSubmatch(page, -1)
	n := len(images)
	if n == 0 || n != strings.Count(page, "<img") || n != strings.Count(page, "<figcaption>") {
		out = append(out, "an image without a size, an alternative text or a caption")
	}
	for _, m := range images {
		if len(m[2]) < 40 || m[3] == "0" || m[4] == "0" {
			out = append(out, m[1]+": alternative text or size")
		}
	}
	for _, m := range linked.FindAllStringSubmatch(page, -1) {
		target, inside := strings.CutPrefix(m[1], "#")
		_, is := there[m[1]]
		switch {
		case m[1] == "data:,": // no icon
		case inside && !strings.Contains(page, ` id="`+target+`"`), !inside && !is:
			out = append(out, m[1]+": leads nowhere")
		}
	}
	var ids []string
	for _, m := range identity.FindAllStringSubmatch(page, -1) {
		if slices.Contains(ids, m[1]) {
			out = append(out, m[1]+": twice")
		}
		ids = append(ids, m[1])
	}
	for _, word := range []string{"<script", "http:", "https:", "//", "@import", "url("} {
		if strings.Contains(strings.TrimPrefix(page, "<!DOCTYPE html>"), word) {
			out = append(out, "has "+word)
		}
	}
	return append(out, unclosed(page)...)
}

// unclosed says which element of a page is not closed as XML closes it, but for those that HTML has empty.
func unclosed(page string) []string {
	d := xml.NewDecoder(strings.NewReader(empty.ReplaceAllString(page, "<$1/>")))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return []string{err.Error()}
		}
	}
}

// empty are the elements that HTML has without an end.
var empty = regexp.MustCompile(`<((?:meta|link|img)\b[^>]*)>`)

func TestThePageOfAReport(t *testing.T) {
	written := reported(t)
	page := written["index.html"]
	for _, finding := range findings(page, written) {
		t.Error(finding)
	}
	for _, s := range sections() {
		if title := html.EscapeString(s.title); strings.Count(page, title) < 2 {
			t.Errorf("%s: not a heading and in the contents", s.title)
		}
	}
	md := written["report.md"]
	images := regexp.MustCompile(`(?m)^!\[.*\]\((figures/[^)]+\.svg)\)$`).FindAllStringSubmatch(md, -1)
	if len(images) != len(illustrations) || strings.Count(page, "<img") != len(illustrations) {
		t.Errorf("got %d images in Markdown and %d in HTML, want %d", len(images), strings.Count(page, "<img"),
			len(illustrations))
	}
	for i, m := range images {
		if m[1] != "figures/"+illustrations[i]+".svg" {
			t.Errorf("image %d: got %s, want %s", i, m[1], illustrations[i])
		}
	}
}

// Broken pages are found.
func TestFindingsOfAPage(t *testing.T) {
	written := reported(t)
	page := written["index.html"]
	image := imageTag.FindString(page)
	for what, broken := range map[string]string{
		"alternative text": strings.Replace(page, ` alt="`, ` title="`, 1),
		"gone":             strings.ReplaceAll(page, "figures/race.svg", "figures/rice.svg"),
		"anchor":           strings.Replace(page, ` id="the-control"`, "", 1),
		"twice":            strings.Replace(page, ` id="the-control"`, ` id="the-claims"`, 1),
		"script":           strings.Replace(page, "</main>", "<script></script></main>", 1),
		"network":          strings.Replace(page, image, image+`<img src="//x.org/x.png" alt="" width="1" height="1">`, 1),
		"style":            strings.Replace(page, "</style>", "@import 'x.css'; </style>", 1),
		"nesting":          strings.Replace(page, "</figure>", "", 1),
		"cut":              page[:len(page)/2],
		"no figure":        "<!DOCTYPE html>\n<html></html>\n",
	} {
		if len(findings(broken, written)) == 0 {
			t.Errorf("%s: nothing is found", what)
		}
	}
}

func TestAnchors(t *testing.T) {
	for _, c := range [][2]string{{"The control", "the-control"}, {"What a margin absorbs: drift, and not a step",
		"what-a-margin-absorbs-drift-and-not-a-step"}, {"µ 1", "-1"}} {
		if got := anchor(c[0]); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// A report that cannot draw in its folder writes nothing.
func TestAReportWhoseFiguresHaveNoPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("out/index.html", 0o777); err != nil {
		t.Fatal(err)
	}
	before := files(t)
	r := fence("report", "-o", "out")
	if r.code != exitBadInput || !strings.Contains(r.errors, "index.html\": is a directory") || !equal(files(t), before) {
		t.Errorf("got %d, %s and the files %v", r.code, r.errors, names(t))
	}
}
