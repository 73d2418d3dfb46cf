package nb

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"fence/fencekit/outfile"
)

// place is where outputs go: the kernel, files, or a test.
type place interface {
	// display shows an output. One with an id takes the place of the output shown before with that id.
	display(b bundle, id string) error
	// sync returns when all that was displayed has been received.
	sync()
}

// out is the place of this program.
var out = newPlace()

func newPlace() place {
	if gonbui.IsNotebook {
		return kernel{}
	}
	return &folder{dir: Folder}
}

// kernel is the notebook's: what is displayed goes through its pipe.
type kernel struct{}

func (kernel) display(b bundle, id string) error {
	data := make(map[protocol.MIMEType]any, len(b.data))
	for mime, content := range b.data {
		data[protocol.MIMEType(mime)] = content
	}
	gonbui.SendData(&protocol.DisplayData{Data: data, Metadata: b.meta, DisplayID: id})
	return gonbui.Error()
}

func (kernel) sync() { gonbui.Sync() }

// Folder is where Show writes outside a notebook.
const Folder = "shown"

// folder is a place outside a notebook: each output becomes a file. Those with an id are written over.
type folder struct {
	dir   string
	count int
	names map[string]int // by id
}

func (f *folder) display(b bundle, id string) error {
	if b.spoken {
		fmt.Println(b.data[plainText])
		return nil
	}
	number := f.number(id)
	content, ending := b.best()
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return fmt.Errorf("nb: show: %w", err)
	}
	path := filepath.Join(f.dir, fmt.Sprintf("%02d.%s", number, ending))
	file, err := outfile.Create(path)
	if err != nil {
		return fmt.Errorf("nb: show: %w", err)
	}
	defer file.Abort()
	if _, err := file.Write(content); err != nil {
		return fmt.Errorf("nb: show: %w", err)
	}
	if err := file.Commit(); err != nil {
		return fmt.Errorf("nb: show: %w", err)
	}
	fmt.Println("wrote", path)
	return nil
}

// number returns the number of an output's file: that of its id, or the next.
func (f *folder) number(id string) int {
	if n, ok := f.names[id]; ok {
		return n
	}
	f.count++
	if id != "" {
		if f.names == nil {
			f.names = map[string]int{}
		}
		f.names[id] = f.count
	}
	return f.count
}

func (*folder) sync() {}

// best returns the form of an output that says most, and the ending of a file that holds it.
func (b bundle) best() (content []byte, ending string) {
	if image, ok := b.data[pngImage].([]byte); ok {
		return image, "png"
	}
	page, _ := b.data[htmlText].(string) // what has neither is spoken
	return []byte(page), "html"
}
