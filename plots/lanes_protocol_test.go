package plots_test

import (
	"strings"

	"fence/fencekit/trace"
	"fence/plots"
)

func init() {
	gallery = append(gallery,
		drawn{"lanes-protocol", mutualExclusion},
		drawn{"lanes-partition", partition},
		drawn{"lanes-txn", waiting},
		drawn{"lanes-causal", causal},
		drawn{"lanes-cut", cut},
		drawn{"lanes-versions", versions},
		drawn{"lanes-commit", lateCommit},
	)
}

// writtenOut returns the lanes of a log that is written out.
func writtenOut(family, text string) (*plots.Lanes, error) {
	log, err := trace.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	log.Header.Family = family
	return plots.NewLanes(log)
}

// partition is an election in which the leader is cut off from the others.
func partition() (*plots.Figure, error) {
	lanes, err := writtenOut("election", `
0   | A   | state     | to=leader
0   | A   | begin     | span=leader term=1
10  | A   | send      | msg=h1 to=B,C type=heartbeat
14  | B   | recv      | msg=h1 from=A
17  | C   | recv      | msg=h1 from=A
20  | net | partition | left=A right=B,C
40  | A   | send      | msg=h2 to=B,C type=heartbeat
41  | net | drop      | msg=h2 to=B reason=partition
42  | net | drop      | msg=h2 to=C reason=partition
50  | A   | pause     | for=35
64  | B   | timer     | name=election
64  | B   | state     | to=candidate
64  | B   | send      | msg=v1 to=C type=vote?
70  | C   | recv      | msg=v1 from=B
71  | C   | send      | msg=y1 to=B type=yes
77  | B   | recv      | msg=y1 from=C
77  | B   | state     | to=leader
77  | B   | begin     | span=leader term=2
82  | B   | send      | msg=h3 to=A,C type=heartbeat
86  | C   | recv      | msg=h3 from=B
100 | net | heal      | left=A right=B,C
104 | B   | send      | msg=h4 to=A,C type=heartbeat
108 | C   | recv      | msg=h4 from=B
111 | A   | recv      | msg=h4 from=B
111 | A   | end       | span=leader
111 | A   | state     | to=follower
118 | C   | clock-step | by=-1200
`)
	if err != nil {
		return nil, err
	}
	return lanes.Figure()
}

// waiting is a deadlock that is none: each branch holds its lock for a moment only.
func waiting() (*plots.Figure, error) {
	lanes, err := writtenOut("waits", `
0 | A.s1 | hold | lock=reserve1
0 | B.s2 | hold | lock=reserve2
1 | B.s1 | wait | lock=reserve1
1 | A.s2 | wait | lock=reserve2
2 | D    | declare-deadlock | members=A,B
3 | B    | abort | reason=victim
9 | A.s1 | free | lock=reserve1
9 | B.s2 | free | lock=reserve2
9 | A.s2 | got  | lock=reserve2
12 | A.s2 | free | lock=reserve2
`)
	if err != nil {
		return nil, err
	}
	return lanes.Figure()
}

// causal is a message that is handed over before one that it depends on.
func causal() (*plots.Figure, error) {
	lanes, err := writtenOut("causal", `
0  | A  | create  | msg=uA
10 | B  | create  | msg=uB deps=uA
20 | C  | create  | msg=uC deps=uA,uB
30 | R1 | deliver | msg=uA
30 | R2 | deliver | msg=uA
31 | R1 | deliver | msg=uB deps=uA
32 | R1 | deliver | msg=uC deps=uA,uB
33 | R2 | deliver | msg=uC deps=uA,uB
40 | R2 | deliver | msg=uB deps=uA
50 | R1 | state   | val=1cb2
50 | R2 | state   | val=1bc2
`)
	if err != nil {
		return nil, err
	}
	lanes.Actors = []string{"A", "B", "C", "R1", "R2"}
	return lanes.Figure()
}

// cut is a snapshot that has a message received and not sent; in order of events.
func cut() (*plots.Figure, error) {
	lanes, err := writtenOut("cut", `
0  | src  | send        | msg=r1
5  | src  | snapshot    | position=1
6  | src  | send-marker | ckpt=7
7  | src  | send        | msg=r2
10 | task | recv        | msg=r1
12 | task | marker-seen | ckpt=7
13 | task | recv        | msg=r2
14 | task | snapshot    | state=r1,r2
`)
	if err != nil {
		return nil, err
	}
	lanes.ByOrder = true
	return lanes.Figure()
}

// versions is a plan that is checked, overtaken, and applied a minute later.
func versions() (*plots.Figure, error) {
	lanes, err := writtenOut("versions", `
0     | E1  | checked        | obj=ep ver=100 against=99
0     | dns | event-applied  | obj=ep ver=99 by=E0 dense=0
60000 | E2  | checked        | obj=ep ver=110 against=99
61500 | dns | event-applied  | obj=ep ver=110 by=E2 dense=0
62000 | E2  | cleanup-starts | below=105
62100 | dns | event-applied  | obj=ep ver=100 by=E1 dense=0
62200 | dns | deleted        | obj=ep ver=100 by=E2
62300 | dns | refused        | obj=ep ver=111 by=E3 reason=current-plan-missing
`)
	if err != nil {
		return nil, err
	}
	lanes.ByOrder = true
	return lanes.Figure()
}

// lateCommit is a commit of one transaction that falls on the next.
func lateCommit() (*plots.Figure, error) {
	lanes, err := writtenOut("txn", `
0     | P  | init    | epoch=3
10    | P  | write   | txn=T1 id=m1
100   | P  | intent  | txn=T1 outcome=commit
30100 | TC | marker  | txn=T1 of=T1 epoch=3
30100 | S  | outcome | txn=T1 id=m1 is=committed
30200 | P  | write   | txn=T2 id=m2 epoch=3
30300 | TC | marker  | txn=T2 of=T1 epoch=3
30300 | S  | outcome | txn=T2 id=m2 is=committed
30400 | P  | write   | txn=T2 id=m3 epoch=3
30500 | P  | intent  | txn=T2 outcome=abort
30600 | TC | marker  | txn=T2 of=T2 epoch=3
30600 | S  | outcome | txn=T2 id=m3 is=aborted
`)
	if err != nil {
		return nil, err
	}
	lanes.From = 30_000_000_000
	return lanes.Figure()
}
