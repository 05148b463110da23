import { expect } from 'chai'
import type { ExecutionReport } from '../../../don/don.ts'
import { BaseError } from '../../../protocol/index.ts'
import { UnreportedError, UnsealedError } from '../../../scripts/bench/roundStage.ts'

// What the stage does with a chain and its nodes is in round.test.ts, which plays whole rounds on it.
const execution = (changes: Partial<ExecutionReport>): ExecutionReport => ({
  executionId: 'bench 1',
  ms: 1,
  value: null,
  error: null,
  nodes: [],
  usage: {} as ExecutionReport['usage'],
  trace: [],
  logs: [],
  ...changes,
})

describe('a stage for rounds', () => {
  it('names the market whose round was not collected', () => {
    const error = new UnsealedError(7)
    expect(error).to.be.instanceOf(BaseError)
    expect(error.name).to.equal('Bench.UnsealedError')
    expect(error.message).to.contain('The gateway did not collect the round of market 7.')
  })

  it('says why a round was not reported: the error of its nodes, or what they gave instead', () => {
    const failed = new UnreportedError(execution({ error: 'no quorum', value: 'ignored' }))
    expect(failed.name).to.equal('Bench.UnreportedError')
    expect(failed.message).to.contain('The round was not reported: no quorum').and.not.contain('ignored')
    const skipped = new UnreportedError(execution({ value: '{"status":"skipped"}' }))
    expect(skipped.message).to.contain('The round was not reported: {"status":"skipped"}')
  })
})
