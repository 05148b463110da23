import { expect } from 'chai'
import { readAsked } from '../../indexer/Asked.ts'

const times = { createdAt: 1_771_000_000, deadline: 1_771_631_940 }
const auto = '§question Is BTC at $75,000?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'

describe('what a list shows of a question', () => {
  it('WEB §3.1: an auto rule with the window in which samples count', () => {
    const { shown } = readAsked(`${auto}\n§event Prices\n§category crypto`, times)
    expect(shown).to.deep.include({ title: 'Is BTC at $75,000?', event: 'Prices', category: 'crypto' })
    expect(shown.rule).to.deep.include({ kind: 'auto', metric: 'price_usd', op: 'gte', target: '75000' })
    expect(shown.rule.window).to.include({ from: times.deadline })
  })

  it('a rule that no number can decide is for agents, whatever it looks like', () => {
    for (const text of [
      '§question A?\n§rule\nsource:manual',
      auto.replace('gte', 'nonsense'),
      'no tag at all',
      '',
    ])
      expect(readAsked(text, times).shown.rule, text).to.deep.include({ kind: 'manual', window: null })
    expect(readAsked('no tag at all', times).shown.title).to.equal(null)
  })

  it('S0-83: says that there is a picture, and keeps its address to itself', () => {
    const picture = 'https://pictures.example/btc.png'
    const asked = readAsked(`${auto}\n§picture ${picture}`, times)
    expect(asked.shown.has_picture).to.equal(true)
    expect(asked.picture).to.equal(picture)
    expect(JSON.stringify(asked.shown)).to.not.include('pictures.example')
  })
})
