package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fence/fencekit/claims"
	"fence/fencekit/frame"
	"fence/fencekit/lease"
)

// Errors of the packages say where in the program they come from. Whoever types a flag is served better by the flag's
// name, by words of this program, and by the word that was meant.

var (
	// rooms are the packages, and what they were doing, at the head of an error or of one that it wraps.
	rooms = regexp.MustCompile(`(^|: )(?:(?:fencekit|lease|dist|claims|frame|sweep|clock|trace|audit|plots): )` +
		`(?:(?:parse|parameters|read|top|trials|explain|check|range|pick|lanes|figure): |parameter )?`)
	position = regexp.MustCompile(`: at ([0-9]+): `)
	holder   = regexp.MustCompile(`\bclient ([0-9]+)(?: attempt ([0-9]+))?\b`)
	amount   = regexp.MustCompile(`more than ([0-9]{4,}) of them`)
	noClaim  = regexp.MustCompile(`only "([^"]*)": there is no such claim$`)
	unknown  = regexp.MustCompile(`unknown ([a-z ]+) "([^"]*)"[;,] ((?:must be|want)(?: one of| a list of)?) ` +
		`([a-z+]+(?:,? (?:or )?[a-z+]+)*)`)
)

// spellings are lengths of time that nobody can read as they are.
var spellings = strings.NewReplacer(
	time.Duration(math.MaxInt64).String(), "292 years",
	lease.Longest.String(), "80,063h (nine years)",
	(lease.Longest / 1000).String(), "80h",
)

// plain is an error of a package in the words of the command line.
func plain(line string) string {
	for {
		shorter := rooms.ReplaceAllString(line, "$1")
		if shorter == line {
			break
		}
		line = shorter
	}
	line = spellings.Replace(once(line))
	line = position.ReplaceAllString(line, ": at character $1: ")
	line = amount.ReplaceAllStringFunc(line, func(text string) string {
		n, err := strconv.ParseInt(amount.FindStringSubmatch(text)[1], 10, 64)
		if err != nil {
			return text
		}
		return "more than " + frame.Grouped(n) + " of them"
	})
	if strings.Contains(line, "schedule: ") {
		line = holder.ReplaceAllStringFunc(line, named)
	}
	return hinted(claimed(line))
}

// once leaves out the text of a value that an error repeats: name = "X": "X": at 1.
func once(line string) string {
	_, rest, ok := strings.Cut(line, " = ")
	if !ok {
		return line
	}
	value, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return line
	}
	rest, _ = strings.CutPrefix(rest[len(value):], ": ")
	again, err := strconv.QuotedPrefix(rest)
	if err != nil || !strings.HasPrefix(rest[len(again):], ": at ") {
		return line
	}
	head, _, _ := strings.Cut(line, " = ")
	return head + " = " + value + rest[len(again):]
}

// named writes a client and an attempt, both counted from 0, as the logs name them.
func named(text string) string {
	m := holder.FindStringSubmatch(text)
	client, err := strconv.ParseInt(m[1], 10, 32)
	if err != nil || client >= lease.MaxClients {
		return text
	}
	if m[2] == "" {
		return lease.ClientName(int32(client))
	}
	return lease.ClientName(int32(client)) + "." + m[2]
}

// claimed adds the claim that was meant to an error about one that is not there.
func claimed(line string) string {
	m := noClaim.FindStringSubmatch(line)
	rows, err := claims.Rows()
	if m == nil || err != nil {
		return line
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	if near := frame.Nearest(m[1], ids); near != "" {
		return line + `; did you mean "` + near + `"?`
	}
	return line
}

// hinted adds the word that was meant to an error that lists the words there are.
func hinted(line string) string {
	return unknown.ReplaceAllStringFunc(line, func(text string) string {
		m := unknown.FindStringSubmatch(text)
		near := frame.Nearest(m[2], strings.FieldsFunc(m[4], func(r rune) bool { return r == ',' || r == ' ' }))
		if near == "" || near == m[2] {
			return text
		}
		return "unknown " + m[1] + ` "` + m[2] + `"; did you mean "` + near + `"? ` + m[3] + " " + m[4]
	})
}
