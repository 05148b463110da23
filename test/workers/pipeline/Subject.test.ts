import { expect } from 'chai'
import { Address } from '../../../protocol/index.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { created, deadline, sampleQuestion, taskOf } from './helpers.ts'

describe('Subject', () => {
  it('takes from a task what a spec is compiled from: the raw text, its times and its place', () => {
    const market = Address.of('0x5FbDB2315678afecb367f032d93F642f64180aa3')
    const task = taskOf(sampleQuestion, { market, round: 3 })
    expect(Subject.ofTask(task)).to.deep.equal({
      chain_id: 31_337,
      market,
      market_id: '1',
      round: 3,
      question: sampleQuestion,
      parsed: task.parsed,
      deadline,
      created,
    })
  })

  it('keeps open what a task leaves open', () => {
    const subject = Subject.ofTask(taskOf('Will it rain?', { deadline: null, created: null }))
    expect([subject.deadline, subject.created]).to.deep.equal([null, null])
  })
})
