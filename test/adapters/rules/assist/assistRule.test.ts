import { expect } from 'chai'
import { assistRule, parseRule } from '../../../../adapters/rules/index.ts'
import type { Model } from '../../../../services/model/Model.ts'

const usage = { inputTokens: 1, outputTokens: 1, costMicroUsd: null }
const saying = (text: string): Model => ({ name: 'test', complete: async () => ({ text, usage }) })
const pointing = (source: string | null, deadline: string | null) =>
  saying(JSON.stringify({ source, deadline }))

const market = {
  question: 'Will the dam be built?',
  description: 'It counts once Reuters writes of it.',
  endDate: '2027-05-01T00:00:00Z',
}

describe('assistRule', () => {
  it('S4-4: takes a source that the model points at, where the words stand in the rules', async () => {
    const { structured, spans, assisted } = await assistRule(market, pointing('Reuters', null))
    expect(structured.source).to.equal('reuters.com')
    expect(market.description.slice(spans.source!.start, spans.source!.end)).to.equal('Reuters')
    expect(assisted).to.deep.equal(['source'])
  })

  it('takes nothing that the rules do not say, that means nothing, or that is no answer', async () => {
    const models = [
      pointing('Bloomberg', 'by June 1, 2030'),
      pointing('writes', 'writes of it'),
      pointing('', ''),
      saying('{"source": 7}'),
      saying('not JSON'),
      { name: 'broken', complete: () => Promise.reject(new Error('down')) },
    ]
    for (const model of models)
      expect(await assistRule(market, model)).to.deep.equal({ ...parseRule(market), assisted: [] })
  })

  it('is not asked where nothing is missing', async () => {
    const whole = {
      question: 'Rain?',
      description: 'Resolves to "Yes" by May 1, 2027. The source is the BBC.',
    }
    const model: Model = { name: 'none', complete: () => Promise.reject(new Error('must not be asked')) }
    expect((await assistRule(whole, model)).assisted).to.deep.equal([])
  })

  it('S4-4: takes a deadline that it points at, as the parser reads it', async () => {
    const rules = 'It counts once Reuters writes of it by 2027 elections or not.'
    const undated = { question: 'Will the dam be built?', description: rules }
    expect(parseRule(undated).structured.deadline).to.equal(null)
    const { structured, spans, assisted } = await assistRule(undated, pointing(null, 'by 2027'))
    expect(assisted).to.deep.equal(['deadline'])
    expect(structured).to.include({ deadline: '2027-12-31T23:59Z', timezone: null })
    expect(rules.slice(spans.deadline!.start, spans.deadline!.end)).to.equal('by 2027')
    const both = await assistRule(undated, pointing('Reuters', 'by 2027'))
    expect(both.assisted).to.deep.equal(['source', 'deadline'])
  })

  it('S4-86: asks with the texts as data, and takes no more than it asked for', async () => {
    const asked: { system: string; user: string }[] = []
    const model: Model = {
      name: 'test',
      async complete(request) {
        asked.push(request)
        return { text: '{"source":"Reuters","deadline":null,"ambiguity":0}', usage }
      },
    }
    expect((await assistRule(market, model)).assisted).to.deep.equal([])
    expect(asked).to.have.length(1)
    expect(JSON.parse(asked[0]!.user)).to.deep.equal({ question: market.question, rules: market.description })
    expect(asked[0]!.system).to.not.include(market.description)
  })

  it('does not ask about a market without rules', async () => {
    const model: Model = { name: 'none', complete: () => Promise.reject(new Error('must not be asked')) }
    expect((await assistRule({ question: 'Will it?' }, model)).assisted).to.deep.equal([])
  })
})
