import { expect } from 'chai'
import { Market, Status } from '../../../adapters/moltbook/index.ts'
import { at, raw, seed, without } from './seedMarket.ts'

const fieldsOf = (value: unknown) => Market.problems(value).map(({ field }) => field)

describe('Market', () => {
  it('S0-53 S0-54 S0-55 S0-56 S0-57 S0-58 S0-59 S0-60 S0-61: the example of the seed is a market, field by field', () => {
    expect(Market.problems(seed)).to.deep.equal([])
    expect(
      Market.open({
        id: seed.id,
        question_raw: raw,
        deadline: seed.deadline,
        moltbook_post_id: seed.moltbook_post_id,
        creator: 'SoothSayer',
        created_at: seed.created_at,
      }),
    ).to.deep.equal(seed)
  })

  for (const field of ['id', 'question_raw', 'question_display', 'deadline', 'status'])
    it(`S0-5 S0-62: ${field} is always required`, () => {
      expect(fieldsOf(without(field))).to.deep.equal([field])
      expect(fieldsOf({ ...seed, [field]: null })).to.deep.equal([field])
      expect(fieldsOf({ ...seed, [field]: '' })).to.include(field)
    })

  it('S0-63: there is no market without its post', () => {
    expect(fieldsOf(without('moltbook_post_id'))).to.deep.equal(['moltbook_post_id'])
    expect(fieldsOf({ ...seed, moltbook_post_id: null })).to.deep.equal(['moltbook_post_id'])
  })

  it('S0-64: rule.source is always required', () => {
    const { source: _, ...rule } = seed.rule
    expect(fieldsOf({ ...seed, rule })).to.deep.equal(['rule.source'])
  })

  it('S0-65: rule.op and rule.target are required unless the source is manual', () => {
    const { op: _, ...withoutOp } = seed.rule
    const { target: __, ...withoutTarget } = seed.rule
    expect(Market.problems({ ...seed, rule: withoutOp })).to.deep.equal([
      { field: 'rule.op', message: 'is required when the source is not manual' },
    ])
    expect(fieldsOf({ ...seed, rule: withoutTarget })).to.deep.equal(['rule.target'])
    const manual = '§question Will it?\n§rule\nsource:manual\nresolver:soothsayer'
    const rule = { source: 'manual', resolver: 'soothsayer' }
    expect(
      Market.problems({ ...seed, question_raw: manual, question_display: 'Will it?', rule }),
    ).to.deep.equal([])
  })

  it('S0-54 S0-56: what is derived from the question is what the question says', () => {
    expect(fieldsOf({ ...seed, question_display: 'Will ETH?' })).to.deep.equal(['question_display'])
    expect(fieldsOf({ ...seed, rule: { ...seed.rule, target: 1 } })).to.deep.equal(['rule.target'])
    expect(fieldsOf({ ...seed, question_raw: 'no tags at all' })[0]).to.equal('question_raw')
  })

  it('C32: a target is a number only where JSON holds it exactly', () => {
    expect(Market.toExact('75000')).to.equal(75_000)
    expect(Market.toExact('0.1')).to.equal(0.1)
    expect(Market.toExact('0.10')).to.equal('0.10')
    expect(Market.toExact('12345678901234567890')).to.equal('12345678901234567890')
  })

  it('S0-5: fields that nobody knows are refused', () => {
    expect(fieldsOf({ ...seed, extra: 1 })).to.deep.equal([''])
  })

  it('S0-58: an open market has no outcome yet; a resolved one has its time and its evidence', () => {
    for (const status of Status.statuses) expect(Market.problems(at(status)), status).to.deep.equal([])
    expect(fieldsOf({ ...seed, outcome: 'YES' })).to.deep.equal(['outcome'])
    expect(fieldsOf({ ...at('resolved'), outcome_evidence: null })).to.deep.equal(['outcome_evidence'])
    expect(fieldsOf({ ...at('settled'), resolution_comment_id: null })).to.deep.equal([
      'resolution_comment_id',
    ])
    expect(fieldsOf({ ...at('invalid'), outcome: 'NO' })).to.deep.equal(['outcome'])
  })
})
