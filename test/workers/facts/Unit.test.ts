import { expect } from 'chai'
import * as Quantity from '../../../workers/facts/Quantity.ts'
import * as Unit from '../../../workers/facts/Unit.ts'

const inUnit = (value: string, from: string, to: string) =>
  Unit.convert(Quantity.read(value)!, Unit.read(from)!, Unit.read(to)!)

describe('Unit.convert', () => {
  it('S2-113: tells hectares in acres and Celsius in Fahrenheit, exactly', () => {
    expect(Quantity.compare(inUnit('18400', 'hectares', 'acres'), Quantity.of(45_467))).to.equal(1)
    expect(Quantity.compare(inUnit('18400', 'hectares', 'acres'), Quantity.of(45_468))).to.equal(-1)
    expect(Quantity.equals(inUnit('37.6', '°C', '°F'), Quantity.of(9968, 100))).to.equal(true)
    expect(Quantity.equals(inUnit('100', 'bps', 'percent'), Quantity.of(1))).to.equal(true)
  })
})

describe('Unit.read', () => {
  it('reads scales, currencies and what is counted', () => {
    expect(Unit.read('million GBP')).to.include({ kind: 'gbp' })
    expect(Quantity.equals(Unit.read('billion USD')!.factor, Quantity.of(1_000_000_000))).to.equal(true)
    expect(Unit.read('employees')!.kind).to.equal(Unit.read('employee')!.kind)
    expect(Unit.read('votes')!.kind).not.to.equal(Unit.read('%')!.kind)
    expect(Unit.read(null)).to.equal(null)
  })
})
