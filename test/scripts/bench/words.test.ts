import { expect } from 'chai'
import { quick, rows } from '../../../scripts/bench/words.ts'
import { stages } from '../../../workers/pipeline/Stage.ts'

describe('bench words', () => {
  it('FREETEXT §3: says what each stage takes, and what each role uses and costs', async () => {
    const measured = await rows(() => {}, quick)
    const names = measured.map(({ name }) => name)
    expect(names.slice(0, stages.length)).to.deep.equal([...stages])
    for (const role of ['prompt-engineer', 'first-reader', 'second-reader'])
      expect(names).to.include.members([`${role}, in`, `${role}, out`, `${role}, cost`])
    // The two readers are asked side by side, so an answer takes as long as two calls.
    expect(names).to.include.members(['promptEngineer, with 0.05 s a call', 'auditor, with 0.05 s a call'])
    expect(names).to.include('whole answer, with 0.05 s a call')
    for (const { value, name } of measured) expect(value, name).to.be.at.least(0)
    expect(measured.find(({ name }) => name === 'first-reader, cost')!.value).to.be.above(0)
  })
})
