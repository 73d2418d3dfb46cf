package trace

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew; look at the difference before keeping it")

// checkPicture holds what is true of every picture.
func checkPicture(t *testing.T, picture string, width int) {
	t.Helper()
	if width == 0 {
		width = defaultWidth
	}
	width = max(width, leastWidth)
	for i, line := range strings.Split(strings.TrimSuffix(picture, "\n"), "\n") {
		if len(line) != width {
			t.Fatalf("line %d has %d columns, want %d:\n%s", i+1, len(line), width, picture)
		}
		for _, b := range []byte(line) {
			if b < ' ' || b > '~' {
				t.Fatalf("line %d has the byte %#x:\n%s", i+1, b, picture)
			}
		}
	}
}

func TestPictures(t *testing.T) {
	for _, tc := range []struct {
		golden, log string
		opt         Lanes
	}{
		{"stale-write", "stale-write.log", Lanes{}},
		{"fenced-write", "fenced-write.log", Lanes{}},
		{"failover", "failover.log", Lanes{Width: 90}},
		{"messages", "messages.log", Lanes{Width: 72}},
		{"window", "stale-write.log", Lanes{From: 4900 * time.Millisecond, To: 5100 * time.Millisecond, Width: 80}},
		{"chosen", "stale-write.log", Lanes{Actors: []string{"S", "C2"}, Width: 60}},
		{"watchdog", "cases/01-redisson-watchdog-starved.md", Lanes{}},
		{"unequal", "cases/05-clientgo-unequal-lease-durations.md", Lanes{}},
		{"skew", "cases/09-shedlock-three-minute-skew.md", Lanes{}},
		{"zombie", "cases/17-posthog-zombie-fences-the-owner.md", Lanes{}},
		{"deadlock", "cases/41-citus-phantom-deadlock.md", Lanes{Width: 64}},
	} {
		picture := ASCII(mustReadFile(t, tc.log), tc.opt)
		checkPicture(t, picture, tc.opt.Width)
		name := filepath.Join("testdata", tc.golden+".txt")
		if *update {
			if err := os.WriteFile(name, []byte(picture), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if picture != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", tc.golden, picture, want)
		}
	}
}

// TestTheFenceChangesOneMark is the lesson of the two stories: the race is the same, the late write is not.
func TestTheFenceChangesOneMark(t *testing.T) {
	stale := strings.Split(ASCII(mustReadFile(t, "stale-write.log"), Lanes{}), "\n")
	fenced := strings.Split(ASCII(mustReadFile(t, "fenced-write.log"), Lanes{}), "\n")
	var differ []string
	for i := range stale {
		if label := strings.TrimSpace(stale[i][:min(7, len(stale[i]))]); stale[i] != fenced[i] {
			differ = append(differ, label)
		}
	}
	if got := strings.Join(differ, ","); got != "S," { // the resource's lane, and the last line of the legend
		t.Errorf("lines that differ: %q, want those of S and the legend", got)
	}
}

func TestEveryFieldReportCanBeDrawn(t *testing.T) {
	for _, tc := range cases {
		for _, width := range []int{0, 1, 40, 61, 200} {
			checkPicture(t, ASCII(mustReadFile(t, "cases/"+tc.name), Lanes{Width: width}), width)
		}
	}
}

// laneOf returns the cells of the first line with the label.
func laneOf(t *testing.T, picture, label string) string {
	t.Helper()
	for line := range strings.Lines(picture) {
		if name, cells, ok := strings.Cut(line, "|"); ok && strings.TrimSpace(name) == label {
			return cells
		}
	}
	t.Fatalf("no lane %q in\n%s", label, picture)
	return ""
}

// TestLivenessComesFromTheLog takes each way in which a lease ends and looks at the holder's belief just before and
// after it.
func TestLivenessComesFromTheLog(t *testing.T) {
	const start = "0|svc|grant|lock=L to=A token=7 until=9000\n0|A|begin|lock=L token=7\n"
	for _, tc := range []struct {
		name, event string
		dead        bool
	}{
		// it ends
		{"expire", "4000|svc|expire|lock=L of=A", true},
		{"release", "4000|svc|release|lock=L of=A token=7", true},
		{"release by a stranger", "4000|svc|release|lock=L of=A token=7 by=B", true},
		{"revoke", "4000|svc|revoke|lock=L of=A", true},
		{"another grant", "4000|svc|grant|lock=L to=B token=8 until=9000", true},
		{"failover below the token", "4000|svc|failover|lock=L lost=1 counter=6", true},
		{"failover of every lock", "4000|svc|failover|lost=1 counter=6", true},
		{"renewal that shortens", "2000|svc|renew|lock=L by=A until=4000", true},
		// it goes on
		{"failover at the token", "4000|svc|failover|lock=L lost=1 counter=7", false},
		{"failover of another lock", "4000|svc|failover|lock=M lost=1 counter=6", false},
		{"failover without a counter", "4000|svc|failover|lock=L lost=1", false},
		{"expire of another client", "4000|svc|expire|lock=L of=B", false},
		{"release with another token", "4000|svc|release|lock=L of=A token=6", false},
		{"release of another lock", "4000|svc|release|lock=M of=A token=7", false},
		{"release refused", "4000|svc|release-refused|lock=L of=A token=7", false},
		{"grant of another lock", "4000|svc|grant|lock=M to=B token=1 until=9000", false},
		{"renewal by another client", "2000|svc|renew|lock=L by=B until=4000", false},
		{"a word of the story", "4000|svc|lost-quorum|lock=L", false},
	} {
		l := mustRead(t, start+tc.event+"\n6000|S|applied|id=1 by=A obj=x token=7\n8000|A|end|lock=L\n")
		picture := ASCII(l, Lanes{Width: 8 + 2 + 80}) // a cell is 100 ms or a little more
		checkPicture(t, picture, 90)
		lane, resource := laneOf(t, picture, "A"), laneOf(t, picture, "S")
		if !strings.HasPrefix(lane, "(7======") || strings.Contains(lane, "!") != tc.dead {
			t.Errorf("%s: dead in the lane %q, want %v", tc.name, lane, tc.dead)
		}
		if strings.Contains(resource, "U") != tc.dead || strings.Contains(resource, "W") == tc.dead {
			t.Errorf("%s: resource %q, want unlocked %v", tc.name, resource, tc.dead)
		}
	}
}

func TestProlonging(t *testing.T) {
	const grant, begin, end = "0|svc|grant|lock=L to=A token=1 until=10\n", "0|A|begin|lock=L\n", "40|A|end|lock=L\n"
	for _, tc := range []struct{ name, text, want string }{
		{"renewed", grant + begin + "5|svc|renew|lock=L by=A until=50\n", "="},
		{"extended", grant + begin + "5|svc|extend|lock=L of=A until=50\n", "="},
		{"renewed too late", grant + begin + "20|svc|renew|lock=L by=A until=50\n", "=!="},
		{"no end promised", "0|svc|grant|lock=L to=A token=1\n" + begin, "="},
		{"never granted", "0|svc|grant|lock=L to=B token=1 until=9\n" + begin, "!"},
		{"granted late", "0|svc|note\n" + begin + "20|svc|grant|lock=L to=A token=1 until=60\n", "!="},
	} {
		lane := laneOf(t, ASCII(mustRead(t, tc.text+end), Lanes{}), "A")
		var shape strings.Builder // the bar with runs folded
		last := rune(0)
		for _, r := range strings.Trim(lane, "()| \n") {
			if r != last {
				shape.WriteRune(r)
			}
			last = r
		}
		if got := shape.String(); got != tc.want {
			t.Errorf("%s: %q in %q, want %q", tc.name, got, lane, tc.want)
		}
	}
}

// TestShortDeadBeliefIsSeen has a belief that outlives its lease by a nanosecond in a picture of a minute.
func TestShortDeadBeliefIsSeen(t *testing.T) {
	const start = "0|svc|grant|lock=L to=A token=1 until=3000\n0|A|begin|lock=L token=1\n"
	l := mustRead(t, start+"3000.000001|A|end|lock=L\n60000|A|note\n")
	if lane := laneOf(t, ASCII(l, Lanes{}), "A"); strings.Count(lane, "!") != 1 {
		t.Errorf("lane %q, want one !", lane)
	}
	exact := mustRead(t, start+"3000|A|end|lock=L\n60000|A|note\n")
	if lane := laneOf(t, ASCII(exact, Lanes{}), "A"); strings.Contains(lane, "!") {
		t.Errorf("lane %q of a belief that ends with its lease, want no !", lane)
	}
}

// TestInstants looks at the edges: a lease lives before its end and not at it, and a bar fills the cells before its end.
func TestInstants(t *testing.T) {
	l := mustRead(t, `0|svc|grant|lock=L to=A token=1 until=50
0|A|begin|lock=L token=1
49.999999|S|applied|by=A token=1
50|S|applied|by=A token=1
50|A|end|lock=L token=1
50|B|begin|lock=L token=2
100|B|end|lock=L token=2
`)
	picture := ASCII(l, Lanes{Width: 7 + 2 + 80}) // 80 cells of 1.25 ms
	a, b, resource := laneOf(t, picture, "A"), laneOf(t, picture, "B"), laneOf(t, picture, "S")
	if end, begin := strings.Index(a, ")"), strings.Index(b, "("); end != 39 || begin != 40 {
		t.Errorf("A ends in cell %d and B begins in %d, want 39 and 40:\n%s", end, begin, picture)
	}
	if strings.TrimSpace(strings.Trim(resource, "|\n")) != "WU" {
		t.Errorf("resource %q, want a live write just before the end of the lease and an unlocked one at it", resource)
	}
	if strings.Contains(picture, "race") {
		t.Errorf("a race of beliefs that only touch:\n%s", picture)
	}
}

func TestRaceRow(t *testing.T) {
	const grants = "0|svc|grant|lock=L to=A token=1 until=50\n"
	for _, tc := range []struct {
		name, text string
		race       bool
	}{
		{"two believers", "0|A|begin|lock=L\n20|B|begin|lock=L\n40|A|end|lock=L\n60|B|end|lock=L\n", true},
		{"one after the other", "0|A|begin|lock=L\n20|A|end|lock=L\n20|B|begin|lock=L\n60|B|end|lock=L\n", false},
		{"two locks", "0|A|begin|lock=L\n20|B|begin|lock=M\n40|A|end|lock=L\n60|B|end|lock=M\n", false},
		{"one client twice", "0|A|begin|lock=L\n20|A|begin|lock=L\n40|A|end|lock=L\n60|A|end|lock=L\n", false},
		{"an end that never comes", "0|A|begin|lock=L\n20|B|begin|lock=L\n60|B|note\n", true},
	} {
		picture := ASCII(mustRead(t, grants+tc.text), Lanes{})
		if got := strings.Contains(picture, "\nrace "); got != tc.race {
			t.Errorf("%s: race row %v, want %v\n%s", tc.name, got, tc.race, picture)
		}
	}
}

func TestOrderOfLanes(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"lease", "0|C10|note\n0|S|applied|by=C2\n0|C2|note\n0|svc|grant|lock=L to=C2\n0|C1|note\n0|db|refused\n",
			"svc C1 C2 C10 S db"},
		{"roles by deeds", "0|A|note\n0|lockd|grant|lock=L to=A\n0|disk|applied|by=A\n", "lockd A disk"},
		{"no lease", "0|P2|send\n0|db|refused\n0|P1|recv\n0|Q|note\n0|svc|note\n0|007|note\n0|99999999999999999999|note\n",
			"svc P1 P2 db Q 007 99999999999999999999"},
	} {
		l := mustRead(t, tc.text)
		var names []string
		for _, a := range l.Actors() {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestSeveralMarksInOneCell(t *testing.T) {
	l := mustRead(t, "0|P|send\n0|P|recv\n0|P|drop\n50|Q|send\n51|Q|recv\n52|Q|drop\n53|Q|send\n100|P|note\n100|P|heal\n")
	picture := ASCII(l, Lanes{Width: 59})
	if lane := laneOf(t, picture, "P"); !strings.HasPrefix(lane, "_+2-") || !strings.HasSuffix(lane, "-}|\n") {
		t.Errorf("lane %q, want the last mark and +2 at 0 and the last mark alone at the edge", lane)
	}
	if lane := laneOf(t, picture, "Q"); !strings.Contains(lane, "-R>+1-") {
		t.Errorf("lane %q, want -R>+1- in it", lane)
	}
}

// TestStoreShowsTheWorstOfACell has writes that share a cell.
func TestStoreShowsTheWorstOfACell(t *testing.T) {
	const start = "0|svc|grant|lock=L to=A token=7 until=100000\n"
	for _, tc := range []struct{ text, marks, tokens string }{
		{"1|S|read|by=A token=6\n1|S|applied|by=A token=7\n", "W+1", "7"},
		{"1|S|applied|by=A token=7\n1|S|refused|by=B token=5\n", "x+1", "5"},
		{"1|S|applied|by=B token=5\n1|S|refused|by=B token=4\n1|S|applied|by=A token=7\n", "U+2", "5"},
		{"1|S|applied|by=A token=7\n1|S|applied|by=A token=8\n", "W+1", "8"},
		{"1|S|applied|by=A\n", "W", ""},
	} {
		picture := ASCII(mustRead(t, start+tc.text+"100000|svc|note\n"), Lanes{})
		lines := strings.Split(picture, "\n")
		for i, line := range lines {
			name, cells, _ := strings.Cut(line, "|")
			if strings.TrimSpace(name) != "S" {
				continue
			}
			_, below, _ := strings.Cut(lines[i+1], "|")
			if got := strings.TrimRight(cells, " |"); got != tc.marks {
				t.Errorf("%q: marks %q, want %q", tc.text, got, tc.marks)
			}
			if got := strings.Trim(below, " |-+"); got != tc.tokens {
				t.Errorf("%q: tokens %q, want %q", tc.text, got, tc.tokens)
			}
		}
	}
}

func TestAxis(t *testing.T) {
	for _, tc := range []struct {
		from, to   time.Duration
		unit, tick string
	}{
		{0, 90, "ns", "10"},
		{0, 1500, "ns", "200"},
		{0, 90 * time.Microsecond, "us", "10"},
		{0, 8 * time.Second, "s", "1"},
		{0, 2 * time.Second, "ms", "200"},
		{0, 120 * time.Second, "s", "20"},
		{0, 30 * time.Minute, "min", "5"},
		{0, 36 * time.Hour, "h", "5"},
		{-time.Second, time.Second, "ms", "-1000"},
		{0, 1<<63 - 1, "h", "1200000"},
		{-1 << 63, 1<<63 - 1, "h", "-2400000"},
	} {
		picture := ASCII(&Log{}, Lanes{From: tc.from, To: tc.to})
		checkPicture(t, picture, 0)
		words := strings.Fields(strings.ReplaceAll(strings.SplitN(picture, "\n", 2)[0], "|", " "))
		first := words[1]
		if first == "0" {
			first = words[2]
		}
		if words[0] != tc.unit || first != tc.tick {
			t.Errorf("%v to %v: axis %q, want %s and first %s", tc.from, tc.to, words, tc.unit, tc.tick)
		}
	}
}

func TestForeignNamesStayAscii(t *testing.T) {
	l := mustRead(t, "0|Zoë|créé\n5|a-very-long-name-that-does-not-fit-in-the-gutter|send|msg=1\n")
	picture := ASCII(l, Lanes{Width: 50})
	checkPicture(t, picture, 50)
	if !strings.Contains(picture, "\nZo?") || !strings.Contains(picture, "cr??") {
		t.Errorf("got\n%s", picture)
	}
}

// A window beside all that happened says so; a lease or a belief that reaches into it is something to see.
func TestAWindowWithNothingInItSaysSo(t *testing.T) {
	lease := mustRead(t, "0|svc|grant|lock=L to=A token=1 until=10\n0|A|begin|lock=L\n5|A|end|lock=L\n5|svc|release|lock=L of=A\n")
	open := mustRead(t, "0|svc|grant|lock=L to=A token=1 until=10\n0|A|begin|lock=L\n")
	plain := mustRead(t, "0|P|send|msg=m\n7.5|Q|recv|msg=m\n")
	for _, tc := range []struct {
		log      *Log
		from, to time.Duration
		want     bool
	}{
		{lease, 500 * time.Second, 0, true},
		{lease, -9 * time.Millisecond, -time.Millisecond, true},
		{lease, 6 * time.Millisecond, 7 * time.Millisecond, true},
		{lease, time.Millisecond, 2 * time.Millisecond, false},
		{open, 500 * time.Second, 501 * time.Second, false},
		{plain, time.Millisecond, 7 * time.Millisecond, true},
		{plain, time.Millisecond, 8 * time.Millisecond, false},
	} {
		picture := ASCII(tc.log, Lanes{From: tc.from, To: tc.to})
		checkPicture(t, picture, 0)
		if got := strings.Contains(picture, "|nothing between "); got != tc.want {
			t.Errorf("%v to %v: says nothing %v, want %v:\n%s", tc.from, tc.to, got, tc.want, picture)
		}
	}
	if picture := ASCII(plain, Lanes{From: 500 * time.Second, To: 501 * time.Second}); !strings.Contains(picture,
		"|nothing between 500000 and 501000 ms;") || !strings.Contains(picture, "|the log goes from 0 to 7.5 ms") {
		t.Errorf("got\n%s", picture)
	}
}

func TestEmptyLogHasAnAxis(t *testing.T) {
	picture := ASCII(New(Header{Family: "lease"}), Lanes{})
	checkPicture(t, picture, 0)
	if lines := strings.Count(picture, "\n"); lines != 3 {
		t.Errorf("%d lines, want axis, ticks and a closing line:\n%s", lines, picture)
	}
}
