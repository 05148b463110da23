import { expect } from 'chai'
import fc from 'fast-check'
import * as ModelReply from '../../../../workers/pipeline/text/ModelReply.ts'

describe('ModelReply', () => {
  it('S2-104: no schema of a reply has a place for a verdict', () => {
    for (const schema of Object.values(ModelReply.schemas)) {
      const given = JSON.stringify({ verdict: 'YES', outcome: 'YES', confidence: 1 })
      expect(ModelReply.read(schema, given)).to.equal(null)
    }
  })

  const claim = {
    evidence_id: 'edgar',
    quote: 'It agreed to acquire it.',
    stance: 'affirms',
    date_quote: null,
  }
  const read = (value: unknown) =>
    ModelReply.read(ModelReply.claims, typeof value === 'string' ? value : JSON.stringify(value))

  it('S2-46: reads a reply that is of its schema from the first byte to the last', () => {
    const reply = { claims: [claim], assumptions: ['supposed'] }
    expect(read(reply)).to.deep.equal(reply)
    expect(read(`\n ${JSON.stringify(reply)} `)).to.deep.equal(reply)
  })

  it('S2-46: reads nothing into anything else: no repair, no picking out, no key twice', () => {
    const plain = JSON.stringify({ claims: [claim], assumptions: [] })
    const wrong: unknown[] = [
      '',
      'null',
      `${plain},`,
      `\`\`\`json\n${plain}\n\`\`\``,
      plain.replace('{', '{"claims":[],'),
      { claims: [claim] },
      { claims: [{ ...claim, sure: true }], assumptions: [] },
      { claims: [{ ...claim, stance: 'supports' }], assumptions: [] },
      { claims: [{ ...claim, quote: 'too short' }], assumptions: [] },
      { claims: [{ ...claim, quote: 'x'.repeat(601) }], assumptions: [] },
      { claims: [{ ...claim, date_quote: '2026' }], assumptions: [] },
      { claims: Array.from({ length: 13 }, () => claim), assumptions: [] },
      { claims: [], assumptions: [''] },
      `${plain}${' '.repeat(65_536)}`,
    ]
    for (const value of wrong) expect(read(value), JSON.stringify(value).slice(0, 60)).to.equal(null)
  })

  it('S2-46: never throws, whatever a model says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(ModelReply.read(ModelReply.structure, text)).to.equal(null)
      }),
    )
    expect(read('['.repeat(60_000))).to.equal(null)
  })

  it('S2-20: a structure is ready with all its fields, or says which are missing', () => {
    const structure = (value: object) => ModelReply.read(ModelReply.structure, JSON.stringify(value))
    const ready = {
      status: 'READY',
      event_definition: 'e',
      target_entity: 't',
      predicate: 'p',
      threshold: null,
    }
    expect(structure(ready)).to.deep.equal(ready)
    expect(structure({ ...ready, missing_fields: ['event'] })).to.equal(null)
    expect(structure({ status: 'INVALID', missing_fields: ['event'] })).to.not.equal(null)
    expect(structure({ status: 'INVALID', missing_fields: [] })).to.equal(null)
    expect(structure({ status: 'INVALID', missing_fields: ['colour'] })).to.equal(null)
  })
})
