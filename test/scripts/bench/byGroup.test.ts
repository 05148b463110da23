import { expect } from 'chai'
import { byGroup } from '../../../scripts/bench/byGroup.ts'

const judged = (group: string, ...right: boolean[]) => right.map((isRight) => ({ group, isRight }))

describe('byGroup', () => {
  it('counts each group once, however many there are of it', () => {
    const { groups, share } = byGroup([...judged('a', true, true, true, false), ...judged('b', false)])
    expect([groups, share]).to.deep.equal([2, 0.375])
  })

  it('says how far another draw of groups may be off', () => {
    expect(byGroup([...judged('a', true), ...judged('b', true)]).standardError).to.equal(0)
    expect(byGroup([...judged('a', true), ...judged('b', false)]).standardError).to.equal(0.5)
    expect(byGroup(judged('a', true, false)).standardError).to.equal(0)
  })
})
