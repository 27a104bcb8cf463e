// Checks Signalpost's log with Go's own tools (golang.org/x/mod/sumdb), without trusting Signalpost:
// the signature, that an entry is in the log, and that an older checkpoint is its beginning.
// A log that was restored from a backup continues in a new tree, an epoch, whose first entry says what was lost.
//
//	go run verify-log.go <address> <verifier key> <number of an entry> [<file with an older checkpoint>]
package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

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

// tiles reads an epoch's tiles. Their paths have no height, because it is always 8 (c2sp.org/tlog-tiles).
type tiles struct{ address string }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range wanted {
		data = append(data, get(t.address+"/tile/"+strings.TrimPrefix(tile.Path(), "tile/8/")))
	}
	return data, nil
}

// named splits the name of a log into the name of its first epoch and the epoch's number: host/log/2 is host/log and 2.
func named(origin string) (string, int64) {
	at := strings.LastIndex(origin, "/log/")
	if at < 0 {
		return origin, 1
	}
	epoch, err := strconv.ParseInt(origin[at+len("/log/"):], 10, 64)
	check(err, "the name of the log")
	return origin[:at+len("/log")], epoch
}

func nameOf(first string, epoch int64) string {
	if epoch == 1 {
		return first
	}
	return fmt.Sprintf("%s/%d", first, epoch)
}

// under returns the same key under another name (c2sp.org/signed-note).
func under(name, vkey string) string {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) < 3 {
		log.Fatalf("FAULT  the verifier key: %s", vkey)
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	check(err, "the verifier key")
	id := sha256.Sum256(append([]byte(name+"\n"), key...))
	return fmt.Sprintf("%s+%x+%s", name, id[:4], parts[2])
}

// open returns the name and the tree of a checkpoint that the key has signed.
func open(signed []byte, vkey string) (string, tlog.Tree) {
	verifier, err := note.NewVerifier(vkey)
	check(err, "the verifier key")
	opened, err := note.Open(signed, note.VerifierList(verifier))
	check(err, "the signature of the checkpoint")
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err, "the size of the log")
	root, err := tlog.ParseHash(lines[2])
	check(err, "the root of the log")
	return lines[0], tlog.Tree{N: size, Hash: root}
}

func originOf(signed []byte) string {
	origin, _, _ := strings.Cut(string(signed), "\n")
	return origin
}

// An epoch's tree. first is the number of its first entry, which follows the numbers of the lost entries.
type epoch struct {
	address, vkey, origin string
	tree                  tlog.Tree
	first                 int64
	seam                  seam
}

// seam is the first entry of an epoch. Last is the last checkpoint of the previous epoch, which had Size entries. The
// backup has the first Kept of them.
type seam struct {
	Kind, Last, Reason, Time, Vkey string
	Epoch, Kept, Size              int64
}

// follow returns all epochs, oldest first. Each names the key of the previous one. proven is used as the checkpoint of
// its epoch.
func follow(address, vkey string, proven []byte) (epochs []epoch) {
	signed := get(address + "/log/checkpoint")
	first, number := named(originOf(signed))
	if known, _ := named(strings.Split(vkey, "+")[0]); known == first {
		vkey = under(originOf(signed), vkey)
	}
	for kept := int64(-1); ; number-- {
		if originOf(proven) == nameOf(first, number) {
			signed = proven
		}
		origin, tree := open(signed, vkey)
		if origin != nameOf(first, number) || kept >= 0 && tree.N != kept {
			log.Fatalf("FAULT  the epoch %s with %d entries isn't the one that was kept", origin, tree.N)
		}
		fmt.Printf("ok     the log of %d entries is signed by %s\n", tree.N, vkey)
		one := epoch{address: address + "/log", vkey: vkey, origin: origin, tree: tree}
		if number > 1 {
			one.address += fmt.Sprintf("/%d", number)
			one.seam = readSeam(one, number)
			before := nameOf(first, number-1)
			vkey, kept = under(before, one.seam.Vkey), one.seam.Kept
			name, last := open([]byte(one.seam.Last), vkey)
			if name != before || last.N != one.seam.Size || kept < 1 || kept >= last.N {
				log.Fatalf("FAULT  the first entry of %s names other numbers than the last checkpoint of %s", origin, before)
			}
		}
		epochs = append([]epoch{one}, epochs...)
		if number == 1 {
			break
		}
		signed = get(fmt.Sprintf("%s/log/%d/checkpoint", address, number-1))
	}
	for i := 1; i < len(epochs); i++ {
		before, seam := epochs[i-1], epochs[i].seam
		epochs[i].first = before.first + seam.Size
		fmt.Printf("ok     restored from a backup at %s; entries %d to %d were lost: %q\n",
			seam.Time, before.first+seam.Kept, epochs[i].first-1, seam.Reason)
	}
	return epochs
}

