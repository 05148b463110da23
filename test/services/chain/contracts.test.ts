import { expect } from 'chai'
import { network } from 'hardhat'
import { createPublicClient, custom } from 'viem'
import { question as autoQuestion, keyBehind, registerSource } from '../../../local/ledger/evidence.ts'
import {
  ask,
  createMarket,
  deliver,
  deploySystem,
  joinAll,
  requested,
  type System,
} from '../../../local/ledger/market.ts'
import { type Options, playRound, type Saying } from '../../../local/samples/round.ts'
import { Address, type Bytes, type Tally } from '../../../protocol/index.ts'
import { type Contracts, readFacts } from '../../../services/chain/browser/readFacts.ts'
import { readRound } from '../../../services/chain/browser/readRound.ts'
import { readStanding } from '../../../services/chain/reads.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'
import { escalate } from '../../helpers/appeal.ts'

const yes = { value: '75120.5' } as const
const no = { value: '74000' } as const
const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'
const [aye, nay] = [{ value: 'YES' }, { value: 'NO' }]

describe('what is read from the contracts themselves', function () {
  this.timeout(120_000)
  let connection: Awaited<ReturnType<typeof network.create>>
  const small = async () => {
    const system = await deploySystem(connection, { maxWorkers: 4, minWorkers: 3 })
    await registerSource(system)
    return system
  }
  const start = () => connection.networkHelpers.loadFixture(small)

  before(async () => {
    connection = await network.create()
  })
  after(() => connection.close())

  async function contractsOf(system: System): Promise<Contracts> {
    const client = createPublicClient({ transport: custom(connection.provider), cacheTime: 0 })
    const market = Address.of(system.address)
    const sourceKeys = Address.of(await system.sourceKeys.getAddress())
    return { client, market, chainId: 31_337, since: 0n, sourceKeys }
  }

  /** Plays the round that is asked, reports it, and gives the file. */
  async function report(system: System, marketId: bigint, sayings: readonly Saying[], options: Options = {}) {
    const round = await readRound(await contractsOf(system), Number(marketId))
    const keyOf = (i: number) => keyBehind(round.workers[i]!.signer).privateKey as Bytes.Hex
    const expiresAt = (await system.time.latest()) + 600
    const played = await playRound(round, sayings, { keyOf, expiresAt, ...options })
    await deliver(system, played.report)
    return played
  }

  const factsOf = async (system: System, marketId: bigint, round?: number) =>
    (await readFacts(await contractsOf(system), marketId, round)).facts

  it('SPEC §2: seats that were drawn: whoever has them is asked, in their order', async () => {
    const system = await start()
    const { marketId } = await requested(system, 9, { question: manual })
    const { workers } = await readRound(await contractsOf(system), Number(marketId))
    expect(workers).to.have.length(4)
    const seats = await Promise.all(workers.map((_, i) => system.market.getWorker(marketId, i)))
    expect(workers.map(({ agentId }) => BigInt(agentId))).to.deep.equal(seats.map(({ agentId }) => agentId))
    const { file } = await report(system, marketId, [aye, aye, nay, 'silent'])
    const facts = await factsOf(system, marketId)
    expect(facts.round.workers).to.deep.equal(workers)
    expect((await inspectRound(file, facts)).result.findings).to.deep.equal([])
  })

  it('SPEC §2: an appeal: its own seats, minWorkers for a quorum, and the weights that stood before it', async () => {
    const system = await start()
    const { marketId } = await requested(system, 4, { question: manual })
    await report(system, marketId, [aye, aye, nay, 'silent'])
    const { yesWeight, noWeight } = await system.market.getMarket(marketId)
    const standing: Tally.Totals = { yes: yesWeight, no: noWeight, invalid: 0n }
    await escalate(system, marketId)
    expect((await readStanding(await contractsOf(system), Number(marketId))).isAppealing).to.equal(false)
    await joinAll(system, marketId, 6, 4)
    await ask(system, marketId)
    const asked = { isAppealing: true, isRepeat: false, round: 2, cohortStart: 32, totals: standing }
    const contracts = await contractsOf(system)
    expect(await readStanding(contracts, Number(marketId))).to.deep.include(asked)
    const sayings = [nay, nay, nay, 'silent'] as const
    const { file } = await report(system, marketId, sayings, { standing, quorum: 3, cohortStart: 32 })
    const facts = await factsOf(system, marketId)
    expect(facts).to.deep.include({ cohortStart: 32, quorum: 3, standing })
    expect((await inspectRound(file, facts)).result.findings).to.deep.equal([])
    const block = BigInt(await system.ethers.provider.getBlockNumber())
    expect(await readStanding(contracts, Number(marketId), block - 1n)).to.deep.include(asked)
    expect((await factsOf(system, marketId, 1)).cohortStart).to.equal(0)
  })

  it('SPEC §2: a voided round, asked again: who was struck in it weighs nothing', async () => {
    const system = await start()
    const { marketId } = await requested(system, 4, { question: autoQuestion })
    const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 7 }) }
    const lie: Options = { transcript: (given) => ({ ...given, rule: null }) }
    const first = await report(system, marketId, [yes, yes, no, liar], lie)
    const { bundles } = await inspectRound(first.file, await factsOf(system, marketId))
    for (const kind of [3, 4]) {
      const { worker_index, evidence } = bundles.find((one) => one?.kind === kind)!
      await system.market.challenge(marketId, worker_index ?? 0, kind, evidence!)
    }
    const { workers, isRepeat, round } = await readRound(await contractsOf(system), Number(marketId))
    expect({ isRepeat, round }).to.deep.equal({ isRepeat: false, round: 2 })
    expect(workers.map(({ factorBps }) => factorBps)).to.deep.equal([2_500, 2_500, 2_500, 0])
    const { file, report: reported } = await report(system, marketId, [yes, yes, no, yes])
    expect(reported.outcome).to.equal('YES')
    const facts = await factsOf(system, marketId)
    expect(facts.round.workers).to.deep.equal(workers)
    expect(facts.quorum, 'as in any round').to.equal(3)
    expect((await inspectRound(file, facts)).result.findings).to.deep.equal([])
    expect((await factsOf(system, marketId, 1)).round.workers[3]!.factorBps).to.equal(2_500)
  })

  it('SPEC §2: a round that repeats one without quorum', async () => {
    const system = await start()
    const { marketId } = await createMarket(system, { question: manual })
    await joinAll(system, marketId, 4)
    await ask(system, marketId)
    await system.time.increase(system.parameters.quorumGrace)
    await report(system, marketId, [aye, aye, 'silent', 'silent'])
    const contracts = await contractsOf(system)
    expect((await readRound(contracts, Number(marketId))).isRepeat).to.equal(true)
    const asked = { isRepeat: true, isAppealing: false, answeredBefore: 0b0011, round: 2 }
    expect(await readStanding(contracts, Number(marketId))).to.deep.include(asked)
    const { file } = await report(system, marketId, [aye, aye, aye, 'silent'], { quorum: 3 })
    const facts = await factsOf(system, marketId)
    expect(facts.quorum).to.equal(3)
    expect((await inspectRound(file, facts)).result.findings).to.deep.equal([])
  })
})
