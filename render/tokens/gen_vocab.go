//go:build ignore

// Command gen_vocab writes the vocabulary blobs o200k_base.bin and
// cl100k_base.bin from the files that github.com/pkoukk/tiktoken-go-loader
// (MIT) carries, which are OpenAI's published tiktoken vocabularies (MIT).
//
// A blob holds the tokens in rank order, each as one length byte and its
// bytes. No rank is missing, so a token's place in the blob orders tokens just
// as its rank does.
package main

import (
	"fmt"
	"log"
	"os"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

func main() {
	log.SetFlags(0)
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		if err := write(name); err != nil {
			log.Fatal(err)
		}
	}
}

func write(name string) error {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return err
	}
	tokens := make([]string, len(ranks))
	for token, rank := range ranks {
		if rank >= len(tokens) || tokens[rank] != "" {
			return fmt.Errorf("%s: ranks have a gap or a double at %d", name, rank)
		}
		if len(token) == 0 || len(token) > 255 {
			return fmt.Errorf("%s: token %d has %d bytes, one length byte holds 1 to 255", name, rank, len(token))
		}
		tokens[rank] = token
	}
	var blob []byte
	for _, token := range tokens {
		blob = append(blob, byte(len(token)))
		blob = append(blob, token...)
	}
	return os.WriteFile(name+".bin", blob, 0o644)
}
