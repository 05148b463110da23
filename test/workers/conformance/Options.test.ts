import { expect } from 'chai'
import { deadline, sampleQuestion } from '../../../local/samples/proof.ts'
import { IncompleteQuestionError, read } from '../../../workers/conformance/Options.ts'

describe('the options of a check', () => {
  it('may all be left out: then a market is imagined, and the protocol’s times count', () => {
    expect(read({})).to.deep.equal({
      chainId: 31_337,
      market: null,
      marketId: null,
      round: 1,
      question: null,
      deadline: null,
      created: null,
      agentId: null,
      signer: null,
      profile: 'cresolver',
      strict: false,
      timeouts: { resolve: 30_000, challenge: 15_000, other: 15_000 },
    })
  })

  it('keep the usual times beside one that is given, and addresses in lower case', () => {
    const options = read({
      timeouts: { resolve: 5 },
      signer: `0x${'AB'.repeat(20)}`,
      market: `0x${'Cd'.repeat(20)}`,
    })
    expect(options.timeouts).to.deep.equal({ resolve: 5, challenge: 15_000, other: 15_000 })
    expect(options).to.include({ signer: `0x${'ab'.repeat(20)}`, market: `0x${'cd'.repeat(20)}` })
  })

  it('refuse what is out of bounds or not known', () => {
    const wrong: object[] = [
      { signer: '0x12' },
      { round: 0 },
      { chainId: -1 },
      { timeouts: { resolve: 0 } },
      { timeouts: { resolve: 600_001 } },
      { question: '' },
      { colour: 'red' },
    ]
    for (const input of wrong) {
      expect(() => read(input), JSON.stringify(input))
        .to.throw()
        .with.property('name', 'Schema.MismatchError')
    }
  })

  it('S2-95: an own question needs its deadline, and a high or a low its creation too', () => {
    const high = sampleQuestion.replace('price_usd', 'price_usd_high')
    expect(() => read({ question: sampleQuestion })).to.throw(
      IncompleteQuestionError,
      'The question cannot be asked without its `deadline`.',
    )
    expect(() => read({ question: high, deadline })).to.throw(IncompleteQuestionError, '`created`')
    expect(read({ question: high, deadline, created: 1 }).created).to.equal(1)
    expect(read({ question: sampleQuestion, deadline }).question).to.equal(sampleQuestion)
  })

  it('an own question must be one that a market would take; plain words are', () => {
    expect(() => read({ question: '§question Why?', deadline }))
      .to.throw()
      .with.property('name', 'Question.InvalidError')
    expect(read({ question: 'Will it rain?', deadline }).question).to.equal('Will it rain?')
  })
})
