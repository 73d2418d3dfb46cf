package nb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cells are programs such as cells are, by name. The test binary runs one when the environment names it.
var cells = map[string]func(){
	"error": func() {
		Check(errors.Join(errors.New("lease: margin = -1s: must not be negative"), errors.New("and more")))
	},
	"must":    func() { Must(1, errors.New("no")); fmt.Println("went on") },
	"none":    func() { Check(nil); fmt.Println(Must(7, nil)) },
	"cancel":  func() { fmt.Println(Must(7, fmt.Errorf("3 of 10 trials: %w", context.Canceled))) },
	"nothing": func() { Must("", fmt.Errorf("0 of 10 trials: %w", context.Canceled)); fmt.Println("went on") },
	"interrupt": func() {
		ctx := Context()
		fmt.Println("working")
		<-ctx.Done()
		fmt.Println(Must(7, fmt.Errorf("stopped: %w", ctx.Err())))
	},
	"orphan": func() { // a cell that works for a minute, and whose kernel is gone
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "FENCE_TEST_CELL=child")
		pipe := Must(cmd.StdoutPipe())
		Check(cmd.Start())
		Must(pipe.Read(make([]byte, 1))) // it knows its parent
		fmt.Println(cmd.Process.Pid)
	},
	"child": func() {
		parent := os.Getppid()
		fmt.Println("ready")
		go endWith(parent)
		time.Sleep(time.Minute)
	},
	"control": func() { Interact(func(Values) []any { return nil }, Slider("margin", 3, 1, 1, 2)) },
	"no draw": func() { Interact(nil, CheckBox("x", true)) },
	"draw": func() {
		Interact(func(Values) []any { Check(errors.New("no lanes")); return nil }, CheckBox("x", true))
	},
	"asked": func() { Interact(func(v Values) []any { return []any{v.Text("margn")} }, CheckBox("margin", true)) },
}

func TestMain(m *testing.M) {
	if cell, ok := cells[os.Getenv("FENCE_TEST_CELL")]; ok {
		cell()
		return
	}
	os.Exit(m.Run())
}

func TestCellsFailWithOneLine(t *testing.T) {
	for _, c := range []struct {
		cell, stdout, stderr string
		status               int
	}{
		{"error", "", "lease: margin = -1s: must not be negative; and more\n", 1},
		{"must", "", "no\n", 1},
		{"none", "7\n", "", 0},
		{"cancel", "Stopped: 3 of 10 trials: context canceled\n7\n", "", 0},
		{"nothing", "Stopped: 0 of 10 trials: context canceled\n", "", 0},
		{"control", "", "nb: interact: margin: from 3 to 1: must rise\n", 1},
		{"no draw", "", "nb: interact: there is no function that draws\n", 1},
		{"draw", "", "no lanes\n", 1},
		{"asked", "", "nb: interact: \"margn\": there is no Selector of this name; there are margin (CheckBox)\n", 1},
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "FENCE_TEST_CELL="+c.cell)
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if cmd.ProcessState.ExitCode() != c.status || stdout.String() != c.stdout || stderr.String() != c.stderr {
			t.Errorf("%s: got status %d (%v), %q and %q; want %d, %q and %q", c.cell, cmd.ProcessState.ExitCode(), err,
				stdout.String(), stderr.String(), c.status, c.stdout, c.stderr)
		}
	}
}

func TestInterruptedCellGoesOnWithWhatItHas(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "FENCE_TEST_CELL=interrupt")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	said := make([]byte, 8)
	if _, err := stdout.Read(said); err != nil || string(said) != "working\n" {
		t.Fatalf("it said %q, %v", said, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := make([]byte, 100)
	text := ""
	for {
		n, err := stdout.Read(rest)
		text += string(rest[:n])
		if err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil || !strings.HasSuffix(text, "7\n") {
		t.Errorf("after the interrupt: %q, %v; want its value and no status", text, err)
	}
}

func TestCellEndsWithItsKernel(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FENCE_TEST_CELL=orphan")
	said, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(said)))
	if err != nil {
		t.Fatal(err)
	}
	child, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if child.Signal(syscall.Signal(0)) != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	child.Kill()
	t.Error("the program goes on after its parent has ended")
}
