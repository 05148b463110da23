import { expect } from 'chai'
import fc from 'fast-check'
import { requestSchema } from '../../../../services/model/requestSchema.ts'
import { schemaFaults } from '../../../../services/model/schemaFaults.ts'
import * as ModelReply from '../../../../workers/pipeline/text/ModelReply.ts'

describe('ModelReply', () => {
  it('S2-104: no schema of a reply has a place for a verdict', () => {
    for (const schema of Object.values(ModelReply.schemas)) {
      const given = JSON.stringify({ verdict: 'YES', outcome: 'YES', confidence: 1 })
      expect(ModelReply.read(schema, given)).to.equal(null)
    }
  })

  const fact = {
    page: 'edgar',
    quote: 'It agreed to acquire it.',
    subject: 'It',
    predicate: 'agreed to acquire',
    object: null,
    value: null,
    unit: null,
    date: '2026-03-12',
    modality: 'asserted',
    bears: 'YES',
  }
  const read = (value: unknown) =>
    ModelReply.read(ModelReply.facts, typeof value === 'string' ? value : JSON.stringify(value))

  it('S2-46: reads a reply that is of its schema from the first byte to the last', () => {
    const reply = { facts: [fact, { ...fact, bears: null, date: null }] }
    expect(read(reply)).to.deep.equal(reply)
    expect(read(`\n ${JSON.stringify(reply)} `)).to.deep.equal(reply)
  })

  it('S2-46: reads nothing into anything else: no repair, no picking out, no key twice', () => {
    const plain = JSON.stringify({ facts: [fact] })
    const { bears: _, ...open } = fact
    const wrong: unknown[] = [
      '',
      'null',
      `${plain},`,
      `\`\`\`json\n${plain}\n\`\`\``,
      plain.replace('{', '{"facts":[],'),
      {},
      { facts: [open] },
      { facts: [{ ...fact, sure: true }] },
      { facts: [{ ...fact, modality: 'certain' }] },
      { facts: [{ ...fact, bears: 'INVALID' }] },
      { facts: [{ ...fact, quote: '' }] },
      { facts: [{ ...fact, quote: 'x'.repeat(1_201) }] },
      { facts: Array.from({ length: ModelReply.mostFacts + 1 }, () => fact) },
      `${plain}${' '.repeat(131_072)}`,
    ]
    for (const value of wrong) expect(read(value), JSON.stringify(value).slice(0, 60)).to.equal(null)
  })

  it('S2-46: never throws, whatever a model says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(ModelReply.read(ModelReply.proposal, text)).to.equal(null)
      }),
    )
    expect(read('['.repeat(60_000))).to.equal(null)
  })

  it('S2-20: what is read in a question has all its fields, and names what is missing by a known name', () => {
    const proposal = (value: object) => ModelReply.read(ModelReply.proposal, JSON.stringify(value))
    const whole = { missing_fields: [], subject: 'Ada', threshold: null, last_day: null, synonyms: [] }
    expect(proposal(whole)).to.deep.equal(whole)
    expect(proposal({ ...whole, missing_fields: ['event'] })).to.not.equal(null)
    expect(proposal({ ...whole, missing_fields: ['colour'] })).to.equal(null)
    expect(proposal({ ...whole, sources: ['https://evil.example'] })).to.equal(null)
    const { last_day: _, ...less } = whole
    expect(proposal(less)).to.equal(null)
  })

  it('AUDIT B6: providers take the schemas, as their documents have them', () => {
    for (const name of ['Event/v1', 'Facts/v1'] as const)
      for (const dialect of ['openai', 'anthropic'] as const)
        expect(schemaFaults(requestSchema(ModelReply.requestSchema(name)), dialect), name).to.deep.equal([])
  })
})
