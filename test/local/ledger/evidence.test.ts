import { expect } from 'chai'
import { recoverAddress, verifyTypedData } from 'ethers'
import { network } from 'hardhat'
import {
  addressOfKey,
  answer,
  attest,
  challenge,
  doubleTalk,
  doubleTalkOf,
  expectEmptied,
  hear,
  invalid,
  keyBehind,
  leafOf,
  no,
  observe,
  otherRule,
  payouts,
  proofOf,
  question,
  readRound,
  registerSource,
  sourceKey,
  tellFalsely,
  toldMarket,
  transcriptBranch,
  yes,
} from '../../../local/ledger/evidence.ts'
import { keyOf } from '../../../local/ledger/forwarder.ts'
import { deploySystem, requested, Status, type System, settle } from '../../../local/ledger/market.ts'
import { sampleRoundOf } from '../../../local/samples/round.ts'
import { Eip712, Merkle, Question, Rule, Transcript, Wire } from '../../../protocol/index.ts'

const round = sampleRoundOf(2)
const key = keyOf(4)

describe('what a worker says, in memory', () => {
  it('is what its value makes of the rule, with a check', () => {
    const outcomes = [yes, no, invalid].map((said) => answer(round, key, said).reply.outcome)
    expect(outcomes).to.deep.equal(['YES', 'NO', 'INVALID'])
    expect(answer(round, key, yes).reply.rule_check).to.include({ value: '75120.5', tier: 3, result: 'YES' })
    expect(answer(round, key, { ...yes, observedAt: 5, tier: 1 }).reply.rule_check).to.include({
      observed_at: 5,
      tier: 1,
    })
  })

  it('is signed by its key, over this agent, this round and nothing else', () => {
    const { reply, attestation } = answer(round, key, yes, 7)
    const digest = (changes: object = {}) =>
      Wire.attestationDigest(Eip712.separator(Wire.domain(round.chainId, round.market)), {
        marketId: round.marketId,
        agentId: 7,
        round: round.round,
        ...attestation,
        ...changes,
      })
    const { signature } = attestation
    expect(recoverAddress(digest(), signature).toLowerCase()).to.equal(addressOfKey(key))
    for (const other of [{ round: 2 }, { agentId: 8 }]) {
      expect(recoverAddress(digest(other), signature).toLowerCase()).to.not.equal(addressOfKey(key))
      expect(attest(round, key, reply, { agentId: 7, ...other }).signature).to.not.equal(signature)
    }
  })

  it('goes with a proof of reasoning where one is wanted, whose leaves say the same', () => {
    expect(answer(round, key, yes).proof).to.equal(null)
    const { proof, reply } = answer(round, key, { ...yes, proof: true })
    expect(reply.por?.root).to.equal(proof!.bundle.por_root)
    const other = proofOf(round, { value: '75120.5', proof: (parts) => ({ ...parts, market: keyAddress }) })
    expect(other.bundle.por_root).to.not.equal(proof!.bundle.por_root)
  })
  const keyAddress = addressOfKey(key) as never

  it('twice and differently is what equivocation is made of', () => {
    const said = { round, answers: [answer(round, key, yes)] }
    const { one, other } = doubleTalk(said, 0)
    expect(one.requestHash).to.equal(other.requestHash)
    expect(one.responseHash).to.not.equal(other.responseHash)
    expect(doubleTalkOf(said, 0)).to.have.property('kind', 2)
  })

  it('keys are those of the chain’s accounts', () => {
    expect(keyBehind(addressOfKey(key).toUpperCase().replace('0X', '0x')).privateKey).to.equal(key.privateKey)
    expect(keyBehind(`0x${'0'.repeat(40)}`)).to.equal(undefined)
  })
})