func readSeam(one epoch, number int64) (found seam) {
	content := entry(one.address, 0, one.tree.N)
	proof, err := tlog.ProveRecord(one.tree.N, 0, tlog.TileHashReader(one.tree, tiles{one.address}))
	check(err, "the tiles")
	check(tlog.CheckRecord(proof, one.tree.N, one.tree.Hash, 0, tlog.RecordHash(content)), "the first entry of "+one.origin)
	check(json.Unmarshal(content, &found), "the first entry of "+one.origin)
	_, err = time.Parse(time.RFC3339, found.Time)
	check(err, "the first entry of "+one.origin)
	if found.Kind != "continues" || found.Reason == "" || found.Epoch != number || strings.Split(found.Vkey, "+")[0] != one.origin {
		log.Fatalf("FAULT  the first entry of %s doesn't say what it continues", one.origin)
	}
	return found
}

func entry(address string, index, size int64) []byte {
	width := size - index/256*256
	if width > 256 {
		width = 256
	}
	bundle := tlog.Tile{H: 8, L: 0, N: index / 256, W: int(width)}
	data := get(address + "/tile/entries/" + strings.TrimPrefix(bundle.Path(), "tile/8/0/"))
	for i := index / 256 * 256; i < index; i++ {
		data = data[2+binary.BigEndian.Uint16(data):]
	}
	return data[2 : 2+binary.BigEndian.Uint16(data)]
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("go run verify-log.go <address> <verifier key> <number of an entry> [<file with an older checkpoint>]")
	}
	address, vkey := strings.TrimRight(os.Args[1], "/"), os.Args[2]
	number, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err, "the number")
	head, signed, _ := strings.Cut(string(get(fmt.Sprintf("%s/log/proofs/%d.tlog-proof", address, number))), "\n\n")
	epochs := follow(address, vkey, []byte(signed))
	var in epoch
	for _, one := range epochs {
		if number >= one.first && number < one.first+one.tree.N {
			in = one
		}
	}
	if in.origin != originOf([]byte(signed)) {
		log.Fatalf("FAULT  the proof is of another epoch than entry %d", number)
	}
	var proof tlog.RecordProof
	for _, line := range strings.Split(head, "\n")[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		check(err, "the proof")
		if len(hash) != tlog.HashSize {
			log.Fatal("FAULT  the proof: a hash of another length")
		}
		proof = append(proof, *(*tlog.Hash)(hash))
	}
	tree, index := in.tree, number-in.first
	content := entry(in.address, index, tree.N)
	check(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(content)), "the proof of the entry")
	fmt.Printf("ok     entry %d is in it: %s\n", number, content)
	if len(os.Args) > 4 {
		kept, err := os.ReadFile(os.Args[4])
		check(err, "the older checkpoint")
		checkOlder(epochs, kept)
	}
}

// checkOlder compares a checkpoint that the reader kept with its epoch, or with the epoch's lost entries.
func checkOlder(epochs []epoch, kept []byte) {
	for i, one := range epochs {
		if one.origin != originOf(kept) {
			continue
		}
		_, older := open(kept, one.vkey)
		if i+1 < len(epochs) && older.N > one.tree.N {
			_, last := open([]byte(epochs[i+1].seam.Last), one.vkey)
			if older.N > last.N || older.N == last.N && older.Hash != last.Hash {
				log.Fatalf("FAULT  the older checkpoint of %d entries isn't one of the log that was restored", older.N)
			}
			fmt.Printf("ok     the older checkpoint of %d entries has some that were lost\n", older.N)
			return
		}
		// The reader checks each tile against the root before it is used.
		between, err := tlog.ProveTree(one.tree.N, older.N, tlog.TileHashReader(one.tree, tiles{one.address}))
		check(err, "the tiles")
		check(tlog.CheckTree(between, one.tree.N, one.tree.Hash, older.N, older.Hash), "the older checkpoint")
		fmt.Printf("ok     the older checkpoint of %d entries is its beginning\n", older.N)
		return
	}
	log.Fatalf("FAULT  the older checkpoint is of %s, which the log doesn't have", originOf(kept))
}
