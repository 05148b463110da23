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
  function read(reports: readonly unknown[], joins: readonly At[], voids: readonly number[] = []) {
    const queries: Record<string, unknown>[] = []
    const events: Record<string, unknown> = {
      RoundReported: reports,
      WorkerJoined: joins.map(([blockNumber, logIndex]) => ({ blockNumber, logIndex })),
      RoundVoided: voids.map((round) => ({ args: { round } })),
    }
    const client = {
      getContractEvents: async (query: { eventName: string; fromBlock: bigint }) => {
        queries.push(query)
        return events[query.eventName]
      },
    } as unknown as MarketContract['client']
    return { reports: readReports({ client, market }, 7n, 100n), queries }
  }

  it('decodes a report, with its transaction and the block it stands in', async () => {
    const { reports, queries } = read(
      [log(1, [120n, 3])],
      [
        [101n, 0],
        [101n, 1],
      ],
    )
    const [only] = await reports
    expect(only).to.deep.include({
      marketId: 7,
      round: 1,
      outcome: 'INVALID',
      block: 120n,
      cohortStart: 0,
      isVoid: false,
      transaction: Hash.ofText('transaction 1'),
    })
    expect(only!.report.records).to.have.length(2)
    expect(only!.report.docket!.checks).to.have.length(2)
    expect(queries.map(({ fromBlock }) => fromBlock)).to.deep.equal([100n, 100n, 100n])
  })

  it('counts those who joined before the report, also within its block', async () => {
    const joins: At[] = [
      [101n, 0],
      [101n, 1],
      [120n, 2],
      [120n, 3],
      [120n, 9],
      [130n, 0],
    ]
    expect((await read([log(1, [120n, 5])], joins).reports)[0]!.cohortStart).to.equal(2)
  })

  it('knows which rounds were voided', async () => {
    const { reports } = read(
      [log(1, [120n, 0]), log(2, [140n, 0])],
      [
        [101n, 0],
        [101n, 1],
      ],
      [1],
    )
    expect((await reports).map(({ isVoid }) => isVoid)).to.deep.equal([true, false])
  })

  it('refuses a report of a form that is not known, and names its round', async () => {
    const error = await read([log(3, [120n, 0], '0x0102')], []).reports.catch((one: unknown) => one)
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
