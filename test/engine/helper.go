package main

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"github.com/smartcontractkit/chainlink-protos/cre/go/sdk"
	workflows "github.com/smartcontractkit/chainlink-protos/workflows/go/v2"
	"google.golang.org/protobuf/proto"
)

// helper stands where CRE's engine stands: whatever the host asks it, it asks at the other end of the wire.
type helper struct {
	wire      *wire
	ctx       context.Context
	run       int
	execution string
}

func (h *helper) ask(ctx context.Context, what string, bytes []byte) ([]byte, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case answer := <-h.wire.ask(h.run, what, bytes):
		if answer.Error != "" {
			return nil, errors.New(answer.Error)
		}
		return answer.Answer, nil
	}
}

func (h *helper) askMessage(ctx context.Context, what string, request, response proto.Message) error {
	bytes, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	answer, err := h.ask(ctx, what, bytes)
	if err != nil {
		return err
	}
	return proto.Unmarshal(answer, response)
}

func (h *helper) CallCapability(ctx context.Context, request *sdk.CapabilityRequest) (*sdk.CapabilityResponse, error) {
	response := &sdk.CapabilityResponse{}
	return response, h.askMessage(ctx, "call", request, response)
}

func (h *helper) GetSecrets(ctx context.Context, request *sdk.GetSecretsRequest) ([]*sdk.SecretResponse, error) {
	response := &sdk.SecretResponses{}
	if err := h.askMessage(ctx, "secrets", request, response); err != nil {
		return nil, err
	}
	return response.Responses, nil
}

func (h *helper) GetWorkflowExecutionID() string { return h.execution }

func (h *helper) GetNodeTime() time.Time { return time.Now() }

func (h *helper) GetDONTime() (time.Time, error) {
	bytes, err := h.ask(h.ctx, "now", nil)
	if err != nil {
		return time.Time{}, err
	}
	return time.Unix(0, int64(binary.LittleEndian.Uint64(bytes))), nil
}

func (h *helper) EmitUserLog(text string) error {
	h.wire.say(told{Ask: "log", Run: h.run, Bytes: []byte(text)})
	return nil
}

func (h *helper) EmitUserMetric(_ context.Context, metric *workflows.WorkflowUserMetric) error {
	h.wire.say(told{Ask: "metric", Run: h.run, Bytes: []byte(metric.Name)})
	return nil
}
