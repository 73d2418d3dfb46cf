package main

import (
	"fmt"
	"html"
	"strings"

	"fence/plots"
)

// page is a page being written in two forms: as Markdown, and as HTML that needs nothing but the pictures beside it.
type page struct {
	title   string
	md, web strings.Builder
	heads   []string // of the sections, for the list of contents
	figures int
}

// section begins a section.
func (p *page) section(title string) {
	if len(p.heads) > 0 {
		p.web.WriteString("</section>\n")
	}
	p.heads = append(p.heads, title)
	fmt.Fprintf(&p.md, "## %s\n\n", title)
	fmt.Fprintf(&p.web, "<section id=%q>\n<h2>%s</h2>\n", anchor(title), html.EscapeString(title))
}

// anchor is what a link within the page names a section by.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.ToLower(title))
}

// paragraph writes a paragraph.
func (p *page) paragraph(text string) {
	fmt.Fprintf(&p.md, "%s\n", wrapped(text, screen))
	fmt.Fprintf(&p.web, "<p>%s</p>\n", html.EscapeString(text))
}

// text writes what is aligned by blanks, in Markdown below a word about it; in HTML its lines are broken where they do
// not fit. A page of HTML leaves out what it shows otherwise.
func (p *page) text(about, drawing, story string) {
	fmt.Fprintf(&p.md, "%s:\n\n```\n%s\n\n%s```\n\n", about, drawing, story)
	fmt.Fprintf(&p.web, "<h3>%s</h3>\n<pre>%s</pre>\n", html.EscapeString(about), html.EscapeString(story))
}

// table writes a table.
func (p *page) table(s *sheet) error {
	if err := s.markdown(&p.md); err != nil {
		return err
	}
	p.md.WriteByte('\n')
	for _, c := range s.caption {
		fmt.Fprintf(&p.web, "<p class=\"about\">%s</p>\n", html.EscapeString(c))
	}
	p.web.WriteString("<div class=\"table\" tabindex=\"0\">\n")
	s.htmlTable(&p.web)
	p.web.WriteString("</div>\n")
	for _, n := range append(s.notes[:len(s.notes):len(s.notes)], s.legend) {
		if n != "" {
			fmt.Fprintf(&p.web, "<p class=\"about\">%s</p>\n", html.EscapeString(n))
		}
	}
	return nil
}

// figureFolder is where a report has its pictures.
const figureFolder = "figures/"

// figure writes a picture whose files have a name, with its caption and its alternative text.
func (p *page) figure(name string, f *plots.Figure) error {
	p.figures++
	title, caption, alt := f.Words()
	width, height, err := f.Size()
	if err != nil {
		return err
	}
	svg, png := figureFolder+name+".svg", figureFolder+name+".png"
	words := fmt.Sprintf("Figure %d. ", p.figures)
	if title != "" {
		words += title + ". "
	}
	words = strings.TrimSpace(words + caption)
	fmt.Fprintf(&p.md, "![%s](%s)\n\n%s[PNG](%s)\n\n", alternative.Replace(alt), svg, wrapped(words, screen), png)
	class := "column"
	if width > plots.SingleColumn {
		class = "page"
	}
	image := fmt.Sprintf("<img src=%q alt=\"%s\" width=\"%.0f\" height=\"%.0f\">", svg, html.EscapeString(alt),
		pixels(float64(width)), pixels(float64(height)))
	fmt.Fprintf(&p.web, "<figure class=%q>\n<div tabindex=\"0\"><a href=%q>%s</a></div>\n", class, png, image)
	fmt.Fprintf(&p.web, "<figcaption>%s <a href=%q>PNG</a></figcaption>\n</figure>\n", html.EscapeString(words), png)
	return nil
}

// pixels is a length in points as style sheets count pixels.
func pixels(points float64) float64 { return points * 96 / 72 }

// alternative keeps brackets of an alternative text from ending it in Markdown.
var alternative = strings.NewReplacer("[", `\[`, "]", `\]`)

// markdown is the page as Markdown.
func (p *page) markdown(about string) string {
	return fmt.Sprintf("# %s\n\n%s\n\n%s\n", p.title, about, strings.TrimRight(p.md.String(), "\n"))
}

// html is the page as HTML: a list of contents, the sections, no script, and a style sheet within.
func (p *page) html(program, command string) string {
	var b strings.Builder
	title := html.EscapeString(p.title)
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<meta name=\"color-scheme\" content=\"light dark\">\n"+
		"<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n", title, styleSheet)
	fmt.Fprintf(&b, "<header>\n<h1>%s</h1>\n<p>%s; <code>%s</code></p>\n</header>\n", title, html.EscapeString(program),
		html.EscapeString(command))
	b.WriteString("<nav aria-label=\"Contents\">\n<ol>\n")
	for _, h := range p.heads {
		fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", anchor(h), html.EscapeString(h))
	}
	fmt.Fprintf(&b, "</ol>\n</nav>\n<main>\n%s</section>\n</main>\n</body>\n</html>\n", p.web.String())
	return b.String()
}

// styleSheet is the look of the page. Pictures are made for white paper and keep it in a dark page; those as wide as a
// page keep a size at which they can be read, and scroll on a narrow screen as tables do.
const styleSheet = `:root { color-scheme: light dark; --ink: #1b1b1b; --muted: #565656; --line: #d0d0d0; --ground: #fff;
  --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --muted: #b0b0b0; --line: #474747; --ground: #16181d; --link: #7db7f0; }
}
body { margin: 0 auto; max-width: 60rem; padding: 0 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--ground); overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
a { color: var(--link); }
nav ol { columns: 18rem; column-gap: 2.5rem; padding-left: 1.5rem; }
figure { margin: 1.5rem 0; }
figure div, .table { overflow-x: auto; }
figure img { display: block; height: auto; background: #fff; }
figure.column img { width: 30rem; max-width: 100%; }
figure.page img { width: 100%; min-width: 40rem; }
figcaption { margin-top: 0.5rem; }
figcaption, .about { color: var(--muted); font-size: 0.875rem; }
pre { white-space: pre-wrap; font-size: 0.8125rem; }
table { border-collapse: collapse; border: 0; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { border: 0; border-bottom: 1px solid var(--line); padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; }
th { vertical-align: bottom; }
td[align="right"] { white-space: nowrap; }
.table { position: relative; left: 50%; transform: translateX(-50%); width: min-content; min-width: 100%;
  max-width: calc(100vw - 3rem); }
.table :is(th, td):first-child { position: sticky; left: 0; max-width: 40vw; background: var(--ground); }
@media (min-width: 48rem) { .table :is(th, td):first-child { white-space: nowrap; } }
:focus-visible { outline: 2px solid var(--link); }
@media print {
  :root { --ink: #000; --muted: #333; --line: #999; --ground: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, figcaption a { display: none; }
  figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  figure div, .table { overflow: visible; }
  figure.page img { min-width: 0; }
  .table { position: static; transform: none; width: auto; max-width: none; }
  .table :is(th, td):first-child { position: static; white-space: normal; max-width: none; }
  table { font-size: 7pt; }
}
`
