import { expect } from 'chai'
import { leavesOf } from '../../../workers/facts/Leaves.ts'

describe('leavesOf', () => {
  it('gives each value with its keys and what stands beside it', () => {
    const [max, unit, min] = leavesOf(
      '{"day":"2026-01-29","tmax":{"value":37.6,"unit":"degC"},"tmin":{"value":22.1}}',
    ).slice(1)
    expect(max).to.deep.equal({
      path: ['tmax', 'value'],
      text: '37.6',
      beside: ['value: 37.6', 'unit: degC', 'day: 2026-01-29'],
    })
    expect(unit!.text).to.equal('degC')
    expect(min!.beside).not.to.include('unit: degC')
  })

  it('gives none of a text that is no JSON', () => {
    expect(leavesOf('{"a":')).to.deep.equal([])
  })
})
