import { expect } from 'chai'
import { isAccounted, isBeside, isOpenEntry } from '../../../workers/facts/unexplained.ts'
import { spec } from '../../helpers/factsFixture.ts'

const entry = (text: string) => ({ text, start: 0, end: text.length, day: null })

describe('unexplained', () => {
  it('a word that begins like the name is accounted for by the whole name with another event alone', () => {
    expect(isAccounted(spec, 'A new crane for the pier')).to.equal(true)
    expect(isAccounted(spec, 'Tolland Ropes opens a museum of knots')).to.equal(true)
    expect(isAccounted(spec, 'Tolland Ropes was sold, and bought')).to.equal(false)
    expect(isAccounted(spec, 'A museum for the Tollanders')).to.equal(false)
    expect(isAccounted(spec, 'A museum for the Tollish people')).to.equal(false)
    expect(isAccounted(spec, 'A museum of tolls')).to.equal(true)
    expect(isBeside(spec, 'A museum for the Tollanders')).to.equal(true)
    expect(isBeside(spec, 'The purchase by the Tollanders')).to.equal(false)
  })

  it('what every entry says is none of its own', () => {
    const list = [entry('Notice 4: harbour dues'), entry('Notice 5: night watch'), entry('Notice 6: lamps')]
    expect(list.map((each) => isOpenEntry(spec, each, list))).to.deep.equal([false, false, true])
  })
})
