package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// order is a line that comes in: something to do, or the answer to a question.
type order struct {
	ID int    `json:"id"`
	Do string `json:"do"`

	// load
	Wasm         string `json:"wasm"`
	IsCompressed bool   `json:"isCompressed"`
	terms

	// execute
	Module    int    `json:"module"`
	Request   []byte `json:"request"`
	Execution string `json:"execution"`
	Owner     string `json:"owner"`
	Workflow  string `json:"workflow"`

	// answer
	Answer []byte `json:"answer"`
	Error  string `json:"error"`
}

// terms are what the host is told about a module. Fuel counts only where a module was loaded with some.
type terms struct {
	TimeoutMs        int64  `json:"timeoutMs"`
	MaxMemoryMB      uint64 `json:"maxMemoryMB"`
	MaxResponseBytes uint64 `json:"maxResponseBytes"`
	MaxCalls         int    `json:"maxCalls"`
	Fuel             uint64 `json:"fuel"`
}

// told is a line that goes out: what came of an order, or a question that an execution asks.
type told struct {
	ID    int     `json:"id"`
	Ask   string  `json:"ask,omitempty"`
	Run   int     `json:"run,omitempty"`
	Bytes []byte  `json:"bytes,omitempty"`
	Error string  `json:"error,omitempty"`
	Ms    float64 `json:"ms"`
	CpuMs float64 `json:"cpuMs"`
	RssMB float64 `json:"rssMB"`
}

// wire carries lines of JSON both ways; questions wait until they are answered.
type wire struct {
	lines   *bufio.Reader
	out     io.Writer
	writing sync.Mutex
	asking  sync.Mutex
	asked   int
	waiting map[int]chan order
}

func newWire(both io.ReadWriter) *wire {
	return &wire{lines: bufio.NewReaderSize(both, 1<<20), out: both, waiting: map[int]chan order{}}
}

func (w *wire) say(line told) {
	bytes, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if _, err := w.out.Write(append(bytes, '\n')); err != nil {
		panic(err)
	}
}

// next gives the next order; answers go to where they are waited for.
func (w *wire) next() (order, error) {
	for {
		line, err := w.lines.ReadBytes('\n')
		if err != nil {
			return order{}, err
		}
		var one order
		if err := json.Unmarshal(line, &one); err != nil {
			return order{}, fmt.Errorf("a line that is not an order: %w", err)
		}
		if one.Do != "answer" {
			return one, nil
		}
		w.asking.Lock()
		waiting := w.waiting[one.ID]
		delete(w.waiting, one.ID)
		w.asking.Unlock()
		if waiting != nil {
			waiting <- one
		}
	}
}

// ask puts a question, and gives the channel on which its answer comes.
func (w *wire) ask(run int, what string, bytes []byte) <-chan order {
	answer := make(chan order, 1)
	w.asking.Lock()
	w.asked++
	id := w.asked
	w.waiting[id] = answer
	w.asking.Unlock()
	w.say(told{ID: id, Ask: what, Run: run, Bytes: bytes})
	return answer
}
