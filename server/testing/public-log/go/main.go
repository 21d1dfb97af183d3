// Checks a log of Carbon Till by Go's own packages, or makes vectors for the SDK:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run main.go check DIR
//	GO111MODULE=off GOPATH=/usr/share/gocode go run main.go vectors
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index, Size int64
	Leaf, Root  tlog.Hash
	Proof       []tlog.Hash
}

type consistency struct {
	Older, Newer         int64
	OlderRoot, NewerRoot tlog.Hash
	Proof                []tlog.Hash
}

type vectors struct {
	Key, Checkpoint string
	Inclusion       []inclusion
	Consistency     []consistency
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(dir, name string) []byte {
	data, err := os.ReadFile(filepath.Join(dir, name))
	must(err)
	return data
}

type tree struct{ stored []tlog.Hash }

func (t *tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for at, index := range indexes {
		hashes[at] = t.stored[index]
	}
	return hashes, nil
}

func (t *tree) add(n int64, entry []byte) {
	hashes, err := tlog.StoredHashes(n, entry, t)
	must(err)
	t.stored = append(t.stored, hashes...)
}

func (t *tree) root(size int64) tlog.Hash {
	hash, err := tlog.TreeHash(size, t)
	must(err)
	return hash
}

// ParseTree of sumdb/tlog accepts one origin only.
func parse(text string) (size int64, root tlog.Hash) {
	lines := strings.Split(text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err = tlog.ParseHash(lines[2])
	must(err)
	return size, root
}

func check(dir string) {
	var proofs vectors
	must(json.Unmarshal(read(dir, "proofs.json"), &proofs))
	verifier, err := note.NewVerifier(proofs.Key)
	must(err)
	signed, err := note.Open(read(dir, "checkpoint"), note.VerifierList(verifier))
	must(err)
	size, root := parse(signed.Text)
	t := &tree{}
	n := int64(0)
	for bundle := int64(0); bundle*256 < size; bundle++ {
		name := fmt.Sprintf("tile/entries/%03d", bundle)
		if size-bundle*256 < 256 {
			name += fmt.Sprintf(".p/%d", size-bundle*256)
		}
		for data := read(dir, name); len(data) > 0; n++ {
			end := 2 + int(binary.BigEndian.Uint16(data))
			t.add(n, data[2:end])
			data = data[end:]
		}
	}
	if n != size || t.root(size) != root {
		must(fmt.Errorf("the entries do not have the signed root"))
	}
	for _, it := range proofs.Inclusion {
		must(tlog.CheckRecord(it.Proof, size, root, it.Index, it.Leaf))
	}
	for _, it := range proofs.Consistency {
		must(tlog.CheckTree(it.Proof, size, root, it.Older, t.root(it.Older)))
	}
	fmt.Printf("%d entries, %d proofs\n", size, len(proofs.Inclusion)+len(proofs.Consistency))
}

func makeVectors() {
	random := rand.New(rand.NewSource(6962))
	private, public, err := note.GenerateKey(random, "go.example/log")
	must(err)
	signer, err := note.NewSigner(private)
	must(err)
	t := &tree{}
	const size = 1000
	for n := int64(0); n < size; n++ {
		t.add(n, []byte(fmt.Sprintf("entry %d", n)))
	}
	text := fmt.Sprintf("go.example/log\n%d\n%s\n", size, t.root(size))
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	must(err)
	made := vectors{Key: public, Checkpoint: string(signed)}
	for at := 0; at < 10; at++ {
		newer := 1 + random.Int63n(size)
		index, older := random.Int63n(newer), 1+random.Int63n(newer)
		record, err := tlog.ProveRecord(newer, index, t)
		must(err)
		leaf := tlog.RecordHash([]byte(fmt.Sprintf("entry %d", index)))
		made.Inclusion = append(made.Inclusion, inclusion{index, newer, leaf, t.root(newer), record})
		proof, err := tlog.ProveTree(newer, older, t)
		must(err)
		made.Consistency = append(made.Consistency,
			consistency{older, newer, t.root(older), t.root(newer), proof})
	}
	text2, err := json.MarshalIndent(made, "", "  ")
	must(err)
	fmt.Println(string(text2))
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "check" {
		check(os.Args[2])
	} else {
		makeVectors()
	}
}
