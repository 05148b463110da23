import { expect } from 'chai'
import { playRound, type SampleRound, sampleRoundOf } from '../../../../local/samples/round.ts'
import { Hash, Tally, Vote } from '../../../../protocol/index.ts'
import type { MarketContract } from '../../../../services/chain/browser/market.ts'
import {
  type Contracts,
  NotReportedError,
  readFacts,
  readSourceKey,
} from '../../../../services/chain/browser/readFacts.ts'
import { UnreadableReportError } from '../../../../services/chain/browser/readReports.ts'

const keys = '0x00000000000000000000000000000000000000EE'
const sourceKey = '0x00000000000000000000000000000000000000FF'
const round = sampleRoundOf(3)

type Log = { readonly round: number; readonly block: bigint; readonly recordsAndDocket?: `0x${string}` }
type World = {
  readonly reports: readonly Log[]
  /** Blocks in which somebody joined. */
  readonly joins: readonly bigint[]
  readonly voids?: readonly number[]
  readonly key?: string
  /** Whether the node still knows the past. */
  readonly isArchive?: boolean
}

/** A chain on which the played round was reported, once or several times. */
function chainOf(played: SampleRound, world: World): Contracts {
  const { outcome, round_root, records_and_docket } = played.file.report
  const events: Record<string, unknown[]> = {
    RoundReported: world.reports.map(({ round, block, recordsAndDocket = records_and_docket }) => ({
      args: { marketId: 7n, round, outcome: Vote.code(outcome), roundRoot: round_root, recordsAndDocket },
      blockNumber: block,
      logIndex: 5,
      transactionHash: '0x01',
    })),
    WorkerJoined: world.joins.map((blockNumber) => ({ args: {}, blockNumber, logIndex: 1 })),
    RoundVoided: (world.voids ?? []).map((round) => ({ args: { round } })),
  }
  const market = {
    question: round.question,
    createdAt: BigInt(round.createdAt),
    deadline: BigInt(round.deadline),
    yesWeight: 11n,
    noWeight: 22n,
    invalidWeight: 33n,
  }
  const reads: Record<string, (args: readonly bigint[], block?: bigint) => unknown> = {
    getMarket: (_args, block) => {
      if (block !== undefined && !world.isArchive) throw new Error('missing trie node')
      return market
    },
    getWorker: ([, index]) => ({ agentId: 100n + index!, signer: `0x${'AB'.repeat(20)}`, factorBps: 10_000 }),
    parameters: () => ({ minMarginBps: 1_000, minWorkers: 3 }),
    keyOf: () => world.key ?? sourceKey,
  }
  const client = {
    getContractEvents: async ({ eventName }: { eventName: string }) => events[eventName],
    readContract: async (call: { functionName: string; args?: readonly bigint[]; blockNumber?: bigint }) =>
      reads[call.functionName]!(call.args ?? [], call.blockNumber),
  } as unknown as MarketContract['client']
  return { client, market: round.market, chainId: round.chainId, since: 0n, sourceKeys: keys }
}

describe('readFacts', () => {
  let played: SampleRound
  before(async () => {
    played = await playRound(round, [{ value: '76000' }, { value: '76000' }, 'silent'])
  })
  const first = { reports: [{ round: 1, block: 10n }], joins: [1n, 2n, 3n] }

  it('puts together what the chain says of the last report', async () => {
    const { facts, reports } = await readFacts(chainOf(played, first), 7n)
    expect(facts).to.deep.include({ cohortStart: 0, minMarginBps: 1_000, standing: Tally.nothing })
    expect(facts.quorum).to.equal(Tally.quorum(3))
    expect(facts.round).to.deep.include({ marketId: 7, round: 1, question: round.question })
    expect(facts.round.workers.map(({ agentId }) => agentId)).to.deep.equal([100, 101, 102])
    expect(facts.reported).to.deep.include({ outcome: 'YES', roundRoot: played.file.report.round_root })
    expect(facts.sourceKeys).to.deep.equal({ address: keys.toLowerCase(), key: sourceKey.toLowerCase() })
    expect(reports[0]!.report.records).to.have.length(3)
    expect(reports[0]!.isVoid).to.equal(false)
  })

  it('counts the cohort from those who had joined before the report', async () => {
    const appeal = {
      reports: [
        { round: 1, block: 10n },
        { round: 2, block: 30n },
      ],
      joins: [1n, 2n, 3n, 20n, 21n, 22n],
    }
    const last = await readFacts(chainOf(played, { ...appeal, isArchive: true }), 7n)
    expect(last.facts.cohortStart).to.equal(3)
    expect(last.facts.round.workers.map(({ agentId }) => agentId)).to.deep.equal([103, 104, 105])
    expect(last.facts.standing).to.deep.equal({ yes: 11n, no: 22n, invalid: 33n })
    const named = await readFacts(chainOf(played, { ...appeal, voids: [1] }), 7n, 1)
    expect(named.facts.cohortStart).to.equal(0)
    expect(named.reports.map(({ isVoid }) => isVoid)).to.deep.equal([true, false])
  })

  it('says that the standing is unknown where the node forgot the past', async () => {
    const appeal = { reports: [{ round: 2, block: 30n }], joins: [1n, 2n, 3n, 20n, 21n, 22n] }
    expect((await readFacts(chainOf(played, appeal), 7n)).facts.standing).to.equal(null)
  })

  it('refuses a round that was not reported, and a report of unknown form', async () => {
    const failure = async (work: Promise<unknown>) => work.then(String, (error: unknown) => error)
    expect(await failure(readFacts(chainOf(played, first), 7n, 9))).to.be.instanceOf(NotReportedError)
    const odd = { ...first, reports: [{ round: 1, block: 10n, recordsAndDocket: '0x01' as const }] }
    expect(await failure(readFacts(chainOf(played, odd), 7n))).to.be.instanceOf(UnreadableReportError)
  })

  it('knows no key of a source that the registry has none of', async () => {
    const { client } = chainOf(played, { ...first, key: `0x${'0'.repeat(40)}` })
    expect(await readSourceKey(client, keys, Hash.ofText('a source'))).to.equal(null)
  })
})
