import { expect } from 'chai'
import { playRound, type SampleRound, sampleRoundOf } from '../../../../local/samples/round.ts'
import { Hash, Vote } from '../../../../protocol/index.ts'
import type { MarketContract } from '../../../../services/chain/browser/market.ts'
import {
  readReports,
  toReported,
  UnreadableReportError,
} from '../../../../services/chain/browser/readReports.ts'

const market = '0x00000000000000000000000000000000000000AA'
type At = readonly [block: bigint, logIndex: number]
type Around = {
  readonly appeals: readonly At[]
  readonly voids: readonly number[]
  readonly strikes: readonly { readonly seat: number; readonly kind: number; readonly at: At }[]
}

describe('readReports', () => {
  let played: SampleRound
  before(async () => {
    played = await playRound(sampleRoundOf(2), [{ value: '76000' }, { value: '74000' }])
  })

  const log = (round: number, [blockNumber, logIndex]: At, recordsAndDocket?: `0x${string}`) => ({
    args: {
      marketId: 7n,
      round,
      outcome: Vote.code('INVALID'),
      roundRoot: Hash.ofText('root'),
      recordsAndDocket: recordsAndDocket ?? (played.file.report.records_and_docket as `0x${string}`),
    },
    blockNumber,
    logIndex,
    transactionHash: Hash.ofText(`transaction ${round}`),
  })

  /** A chain with these events. */
  function read(
    reports: readonly unknown[],
    { appeals = [], voids = [], strikes = [] }: Partial<Around> = {},
  ) {
    const queries: Record<string, unknown>[] = []
    const events: Record<string, unknown> = {
      RoundReported: reports,
      MarketEscalated: appeals.map(([blockNumber, logIndex]) => ({ blockNumber, logIndex })),
      RoundVoided: voids.map((round) => ({ args: { round } })),
      WorkerStruck: strikes.map(({ seat, kind, at: [blockNumber, logIndex] }) => ({
        args: { seat: BigInt(seat), kind },
        blockNumber,
        logIndex,
      })),
    }
    const client = {
      getContractEvents: async (query: { eventName: string; fromBlock: bigint }) => {
        queries.push(query)
        return events[query.eventName]
      },
    } as unknown as MarketContract['client']
    return { reports: readReports({ client, market, chainId: 5 }, 7n, 100n), queries }
  }

  it('decodes a report, with its transaction and the block it stands in', async () => {
    const { reports, queries } = read([log(1, [120n, 3])])
    const [only] = await reports
    expect(only).to.deep.include({
      marketId: 7,
      round: 1,
      outcome: 'INVALID',
      block: 120n,
      cohortStart: 0,
      isVoid: false,
      struck: [],
      transaction: Hash.ofText('transaction 1'),
    })
    expect(only!.report).to.deep.include({ chainId: 5, market: market.toLowerCase(), marketId: 7n })
    expect(only!.report.records).to.have.length(2)
    expect(only!.report.docket!.checks).to.have.length(2)
    expect(queries.map(({ fromBlock }) => fromBlock)).to.deep.equal([100n, 100n, 100n, 100n])
  })

  it('SPEC §2: a report asked the cohort of the last appeal before it, also within its block', async () => {
    const appeals: At[] = [
      [110n, 9],
      [120n, 4],
      [120n, 6],
    ]
    const logs = [log(1, [110n, 8]), log(2, [115n, 0]), log(3, [120n, 5]), log(4, [121n, 0])]
    expect((await read(logs, { appeals }).reports).map(({ cohortStart }) => cohortStart)).to.deep.equal([
      0, 32, 64, 96,
    ])
  })

  it('SPEC §2: says who had been struck when a voided round was asked again, and who had only doubted', async () => {
    const doubt = await playRound(sampleRoundOf(3), [{ value: '76000' }, { value: '74000' }, { value: null }])
    const records = doubt.file.report.records_and_docket as `0x${string}`
    const strikes: Around['strikes'] = [
      { seat: 1, kind: 2, at: [121n, 0] },
      { seat: 2, kind: 1, at: [121n, 1] },
      { seat: 0, kind: 1, at: [131n, 0] },
      { seat: 33, kind: 3, at: [121n, 2] },
    ]
    const logs = [log(1, [120n, 0], records), log(2, [130n, 0], records), log(3, [140n, 0], records)]
    const { reports } = read(logs, { strikes, voids: [1, 2] })
    expect((await reports).map(({ struck }) => struck)).to.deep.equal([[], [1], [0, 1]])
  })

  it('A20: a strike in one cohort says nothing of another', async () => {
    const strikes: Around['strikes'] = [
      { seat: 1, kind: 3, at: [121n, 0] },
      { seat: 32, kind: 3, at: [131n, 0] },
    ]
    const logs = [log(1, [120n, 0]), log(2, [130n, 0]), log(3, [140n, 0])]
    const { reports } = read(logs, { strikes, appeals: [[125n, 0]], voids: [2] })
    expect((await reports).map(({ struck }) => struck)).to.deep.equal([[], [], [0]])
  })

  it('knows which rounds were voided', async () => {
    const { reports } = read([log(1, [120n, 0]), log(2, [140n, 0])], { voids: [1] })
    expect((await reports).map(({ isVoid }) => isVoid)).to.deep.equal([true, false])
  })

  it('refuses a report of a form that is not known, and names its round', async () => {
    const error = await read([log(3, [120n, 0], '0x0102')]).reports.catch((one: unknown) => one)
    expect(error).to.be.instanceOf(UnreadableReportError)
    expect((error as Error).message).to.include('The report of round 3 of market 7')
  })

  it('reads an event’s outcome, none where there was no quorum', () => {
    const { args, blockNumber } = log(1, [5n, 0])
    expect(toReported({ args: { ...args, outcome: 0 }, blockNumber }).outcome).to.equal(null)
    expect(toReported({ args: { ...args, outcome: Vote.code('YES') }, blockNumber })).to.deep.include({
      outcome: 'YES',
      marketId: 7,
      block: 5n,
    })
  })
})
