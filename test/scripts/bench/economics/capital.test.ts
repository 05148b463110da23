import { expect } from 'chai'
import {
  agentsToOutvote,
  capitalRows,
  capitals,
  gainsOf,
  records,
} from '../../../../scripts/bench/economics/capital.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { inEther } from '../../../../scripts/bench/economics/table.ts'
import { poolForAll } from '../../../../scripts/bench/economics/variants.ts'
import { itInFull } from '../../../helpers/budget.ts'

const beyond = (...args: Parameters<typeof gainsOf>): number[] =>
  gainsOf(...args).map((gain) => inEther(gain.beyond))

describe('what a capital brings', () => {
  it('is a lie that nobody corrects, from as many stakes on as that takes', () => {
    expect(capitals.map(inEther)).to.deep.equal([1, 2.5, 5, 10, 25, 50])
    expect(beyond(second, 5, 'nobody', records.newcomers)).to.deep.equal([0, 0.888, 0.888, 2.22, 2.22, 2.22])
    const [none, lie, , outside] = gainsOf(second, 5, 'nobody', records.newcomers)
    expect(none!.result.outcome).to.equal('YES')
    expect(inWords(lie!.result.plan)).to.match(/^3 lie/)
    expect(inWords(outside!.result.plan)).to.match(/^no seat; appeal 1, raised by it: 7 lie/)
  })

  it('never grows less with more, and veterans gain less by a lie, as the truth pays them more', () => {
    for (const watch of ['nobody', 'appeals', 'last-resort'] as const) {
      const [newcomers, veterans] = [records.newcomers, records.veterans].map((factorBps) =>
        beyond(second, 3, watch, factorBps),
      )
      expect(newcomers).to.deep.equal(newcomers!.toSorted((a, b) => a - b))
      veterans!.forEach((gain, i) => void expect(gain).to.be.at.most(newcomers![i]!))
    }
  })

  it('is nothing where people appeal and an arbiter rules, even for one that fills an appeal with the truth', () => {
    for (const factorBps of Object.values(records))
      expect(beyond(second, 3, 'last-resort', factorBps)).to.deep.equal([0, 0, 0, 0, 0, 0])
    // It would be something if the pool were for all who brought the outcome.
    expect(beyond(poolForAll, 3, 'last-resort', records.newcomers)).to.deep.equal([0, 0, 0, 0, 0, 0.2124])
  })

  itInFull('is no more with silence', () => {
    for (const n of [3, 5, 10])
      for (const watch of ['nobody', 'appeals', 'last-resort'] as const) {
        const moves = ['truth', 'lie', 'doubt', 'silent'] as const
        expect(beyond(second, n, watch, records.newcomers, moves)).to.deep.equal(
          beyond(second, n, watch, records.newcomers),
        )
      }
  })

  it('knows how many outvote others by the margin', () => {
    expect([3, 5, 10, 32].map((n) => agentsToOutvote(second, n))).to.deep.equal([4, 7, 13, 40])
  })

  it('comes as rows', () => {
    const rows = capitalRows(second, [3])
    expect(rows).to.have.length(3 * 2 * capitals.length)
    expect(rows[0]).to.deep.equal({
      name: 'second edition: beyond the truth by 1 ETH of newcomers, nobody watches',
      n: 3,
      value: 0.5733,
      unit: 'ETH',
    })
  })
})
