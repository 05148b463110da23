import { expect } from 'chai'
import { RpcError, toRpcError } from '../../../../workers/sdk/a2a/RpcError.ts'

describe('an error of A2A', () => {
  it('A2A v1.0 §5.4 §9.5: has its code, and says in details what a program needs', () => {
    expect(toRpcError(new RpcError('TASK_NOT_FOUND', 'There is none.'))).to.deep.equal({
      code: -32_001,
      message: 'There is none.',
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'TASK_NOT_FOUND',
          domain: 'a2a-protocol.org',
        },
      ],
    })
    expect(toRpcError(new RpcError('INVALID_PARAMS', 'id: needed', 'id'))).to.deep.equal({
      code: -32_602,
      message: 'id: needed',
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'id', description: 'id: needed' }],
        },
      ],
    })
    expect(toRpcError(new RpcError('PARSE_ERROR', 'No.'))).to.deep.equal({ code: -32_700, message: 'No.' })
  })
})
