import { expect } from 'chai'
import type { Event } from '../../indexer/Event.ts'
import { roundsOf } from '../../indexer/rounds.ts'
import { recordsOf, rootOf } from '../../local/samples/madeMarkets.ts'
import { Vote } from '../../protocol/index.ts'
import { play, yes } from '../workers/sentinel/rounds.ts'

const place = { chainId: 31_337, market: `0x${'aa'.repeat(20)}` }

const tell = (...steps: (readonly [name: string, args?: object, transaction?: string])[]) =>
  roundsOf(
    place,
    steps.map(
      ([name, args = {}, transaction], i): Event => ({
        ...{ block: i + 1, log: 0, blockHash: '0x', time: 100 * (i + 1), contract: 'market' as const, name },
        ...{ transaction: transaction ?? `0x${i}`, marketId: 1, agentId: null, args: args as Event['args'] },
      }),
    ),
  )
const report = (round: number, outcome: number) =>
  [
    'RoundReported',
    { round, outcome, roundRoot: rootOf(1, round), recordsAndDocket: recordsOf(1, [Vote.cast('YES')]) },
  ] as const
const told = (rounds: ReturnType<typeof roundsOf>) =>
  rounds.map(
    ({ round, cohort, requestedAt, report }) =>
      `${round} of ${cohort} at ${requestedAt}: ${report === null ? 'open' : report.isVoid ? 'void' : (report.outcome ?? 'none')}`,
  )

describe('the rounds of a market, from its events', () => {
  const asked = ['ResolutionRequested'] as const

  it('a repeated request is the same round, told once more', () => {
    expect(told(tell(asked, asked, report(1, 1)))).to.deep.equal(['1 of 0 at 100: YES'])
  })

  it('a round without quorum leads to the next one in its own transaction, which is told first', () => {
    const [name, args] = report(1, 0)
    expect(
      told(tell(asked, ['ResolutionRequested', {}, '0xsame'], [name, args, '0xsame'], report(2, 2))),
    ).to.deep.equal(['1 of 0 at 100: none', '2 of 0 at 200: NO'])
  })

  it('a void round is asked again, and an appeal’s round is of the next cohort', () => {
    const rounds = tell(
      asked,
      report(1, 1),
      ['ResolutionRequested', {}, '0xvoid'],
      ['RoundVoided', { round: 1 }, '0xvoid'],
      report(2, 1),
      ['MarketEscalated', { appellant: '0x', bond: 1, joinUntil: 1 }],
      asked,
      asked,
      report(3, 2),
    )
    expect(told(rounds)).to.deep.equal(['1 of 0 at 100: void', '2 of 0 at 300: YES', '3 of 1 at 700: NO'])
  })

  it('one that nobody reported in time is over', () => {
    expect(told(tell(asked, report(1, 0), asked, ['MarketDefaulted', { round: 2 }], asked))).to.deep.equal([
      '1 of 0 at 100: none',
      '2 of 0 at 300: open',
      '3 of 0 at 500: open',
    ])
  })

  it('a report tells each vote, its scores, and the middle value that decided', async () => {
    const { file } = await play([yes, { value: '75119' }, { value: '75122' }, { value: '74000' }])
    const { outcome, round_root: roundRoot, records_and_docket: recordsAndDocket } = file.report
    const [round] = tell(asked, ['RoundReported', { round: 1, outcome: 1, roundRoot, recordsAndDocket }])
    expect(outcome).to.equal('YES')
    expect(round!.report!.records.map(({ vote }) => vote)).to.deep.equal(['YES', 'YES', 'YES', 'NO'])
    expect(round!.report!.records[0]!.res).to.be.greaterThan(0)
    expect(round!.report!.decided).to.deep.include({ value: '75120.5', agents: 3 })
  })

  it('a report in a form that cannot be read is a report all the same', () => {
    const [round] = tell(asked, [
      'RoundReported',
      { round: 1, outcome: 3, roundRoot: rootOf(1, 1), recordsAndDocket: '0x00' },
    ])
    expect(round!.report).to.deep.include({ outcome: 'INVALID', records: [], decided: null })
  })
})
