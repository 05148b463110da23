import { expect } from 'chai'
import { offsetOf, placeZone } from '../../../reading/rule/places.ts'

describe('placeZone', () => {
  it('B10: knows cities of the IANA database, countries of the CLDR, and large cities besides', () => {
    expect(placeZone('jerusalem')).to.equal('Asia/Jerusalem')
    expect(placeZone('port au prince')).to.equal('America/Port-au-Prince')
    expect(placeZone('japan')).to.equal('Asia/Tokyo')
    expect(placeZone('munich')).to.equal('Europe/Berlin')
  })

  it('knows what the CLDR calls the clocks of a zone', () => {
    for (const [name, hours] of [
      ['israel', 2],
      ['gulf', 4],
      ['china', 8],
      ['australian western', 8],
    ] as const)
      expect(offsetOf(placeZone(name)!, 1_768_478_400), name).to.equal(hours * 60)
  })

  it('knows no zone of a country that has several, of English words, and of nothing', () => {
    for (const name of ['canada', 'brazil', 'general', 'center', 'constructor', 'atlantis', ''])
      expect(placeZone(name), name).to.equal(null)
  })
})

describe('offsetOf', () => {
  it('gives minutes east of UTC, with the summer time of the place', () => {
    expect(offsetOf('Asia/Kathmandu', 1_768_478_400)).to.equal(345)
    expect(offsetOf('America/New_York', 1_768_478_400)).to.equal(-300)
    expect(offsetOf('America/New_York', 1_784_116_800)).to.equal(-240)
    expect(offsetOf('Africa/Abidjan', 0)).to.equal(0)
  })
})
