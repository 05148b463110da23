import { expect } from 'chai'
import { decide, readEvent, viewPage } from '../../../workers/facts/index.ts'
import { isOfPart } from '../../../workers/facts/Part.ts'
import { asked, fact, fetched, html, source, spec } from '../../helpers/factsFixture.ts'

const market = (question: string, condition: string) =>
  readEvent({
    ...asked,
    question: `Will ${question} by June 30?`,
    rules: `Resolves "Yes" if ${condition} by June 30, 2026, 11:59 PM ET. Otherwise "No".`,
  })

describe('Part', () => {
  it('S2-113: a verb that acts on something which only has to do with the name is another event', () => {
    for (const said of [
      'Alder Marine acquired a minority holding in Tolland Ropes',
      'Alder Marine bought two warehouses from Tolland Ropes',
      'the purchase of an option on Tolland Ropes',
      'Alder Marine has bought Tolland Ropes’ old boathouse on the quay',
      'Alder Marine declined to buy Tolland Ropes',
      'Alder Marine abandoned its purchase of Tolland Ropes',
    ])
      expect(isOfPart(spec, said), said).to.equal(true)
  })

  it('S2-113: the whole of it, names beside it, the purchase itself and asides are not', () => {
    for (const said of [
      'Alder Marine has acquired Tolland Ropes for 61 million pounds',
      'Alder Marine bought all shares in Tolland Ropes',
      'Alder Marine completed the purchase of Tolland Ropes',
      'Alder Marine bought its old rival Tolland Ropes',
      'Alder Marine, which owns a share in two yards, acquired Tolland Ropes',
      'Tolland Ropes was bought by Alder Marine in a deal about ropes',
      'Alder Marine bought the company for cash',
      'Alder Marine acquired a holding in Tolland Ropes in May and in June acquired Tolland Ropes',
    ])
      expect(isOfPart(spec, said), said).to.equal(false)
  })

  it('S2-113: who leaves one office has not left another', () => {
    const resign = market('Mayor Ina Brook resign', 'Ina Brook resigns as mayor')
    expect(isOfPart(resign, 'Ina Brook resigned from the rowing club')).to.equal(true)
    expect(isOfPart(resign, 'Ina Brook stepped down as patron of the museum')).to.equal(true)
    for (const said of [
      'Ina Brook resigned',
      'Ina Brook resigned as mayor',
      'Ina Brook stepped down from office on Monday',
    ])
      expect(isOfPart(resign, said), said).to.equal(false)
  })

  it('S2-113: what the question itself acts on is no part', () => {
    const end = market('Tern Bank end its talks with Orme Trust', 'Tern Bank ends its talks with Orme Trust')
    expect(isOfPart(end, 'Tern Bank ended its talks with Orme Trust')).to.equal(false)
    expect(isOfPart(end, 'Tern Bank ended a dispute over its talks with Orme Trust')).to.equal(true)
    const sign = market('Pavel Rusk sign with Lowick', 'Pavel Rusk signs with Lowick')
    expect(isOfPart(sign, 'Pavel Rusk signed a two-year deal with Lowick')).to.equal(false)
  })

  it('S2-113: an agreement to do it is judged by what the rules say of agreements', () => {
    const announce = market(
      'Tern Bank announce a purchase of Orme Trust',
      'Tern Bank announces the purchase of Orme Trust',
    )
    expect(isOfPart(announce, 'Tern Bank announced a binding agreement to buy Orme Trust')).to.equal(false)
    expect(isOfPart(announce, 'Tern Bank announced a study of Orme Trust')).to.equal(true)
  })

  it('S2-113: two readers who bear Yes do not make it so, and code alone finds no direction', () => {
    const quote = 'Alder Marine has acquired a small share in Tolland Ropes.'
    const page = viewPage(fetched(html(`<p>${quote}</p>`)), source)
    for (const bears of ['YES', null] as const) {
      const facts = [fact({ quote, bears })]
      const { outcome, readings } = decide(spec, [page], [facts, facts])
      expect(outcome).to.equal('INVALID')
      if (bears === 'YES') expect(readings[0][0]!.codes).to.include('OBJECT_PART')
    }
  })
})
