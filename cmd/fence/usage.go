package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// usage writes how a command is used, no wider than a screen. It is written out here and not as a template of cobra's,
// since templates make the program half as big again.
func usage(c *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, s := range c.Commands() {
			if s.IsAvailableCommand() {
				hanging(&b, fmt.Sprintf("  %-*s ", s.NamePadding(), s.Name()), s.Short)
			}
		}
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s\n", strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(screen), "\n"))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND -h says more about a command.\n", c.CommandPath())
	}
	_, err := fmt.Fprint(c.OutOrStderr(), b.String())
	return err
}
