// The referee checks a log that our code made with code that others wrote: Go's own transparency log
// (golang.org/x/mod/sumdb/{tlog,note}). It is given a folder with what C2SP tlog-tiles has (checkpoint, tile/), and with
// key, witness, proofs and consistency. It prints how much it checked, or what it refuses.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var folder string

func refuse(err error, what string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(1)
	}
}

func require(holds bool, what string) {
	if !holds {
		refuse(fmt.Errorf("it does not hold"), what)
	}
}

func read(name string) []byte {
	bytes, err := os.ReadFile(filepath.Join(folder, name))
	refuse(err, name)
	return bytes
}

// A cosigner is a witness's key; Go's note knows Ed25519 notes alone.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, signature []byte) bool {
	time := binary.BigEndian.Uint64(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(c.key, []byte(message), signature[8:])
}

func cosignerOf(vkey string) cosigner {
	parts := strings.SplitN(vkey, "+", 3)
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	refuse(err, "witness")
	key, err := base64.StdEncoding.DecodeString(parts[2])
	refuse(err, "witness")
	require(len(key) == 33 && key[0] == 4, "the witness's key")
	return cosigner{parts[0], uint32(hash), key[1:]}
}

// Tiles reads tiles of a folder. Paths of Go name the height of a tile, those of C2SP do not: it is 8.
type tiles struct{ read map[string]bool }

func (t tiles) Height() int                            { return 8 }
func (t tiles) SaveTiles(_ []tlog.Tile, data [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		bytes, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			return nil, err
		}
		t.read[path] = true
		all = append(all, bytes)
	}
	return all, nil
}

type head struct {
	origin string
	tree   tlog.Tree
}

func open(text []byte, known note.Verifiers) (head, int) {
	opened, err := note.Open(text, known)
	refuse(err, "checkpoint")
	lines := strings.Split(opened.Text, "\n")
	require(len(lines) == 4 && lines[3] == "", "three lines of the checkpoint")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	refuse(err, "size")
	root, err := tlog.ParseHash(lines[2])
	refuse(err, "root")
	return head{lines[0], tlog.Tree{N: size, Hash: root}}, len(opened.Sigs)
}

func hashesOf(lines []string) []tlog.Hash {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		refuse(err, "a hash")
		hashes = append(hashes, hash)
	}
	return hashes
}

// Entries has all entries of the bundles, in order.
func entries(size int64) [][]byte {
	var all [][]byte
	for first := int64(0); first < size; first += 256 {
		tile := tlog.Tile{H: 8, L: -1, N: first / 256, W: 256}
		if size-first < 256 {
			tile.W = int(size - first)
		}
		bundle := read(strings.Replace(tile.Path(), "tile/8/data/", "tile/entries/", 1))
		for len(bundle) > 0 {
			require(len(bundle) >= 2, "a length in a bundle")
			length := int(binary.BigEndian.Uint16(bundle))
			require(len(bundle) >= 2+length, "an entry in a bundle")
			all = append(all, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
	}
	return all
}

func eachLine(name string, value func() interface{}, check func()) {
	lines := bufio.NewScanner(bytes.NewReader(read(name)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		refuse(json.Unmarshal(lines.Bytes(), value()), name)
		check()
	}
	refuse(lines.Err(), name)
}

func main() {
	folder = os.Args[1]
	verifier, err := note.NewVerifier(strings.TrimSpace(string(read("key"))))
	refuse(err, "key")
	witness := cosignerOf(strings.TrimSpace(string(read("witness"))))
	known := note.VerifierList(verifier, witness)

	log, signatures := open(read("checkpoint"), known)
	require(log.origin == verifier.Name() && signatures == 2, "a signature of the log and one of the witness")

	reader := tiles{map[string]bool{}}
	hashes := tlog.TileHashReader(log.tree, reader)
	root, err := tlog.TreeHash(log.tree.N, hashes)
	refuse(err, "the root of the tiles")
	require(root == log.tree.Hash, "the root of the checkpoint")

	all := entries(log.tree.N)
	require(int64(len(all)) == log.tree.N, "as many entries as the checkpoint says")
	for at, entry := range all {
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(at))})
		refuse(err, "a leaf")
		require(leaf[0] == tlog.RecordHash(entry), fmt.Sprintf("the hash of entry %d", at))
	}

	inclusions := 0
	var text string
	eachLine("proofs", func() interface{} { return &text }, func() {
		parts := strings.SplitN(text, "\n\n", 2)
		lines := strings.Split(parts[0], "\n")
		require(len(parts) == 2 && len(lines) > 2 && lines[0] == "c2sp.org/tlog-proof@v1", "a proof")
		entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
		refuse(err, "extra")
		index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
		refuse(err, "index")
		proof := hashesOf(lines[3:])
		its, _ := open([]byte(parts[1]), known)
		require(its == log, "the checkpoint of a proof")
		refuse(tlog.CheckRecord(proof, its.tree.N, its.tree.Hash, index, tlog.RecordHash(entry)), "an inclusion proof")
		require(bytes.Equal(entry, all[index]), "the entry of a proof")
		own, err := tlog.ProveRecord(its.tree.N, index, hashes)
		refuse(err, "a proof from tiles")
		require(fmt.Sprint(own) == fmt.Sprint(tlog.RecordProof(proof)), "the proof from tiles")
		inclusions++
	})

	consistent := 0
	var pair struct {
		From, To         int64
		FromRoot, ToRoot string
		Proof            []string
	}
	eachLine("consistency", func() interface{} { pair.Proof = nil; return &pair }, func() {
		roots := hashesOf([]string{pair.FromRoot, pair.ToRoot})
		for at, size := range []int64{pair.From, pair.To} {
			own, err := tlog.TreeHash(size, hashes)
			refuse(err, "a root from tiles")
			require(own == roots[at], fmt.Sprintf("the root of %d entries", size))
		}
		refuse(tlog.CheckTree(hashesOf(pair.Proof), pair.To, roots[1], pair.From, roots[0]), "a consistency proof")
		consistent++
	})

	fmt.Printf("%d signatures, %d entries, %d inclusion proofs, %d consistency proofs, %d tiles\n",
		signatures, len(all), inclusions, consistent, len(reader.read))
}
