import { expect } from 'chai'
import { Tally } from '../../../protocol/index.ts'
import { bearable, castOf, fewest, most } from '../../../scripts/demo/castOf.ts'

describe('the cast', () => {
  it('has one who lies, one who is silent and one who is malformed, and leaves a quorum', () => {
    for (let workers = fewest; workers <= most; workers++) {
      const { roles, names, reliable, faulty, spare, readers, seats } = castOf(workers, 1)
      expect(roles).to.have.length(workers + 4)
      expect(names).to.have.length(workers + 4)
      expect([...reliable, ...faulty, spare, ...readers].sort((a, b) => a - b)).to.deep.equal([
        ...roles.keys(),
      ])
      const count = Math.min(faulty.length, bearable(reliable.length))
      expect(count).to.be.greaterThan(0)
      expect(reliable.length).to.be.at.least(Tally.quorum(reliable.length + count))
      // However the lot falls, the faulty ones have no more seats than a quorum bears.
      expect(seats).to.equal(reliable.length + count)
      expect(seats - count).to.be.at.least(Tally.quorum(seats))
      expect(seats).to.be.within(3, 32)
    }
  })

  it('has a turncoat that lies for the prize alone, and a liar that always does', () => {
    const { roles, names } = castOf(fewest, 3)
    const lies = roles.map((role) => (role.kind === 'liar' ? [1, 2, 3, 4].filter(role.liesIn) : null))
    expect(lies).to.deep.equal([null, [3], [1, 2, 3, 4], null, null, null, null, null, [1, 2, 3, 4]])
    expect(names).to.deep.equal([
      ...['honest (panel)', 'turncoat', 'liar', 'silent', 'malformed', 'honest (aap)'],
      ...['honest (llm)', 'honest (llm)', 'inventor (llm)'],
    ])
  })

  it('lets two of three honest workers ask a second provider', () => {
    const { roles, names } = castOf(most, 1)
    const minds = roles.slice(fewest, most).map((role) => (role.kind === 'honest' ? role.personality : '-'))
    expect(minds.filter((mind) => mind === 'panel').length).to.equal(18)
    expect(minds.filter((mind) => mind === 'aap').length).to.equal(9)
    expect(names[fewest]).to.equal('honest (panel)')
  })
})