describe('rounds with real answers on a real chain', () => {
  let system: System
  let start: { restore(): Promise<void> }
  let close: () => Promise<void>
  before(async () => {
    const connection = await network.create()
    close = () => connection.close()
    system = await deploySystem(connection)
    start = await connection.networkHelpers.takeSnapshot()
  })
  afterEach(async () => await start.restore())
  after(() => close())

  it('are read as the workflow reads them', async () => {
    const { marketId, workers } = await requested(system, 3, { question })
    const asked = await readRound(system, marketId)
    expect(asked).to.deep.include({ marketId: 1, round: 1, question, chainId: 31_337 })
    expect(asked.workers.map(({ signer }) => signer)).to.deep.equal(
      workers.map(({ wallet }) => wallet.address.toLowerCase()),
    )
    expect(keyBehind(asked.workers[0]!.signer)).to.not.equal(undefined)
  })

  it('are heard without being told, and told with what most said', async () => {
    const { marketId } = await requested(system, 4, { question })
    const heard = await hear(system, marketId, [yes, yes, yes, 'silent'])
    expect(heard.outcome).to.equal('YES')
    expect(heard.answers[3]).to.equal(null)
    expect(heard.report.records[3]!.vote.reason).to.equal('silent')
    expect(Number((await system.market.getMarket(marketId)).status)).to.equal(Number(Status.Requested))
    const scored = await hear(system, marketId, [{ ...yes, score: 20 }, yes, yes, yes])
    expect(scored.weights[0]! < scored.weights[1]!).to.equal(true)
  })

  it('pay everybody everything in the end', async () => {
    const { marketId, outcome } = await toldMarket(system, [yes, yes, yes, no])
    expect(outcome).to.equal('YES')
    await settle(system, marketId)
    const paid = await payouts(system, marketId)
    expect(paid).to.have.length(4)
    expect(paid[0]! > paid[3]!).to.equal(true)
    await system.market.finalize(marketId)
    await expectEmptied(system, marketId)
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(0n)
  })

  it('have leaves that lead to the reported root', async () => {
    const told = await toldMarket(system, [yes, yes, yes])
    const branch = transcriptBranch(told.transcript, 1)
    expect(branch.count).to.equal(Transcript.leaves(told.transcript).length)
    expect(Merkle.build(Transcript.leaves(told.transcript)).root).to.equal(told.report.roundRoot)
    expect(leafOf(told, 1)).to.have.property('kind', 4)
  })

  it('can be told falsely: then the root is of another transcript', async () => {
    const { marketId } = await requested(system, 3, { question })
    const honest = await hear(system, marketId, [yes, yes, yes])
    const told = await tellFalsely(system, marketId, [yes, yes, yes], otherRule)
    expect(told.report.roundRoot).to.not.equal(honest.report.roundRoot)
    expect(told.transcript.rule!.target).to.equal(honest.transcript.rule!.target + 1n)
  })

  it('who talks double is struck by a challenge', async () => {
    const told = await toldMarket(system, [yes, yes, yes, yes])
    expect((await system.market.getWorker(told.marketId, 1)).weight).to.equal(told.weights[1])
    await challenge(system, told.marketId, 1, doubleTalkOf(told, 1))
    expect((await system.market.getWorker(told.marketId, 1)).weight).to.equal(0n)
    expect((await system.market.getWorker(told.marketId, 0)).weight).to.equal(told.weights[0])
  })

  it('samples are signed by the source whose key is registered', async () => {
    await registerSource(system)
    const sourceId = Rule.sourceId(Question.validate(question).rule)
    const sample = await observe(system, sourceId, { observedAt: 5, value: 7n })
    const domain = {
      name: 'CREsolver Source',
      version: '1',
      chainId: 31_337,
      verifyingContract: await system.sourceKeys.getAddress(),
    }
    const types = {
      Observation: [
        { name: 'sourceId', type: 'bytes32' },
        { name: 'observedAt', type: 'uint40' },
        { name: 'value', type: 'int128' },
      ],
    }
    const signer = verifyTypedData(domain, types, { sourceId, observedAt: 5, value: 7n }, sample.signature)
    expect(signer.toLowerCase()).to.equal(addressOfKey(sourceKey))
  })
})
