import { expect } from 'chai'
import { amountsIn } from '../../../workers/facts/Amounts.ts'
import * as Quantity from '../../../workers/facts/Quantity.ts'

const first = (text: string) => amountsIn(text)[0]!
const is = (text: string, top: number, bottom = 1) =>
  expect(Quantity.equals(first(text).value, Quantity.of(top, bottom)), text).to.equal(true)

describe('amountsIn', () => {
  it('S2-113: reads figures, words, fractions, scales and groups of three', () => {
    is('4,870 employees', 4_870)
    is('EUR 131 400 000 in all', 131_400_000)
    is('twenty-four boats', 24)
    is('two hundred and five boats', 205)
    is('three and a half years', 7, 2)
    is('two-thirds of them', 2, 3)
    is('half a million people', 500_000)
    is('$1.1 billion', 1_100_000_000)
    is('5½ metres', 11, 2)
  })

  it('keeps the unit, and the words before the number', () => {
    expect(first('18,400 hectares').unit).to.equal('hectares')
    expect(first('it cost £61 million').unit).to.equal('£')
    expect(first('37.6 degrees Celsius').unit).to.equal('degrees celsius')
    expect(first('up from 4.4%').lead.at(-1)).to.equal('from')
  })
})
