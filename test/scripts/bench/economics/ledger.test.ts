import { expect } from 'chai'
import {
  conserved,
  type Ended,
  ether,
  type Group,
  leader,
  NotConservedError,
  part,
  quorum,
  retryQuorum,
  stakesOf,
  totalsOf,
} from '../../../../scripts/bench/economics/ledger.ts'

const seat = (said: Group['said'], count = 1): Group => ({
  isOwn: false,
  cohort: 0,
  count,
  said,
  stake: 10n,
  weight: 5,
  share: 1n,
})

describe('the ledger of the model', () => {
  it('counts the weight of votes alone', () => {
    const groups = [seat('YES', 3), seat('NO'), seat('INVALID', 2), seat('silent', 9), seat('struck', 9)]
    expect(totalsOf(groups)).to.deep.equal({ YES: 15, NO: 5, INVALID: 10 })
    expect(stakesOf(groups)).to.equal(240n)
  })

  it('names a leader only with the margin, and of three', () => {
    expect(leader({ YES: 55, NO: 45, INVALID: 0 }, 1_000)).to.equal('YES')
    expect(leader({ YES: 549, NO: 451, INVALID: 0 }, 1_000)).to.equal(null)
    expect(leader({ YES: 1, NO: 3, INVALID: 0 }, 1_000)).to.equal('NO')
    expect(leader({ YES: 40, NO: 10, INVALID: 50 }, 1_000)).to.equal('INVALID')
    expect(leader({ YES: 50, NO: 10, INVALID: 41 }, 1_000)).to.equal(null)
    expect(leader({ YES: 0, NO: 0, INVALID: 0 }, 1_000)).to.equal(null)
  })

  it('asks two thirds to answer, and at least so many where a round is repeated', () => {
    expect([3, 5, 10, 32].map(quorum)).to.deep.equal([2, 4, 7, 22])
    expect([retryQuorum(9, 3), retryQuorum(2, 3), retryQuorum(4, 1)]).to.deep.equal([6, 3, 3])
  })

  it('rounds parts down', () => {
    expect([part(9_999n, 1), part(ether, 5_000)]).to.deep.equal([0n, ether / 2n])
  })

  it('does not let a wei be made or lost', () => {
    const ended: Ended = {
      pool: 100n,
      groups: [seat('YES', 2)],
      outcome: 'YES',
      ending: 'vote',
      appeals: [{ isOwn: true, bond: 7n, against: 'YES', hadQuorum: true }],
      turns: [{ to: 'YES', cohort: 0, by: 'report' }],
      rulingCost: 0n,
    }
    const paid = { own: 7n, honest: 119n, creator: 0n, treasury: 1n }
    expect(conserved(ended, paid)).to.equal(paid)
    for (const treasury of [0n, 2n])
      expect(() => conserved(ended, { ...paid, treasury })).to.throw(NotConservedError)
  })
})
