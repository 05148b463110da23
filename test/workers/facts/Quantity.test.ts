import { expect } from 'chai'
import * as Quantity from '../../../workers/facts/Quantity.ts'

describe('Quantity', () => {
  it('reads decimals with and without groups of three', () => {
    for (const text of ['1234567.5', '1,234,567.5', '1 234 567.5', '1’234’567.5'])
      expect(Quantity.equals(Quantity.read(text)!, Quantity.of(12345675, 10)), text).to.equal(true)
    for (const text of ['', '2-0', '1,23', 'ten', '1e5']) expect(Quantity.read(text), text).to.equal(null)
  })

  it('compares thirds exactly, and rounds half away from zero', () => {
    const third = Quantity.over(Quantity.of(1), Quantity.of(3))
    expect(Quantity.compare(third, Quantity.read('0.3333')!)).to.equal(1)
    expect(Quantity.equals(Quantity.round(Quantity.of(-25, 100), 1), Quantity.of(-3, 10))).to.equal(true)
  })
})
