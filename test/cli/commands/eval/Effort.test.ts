import { expect } from 'chai'
import { add, makeMeter, nothing, wholeOf } from '../../../../cli/commands/eval/Effort.ts'

const call = (costMicroUsd: number | null) => ({
  model: 'm',
  ms: 1,
  cause: null,
  status: null,
  usage: { inputTokens: 10, outputTokens: 2, costMicroUsd },
})

describe('makeMeter', () => {
  it('issue 16: a call is of the stage that runs, and time is that of the stage', () => {
    let now = 0
    const meter = makeMeter(() => now)
    meter.observe({ type: 'started', stage: 'promptEngineer' })
    meter.call(call(5))
    now = 900
    meter.observe({ type: 'finished', stage: 'promptEngineer', ms: 900, detail: null })
    meter.observe({ type: 'started', stage: 'auditor' })
    meter.call(call(7))
    meter.call(call(8))
    meter.observe({ type: 'failed', stage: 'auditor', ms: 400, code: 'TIMEOUT' })
    now = 1_300
    const effort = meter.effort()
    expect(effort.ms).to.equal(1_300)
    expect(effort.stages.promptEngineer).to.deep.equal({
      ms: 900,
      calls: 1,
      input_tokens: 10,
      output_tokens: 2,
      cost_micro_usd: 5,
    })
    expect(effort.stages.auditor).to.include({ ms: 400, calls: 2, cost_micro_usd: 15 })
    expect(wholeOf(effort)).to.include({ ms: 1_300, calls: 3, cost_micro_usd: 20 })
  })

  it('a call that failed counts as a call, and its cause is told', () => {
    const meter = makeMeter(() => 0)
    meter.call({ model: 'm', ms: 1, cause: 'busy', status: 429, usage: null })
    expect(meter.effort().stages.before).to.deep.equal({ ...nothing, calls: 1 })
    expect(meter.lastCause()).to.equal('busy')
    meter.call(call(null))
    expect(meter.lastCause()).to.equal(null)
    expect(wholeOf(meter.effort()).cost_micro_usd).to.equal(null)
  })

  it('adding nothing changes nothing', () => {
    const spent = { ms: 3, calls: 1, input_tokens: 2, output_tokens: 2, cost_micro_usd: 9 }
    expect(add(nothing, spent)).to.deep.equal(spent)
  })
})
