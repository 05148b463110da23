import { expect } from 'chai'
import { rawOf } from '../../../../adapters/moltbook/version1/question.ts'
import { old } from '../../../../adapters/moltbook/version1/schema.ts'

const deadline = '2026-02-12T00:00:00Z'
const flat = { question: 'Will it?', deadline, source: 'coingecko:bitcoin', operator: 'gte', threshold: 5 }
function raw(more: object) {
  const losses: string[] = []
  return { text: rawOf(old.parse({ ...flat, ...more }), losses), losses }
}

describe('the question of a market of version 1', () => {
  it('S0-76: says what the flat fields said', () => {
    expect(raw({})).to.deep.equal({
      text: '§question Will it?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:5',
      losses: [],
    })
    const { text, losses } = raw({
      source: null,
      resolution_source: 'binance:BTCUSDT',
      question: 'Will\n it?',
    })
    expect(text).to.include('§question Will it?\n§rule\nsource:binance:BTCUSDT')
    expect(losses).to.deep.equal(['blanks and line breaks of the question'])
  })

  it('E11: fields of which one cannot be kept are listed', () => {
    expect(raw({ source: 'manual' }).losses).to.deep.equal([
      'operator = "gte" has no place in a manual rule',
      'threshold = 5 has no place in a manual rule',
    ])
    expect(raw({ source: 'coingecko' }).losses[0]).to.equal('the source "coingecko" cannot be asked: manual')
    expect(raw({ resolution_source: 'other' }).losses).to.deep.equal([
      'resolution_source = "other", beside source = "coingecko:bitcoin"',
    ])
  })

  it('E11: § text stands as it is', () => {
    const question = ' §question Will it?\n§rule\nsource:manual\nresolver:soothsayer\n'
    const manual = { source: 'manual', operator: null, threshold: null }
    expect(raw({ ...manual, question }).text).to.equal(question.trim())
    expect(raw({ ...manual, resolver: 'SoothSayer', question }).text).to.equal(question.trim())
    expect(() => raw({ ...manual, resolver: 'other', question })).to.throw('its field resolver says "other"')
    expect(() => raw({ question })).to.throw('its field source')
  })
})
