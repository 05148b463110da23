import { expect } from 'chai'
import { commitmentsOf, keptId } from '../../../../adapters/moltbook/version1/commitments.ts'
import { old } from '../../../../adapters/moltbook/version1/schema.ts'

const deadline = '2026-02-12T00:00:00Z'
const one = {
  agent: 'Minara',
  position: 'YES',
  confidence: 0.7,
  timestamp: '2026-02-05T06:00:00Z',
  comment_id: 'c1',
}
function take(...commitments: unknown[]) {
  const losses: string[] = []
  const market = old.parse({ question: 'Will it?', deadline, commitments })
  return { kept: commitmentsOf(market, { deadline, zone: null, losses }), losses }
}

describe('the commitments of version 1', () => {
  it('S0-76: come in whole per cent, from shares of 1 or from per cent', () => {
    const { kept, losses } = take(one, { ...one, confidence: 55 }, { ...one, confidence: 0.29 })
    expect(kept.map(({ confidence }) => confidence)).to.deep.equal([70, 55, 29])
    expect(losses).to.deep.equal([])
  })

  it('E11: what is rounded, late, or cannot be read is listed', () => {
    const { kept, losses } = take(
      { ...one, confidence: 0.755 },
      { ...one, timestamp: deadline },
      { agent: 'x' },
    )
    expect(kept).to.have.length(1)
    expect(losses).to.deep.equal([
      'commitment 0 of Minara said 0.755: 76 %',
      'commitment 1 of Minara came after the deadline',
      'commitment 2 cannot be read: {"agent":"x"}',
    ])
  })

  it('E11: one whose time names no zone keeps the market from being taken over', () => {
    expect(() => take({ ...one, timestamp: '2026-02-05T06:00:00' })).to.throw('names no zone')
    expect(() => take({ ...one, timestamp: 'then' })).to.throw('its commitment 0 is not a time')
  })

  it('an id that is none of Moltbook is listed', () => {
    const losses: string[] = []
    expect([keptId(null, losses), keptId('c1', losses), keptId('a b', losses)]).to.deep.equal([
      null,
      'c1',
      null,
    ])
    expect(losses).to.deep.equal(['the id "a b" is none of Moltbook'])
  })
})
