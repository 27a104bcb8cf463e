// Checks Signalpost's log with Go's own tools (golang.org/x/mod/sumdb), without trusting Signalpost:
// the signature, that an entry is in the log, and that an older checkpoint is its beginning.
//
//	go run verify-log.go <address> <verifier key> <index of an entry> [<file with an older checkpoint>]
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error, what string) {
	if err != nil {
		log.Fatalf("FAULT  %s: %v", what, err)
	}
}

func get(address string) []byte {
	response, err := http.Get(address)
	check(err, address)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err, address)
	if response.StatusCode != http.StatusOK {
		log.Fatalf("FAULT  %s answers %s", address, response.Status)
	}
	return body
}

// tiles reads the log's tiles. Ours have no height in their path: they are all 8 high (c2sp.org/tlog-tiles).
type tiles struct{ address string }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range wanted {
		data = append(data, get(t.address+"/log/tile/"+strings.TrimPrefix(tile.Path(), "tile/8/")))
	}
	return data, nil
}

func open(signed []byte, vkey string) tlog.Tree {
	verifier, err := note.NewVerifier(vkey)
	check(err, "the verifier key")
	opened, err := note.Open(signed, note.VerifierList(verifier))
	check(err, "the signature of the checkpoint")
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err, "the size of the log")
	root, err := tlog.ParseHash(lines[2])
	check(err, "the root of the log")
	return tlog.Tree{N: size, Hash: root}
}

func entry(address string, index, size int64) []byte {
	bundle := tlog.Tile{H: 8, L: 0, N: index / 256, W: int(min64(256, size-index/256*256))}
	data := get(address + "/log/tile/entries/" + strings.TrimPrefix(bundle.Path(), "tile/8/0/"))
	for i := index / 256 * 256; i < index; i++ {
		data = data[2+binary.BigEndian.Uint16(data):]
	}
	return data[2 : 2+binary.BigEndian.Uint16(data)]
}

func min64(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("go run verify-log.go <address> <verifier key> <index of an entry> [<file with an older checkpoint>]")
	}
	address, vkey := strings.TrimRight(os.Args[1], "/"), os.Args[2]
	index, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err, "the index")
	head, signed, _ := strings.Cut(string(get(fmt.Sprintf("%s/log/proofs/%d.tlog-proof", address, index))), "\n\n")
	tree := open([]byte(signed), vkey)
	fmt.Printf("ok     the log of %d entries is signed by %s\n", tree.N, vkey)
	var proof tlog.RecordProof
	for _, line := range strings.Split(head, "\n")[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		check(err, "the proof")
		proof = append(proof, *(*tlog.Hash)(hash))
	}
	content := entry(address, index, tree.N)
	check(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(content)), "the proof of the entry")
	fmt.Printf("ok     entry %d is in it: %s\n", index, content)
	if len(os.Args) > 4 {
		kept, err := os.ReadFile(os.Args[4])
		check(err, "the older checkpoint")
		older := open(kept, vkey)
		// The reader checks each tile against the root before it is used.
		between, err := tlog.ProveTree(tree.N, older.N, tlog.TileHashReader(tree, tiles{address}))
		check(err, "the tiles")
		check(tlog.CheckTree(between, tree.N, tree.Hash, older.N, older.Hash), "the older checkpoint")
		fmt.Printf("ok     the older checkpoint of %d entries is its beginning\n", older.N)
	}
}
