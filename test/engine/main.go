// Command engine runs workflows in CRE's own host: wasmtime, with the functions, limits and clocks that CRE's nodes give a
// workflow. It is driven by lines of JSON on file descriptor 3, because a workflow's own output goes to standard output.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/smartcontractkit/chainlink-common/pkg/config"
	"github.com/smartcontractkit/chainlink-common/pkg/contexts"
	"github.com/smartcontractkit/chainlink-common/pkg/logger"
	"github.com/smartcontractkit/chainlink-common/pkg/settings"
	"github.com/smartcontractkit/chainlink-common/pkg/settings/limits"
	"github.com/smartcontractkit/chainlink-common/pkg/workflows/wasm/host"
	"github.com/smartcontractkit/chainlink-protos/cre/go/sdk"
	"google.golang.org/protobuf/proto"
)

const channel = 3

type loaded struct {
	module host.ModuleV2
	config *host.ModuleConfig
}

type engine struct {
	wire    *wire
	mutex   sync.Mutex
	modules map[int]loaded
	cancels map[int]context.CancelFunc
}

func main() {
	file := os.NewFile(channel, "orders")
	e := &engine{wire: newWire(file), modules: map[int]loaded{}, cancels: map[int]context.CancelFunc{}}
	for {
		one, err := e.wire.next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if one.Do == "cancel" {
			e.cancel(one.ID)
		} else {
			go e.obey(one)
		}
	}
}

func (e *engine) obey(one order) {
	started := time.Now()
	bytes, err := e.do(one)
	line := told{ID: one.ID, Bytes: bytes, Ms: float64(time.Since(started).Microseconds()) / 1e3}
	if err != nil {
		line.Error = err.Error()
	}
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) == nil {
		line.CpuMs = float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
		line.RssMB = float64(used.Maxrss) / 1024
	}
	e.wire.say(line)
}

func (e *engine) do(one order) ([]byte, error) {
	switch one.Do {
	case "account": // its answer says what was used so far, as every answer does
		return nil, nil
	case "load":
		return nil, e.load(one)
	case "limit":
		return nil, e.limit(one)
	case "execute":
		return e.execute(one)
	default:
		return nil, fmt.Errorf("no order %q", one.Do)
	}
}

func (e *engine) load(one order) error {
	wasm, err := os.ReadFile(one.Wasm)
	if err != nil {
		return err
	}
	timeout := time.Duration(one.TimeoutMs) * time.Millisecond
	cfg := &host.ModuleConfig{
		Logger:               logger.Nop(),
		IsUncompressed:       !one.IsCompressed,
		Timeout:              &timeout,
		MaxMemoryMBs:         one.MaxMemoryMB,
		MinMemoryMBs:         one.MaxMemoryMB, // it would be raised to a default otherwise
		MaxResponseSizeBytes: one.MaxResponseBytes,
		InitialFuel:          one.Fuel,
	}
	if one.MaxCalls > 0 {
		cfg.PendingCallsLimiter = limits.GlobalResourcePoolLimiter(one.MaxCalls)
	}
	module, err := host.NewModule(context.Background(), cfg, wasm)
	if err != nil {
		return err
	}
	if module.IsLegacyDAG() {
		return fmt.Errorf("the module is not of the second version")
	}
	module.Start()
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.modules[one.ID] = loaded{module: module, config: cfg}
	return nil
}

// limit changes what the next executions of a module may use.
func (e *engine) limit(one order) error {
	found, err := e.find(one.Module)
	if err != nil {
		return err
	}
	size := settings.Size(config.Size(one.MaxMemoryMB) * config.MByte)
	limiter, err := limits.MakeUpperBoundLimiter(limits.Factory{Logger: logger.Nop()}, size)
	if err != nil {
		return err
	}
	found.config.MemoryLimiter = limiter
	found.config.InitialFuel = one.Fuel
	return nil
}

func (e *engine) execute(one order) ([]byte, error) {
	found, err := e.find(one.Module)
	if err != nil {
		return nil, err
	}
	request := &sdk.ExecuteRequest{}
	if err := proto.Unmarshal(one.Request, request); err != nil {
		return nil, err
	}
	// Limits are counted by workflow: whose is this?
	whose := contexts.CRE{Owner: one.Owner, Workflow: one.Workflow}
	ctx, cancel := context.WithCancel(contexts.WithCRE(context.Background(), whose))
	defer cancel()
	e.mutex.Lock()
	e.cancels[one.ID] = cancel
	e.mutex.Unlock()
	defer e.cancel(one.ID)
	result, err := found.module.Execute(ctx, request, &helper{wire: e.wire, ctx: ctx, run: one.ID, execution: one.Execution})
	if err != nil {
		return nil, err
	}
	if result == nil { // a workflow that ended without an answer: the host has neither a result nor an error
		return nil, errors.New("the host gave no result")
	}
	return proto.Marshal(result)
}

func (e *engine) find(id int) (loaded, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	found, ok := e.modules[id]
	if !ok {
		return loaded{}, fmt.Errorf("no module %d", id)
	}
	return found, nil
}

func (e *engine) cancel(id int) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if cancel, ok := e.cancels[id]; ok {
		cancel()
		delete(e.cancels, id)
	}
}
