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
  /** Blocks in which somebody appealed. */
  readonly appeals?: readonly bigint[]
  readonly voids?: readonly number[]
  /** Seats, each struck in a block. */
  readonly strikes?: readonly (readonly [seat: number, block: bigint])[]
  readonly key?: string
  readonly isRevoked?: boolean
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
    MarketEscalated: (world.appeals ?? []).map((blockNumber) => ({ args: {}, blockNumber, logIndex: 1 })),
    RoundVoided: (world.voids ?? []).map((round) => ({ args: { round } })),
    WorkerStruck: (world.strikes ?? []).map(([seat, blockNumber]) => ({
      args: { seat: BigInt(seat), kind: 3 },
      blockNumber,
      logIndex: 1,
    })),
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
    getRound: () => [2, 1, 0n, 0n, 0n, 2_000_000_000n, 3n, false, '', []],
    keyOf: () => world.key ?? sourceKey,
    registeredAt: () => 77n,
    isRevoked: () => world.isRevoked ?? false,
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
  const first = { reports: [{ round: 1, block: 10n }] }

  it('puts together what the chain says of the last report', async () => {
    const { facts, reports } = await readFacts(chainOf(played, first), 7n)
    expect(facts).to.deep.include({ cohortStart: 0, minMarginBps: 1_000, standing: Tally.nothing })
    expect(facts.quorum).to.equal(Tally.quorum(3))
    expect(facts.round).to.deep.include({ marketId: 7, round: 1, question: round.question })
    expect(facts.round.workers.map(({ agentId }) => agentId)).to.deep.equal([100, 101, 102])
    expect(facts.reported).to.deep.include({ outcome: 'YES', roundRoot: played.file.report.round_root })
    expect(facts.sourceKeys).to.deep.equal({
      address: keys.toLowerCase(),
      key: { address: sourceKey.toLowerCase(), registeredAt: 77, isRevoked: false },
    })
    expect(facts.now).to.equal(2_000_000_000)
    expect(reports[0]!.report.records).to.have.length(3)
    expect(reports[0]!.isVoid).to.equal(false)
  })

  it('SPEC §2: an appeal asks a cohort of its own, whose seats are numbered from 32 on', async () => {
    const appeal = {
      reports: [
        { round: 1, block: 10n },
        { round: 2, block: 30n },
      ],
      appeals: [20n],
    }
    const last = await readFacts(chainOf(played, { ...appeal, isArchive: true }), 7n)
    expect(last.facts.cohortStart).to.equal(32)
    expect(last.facts.round.workers.map(({ agentId }) => agentId)).to.deep.equal([132, 133, 134])
    expect(last.facts.standing).to.deep.equal({ yes: 11n, no: 22n, invalid: 33n })
    const named = await readFacts(chainOf(played, { ...appeal, voids: [1] }), 7n, 1)
    expect(named.facts.cohortStart).to.equal(0)
    expect(named.reports.map(({ isVoid }) => isVoid)).to.deep.equal([true, false])
  })

  it('says that the standing is unknown where the node forgot the past', async () => {
    const appeal = { reports: [{ round: 2, block: 30n }], appeals: [20n] }
    expect((await readFacts(chainOf(played, appeal), 7n)).facts.standing).to.equal(null)
  })

  it('A1: an appeal needs minWorkers votes, however many seats it has', async () => {
    const many = await playRound(sampleRoundOf(6), [
      ...[{ value: '76000' }, { value: '76000' }, { value: '76000' }],
      ...(['silent', 'silent', 'silent'] as const),
    ])
    const quorumOf = async (appeals: bigint[]) =>
      (await readFacts(chainOf(many, { ...first, appeals }), 7n)).facts.quorum
    expect([await quorumOf([]), await quorumOf([5n])]).to.deep.equal([Tally.quorum(6), 3])
  })

  it('SPEC §2: after a round without quorum those who answered in either count, whatever was voided since', async () => {
    const sayings = [{ value: '76000' }, ...Array.from({ length: 5 }, () => 'silent' as const)]
    const few = await playRound(sampleRoundOf(6), sayings)
    expect(few.report.outcome).to.equal(null)
    const reports = [1, 2, 3].map((round) => ({ round, block: BigInt(10 * round) }))
    const quorums = await Promise.all(
      [1, 2, 3].map(
        async (round) => (await readFacts(chainOf(few, { reports, voids: [2] }), 7n, round)).facts.quorum,
      ),
    )
    expect(quorums).to.deep.equal([Tally.quorum(6), Tally.retryQuorum(1, 3), Tally.retryQuorum(1, 3)])
  })

  it('SPEC §2: who was struck in a voided round is asked again and weighs nothing', async () => {
    const reports = [1, 2].map((round) => ({ round, block: BigInt(10 * round) }))
    const world = { reports, voids: [1], strikes: [[1, 15n]] as const }
    const factors = async (round: number) =>
      (await readFacts(chainOf(played, world), 7n, round)).facts.round.workers.map(
        ({ factorBps }) => factorBps,
      )
    expect([await factors(1), await factors(2)]).to.deep.equal([
      [10_000, 10_000, 10_000],
      [10_000, 0, 10_000],
    ])
  })

  it('A7: says that a key is revoked', async () => {
    const { facts } = await readFacts(chainOf(played, { ...first, isRevoked: true }), 7n)
    expect(facts.sourceKeys?.key).to.include({ isRevoked: true })
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
