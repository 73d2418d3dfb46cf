//go:build !js

package dist

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The compiler may fuse a product with the sum it goes into on every architecture but amd64 and wasm, even a product
// by a constant that a division or a conversion has become. The listing for those that do shows whether it did.
func TestNoProductIsFused(t *testing.T) {
	fused := regexp.MustCompile(`\(\S*?(\w+\.go:\d+)\)\s+(FN?M(?:ADD|SUB)[SD]?)\s`)
	for _, arch := range []string{"arm64", "riscv64"} {
		cmd := exec.Command("go", "build", "-gcflags=-S", "-o", os.DevNull, ".")
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
		listing, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(listing), "FMUL") {
			t.Fatalf("%s: no listing: %v\n%.500s", arch, err, listing)
		}
		for _, m := range fused.FindAllStringSubmatch(string(listing), -1) {
			t.Errorf("%s: %s has %s, want an explicit float64() around the product", arch, m[1], m[2])
		}
	}
}
