import { expect } from 'chai'
import { readAmounts } from '../../../reading/rule/amounts.ts'
import { differenceOf, isComparable } from '../../../reading/rule/bounds.ts'
import { scan } from '../../../reading/text/Words.ts'

const bound = (text: string) => readAmounts(scan(text))[0]!
const of = (title: string, rule: string) => differenceOf(bound(title), bound(rule))

describe('differenceOf', () => {
  it('B10, S4-53: names what two bounds contradict each other in', () => {
    expect(of('more than 150', 'at least 160')).to.equal('threshold_differs')
    expect(of('above 4%', 'above 4.5%')).to.equal('threshold_differs')
    expect(of('exceed 4%', 'below 4%')).to.equal('direction_differs')
    expect(of('above $40', 'at least $40')).to.equal('bound_differs')
    expect(of('fall by 5% or more', 'rise by 5% or more')).to.equal('direction_differs')
    expect(of('between 10-20%', 'between 10-30%')).to.equal('threshold_differs')
  })

  it('is null for one bound written twice', () => {
    expect(of('more than 270', 'at least 271')).to.equal(null)
    expect(of('25+', 'more than 24.5')).to.equal(null)
    expect(of('above $160', 'above $160.01')).to.equal(null)
    // "Reach" is also said of what is above it.
    expect(of('reach $40', 'above $40')).to.equal(null)
    expect(of('between 10-20%', 'at least 10%')).to.equal(null)
  })
})

describe('isComparable', () => {
  it('lets a unit be left out, but no place in an order be anything else', () => {
    const unit = (name: string | null) => ({ ...bound('above 4'), unit: name })
    expect(isComparable(unit('usd'), unit(null))).to.equal(true)
    expect(isComparable(unit('usd'), unit('eur'))).to.equal(false)
    expect(isComparable(unit('rank'), unit(null))).to.equal(false)
    expect(isComparable(unit('rank'), unit('rank'))).to.equal(true)
  })
})
