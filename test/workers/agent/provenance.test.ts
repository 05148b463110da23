import { expect } from 'chai'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { testAccount } from '../../../cli/chain/account.ts'
import { notaryAbi } from '../../../deployments/abi/index.ts'
import { notaryBytecode } from '../../../deployments/bytecode/index.ts'
import { deadline, sampleQuestion } from '../../../local/samples/proof.ts'
import { startChain } from '../../../local/startChain.ts'
import { Bytes, Question, Verification, Wire } from '../../../protocol/index.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { makeMetrics } from '../../../workers/agent/makeMetrics.ts'
import { makePersonality } from '../../../workers/agent/personality.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'
import { startSigningApi } from '../source/startSigningApi.ts'
import { chainId, market } from './agents.ts'

const asked = Question.pose({
  chainId,
  market,
  marketId: 1,
  round: 1,
  question: sampleQuestion,
  deadline,
})
const request = Wire.toResolveRequest(asked)
const task: Task = {
  request,
  parsed: asked.parsed,
  requestHash: Wire.requestHash(request),
  chainId,
  market,
  round: 1,
  deadline,
  created: deadline - 86_400,
}
const signer = privateKeyToAccount(`0x${'42'.repeat(32)}`)

describe('the proofs of a worker', () => {
  let api: Awaited<ReturnType<typeof startSigningApi>>

  before(async () => {
    api = await startSigningApi(chainId, `0x${'11'.repeat(20)}`)
  })
  after(async () => {
    await api.close()
  })

  function worker(publicKeys: object[], more: object = {}, options: object = {}) {
    const config = checkConfig(
      {
        ...more,
        agentId: 7,
        personality: 'aap',
        sources: {
          transport: 'live',
          allowLoopback: true,
          baseUrls: { coingecko: `${api.url}/api/v3` },
          publicKeys,
        },
      },
      { file: 'worker.yaml' },
    )
    const metrics = makeMetrics(makeQueue(config.limits), { process: false })
    const usual = { publicUrl: 'http://127.0.0.1:4100', metrics, env: {}, rpcUrl: undefined, signer }
    return makePersonality(config, { ...usual, ...options })
  }

  it('S2-29 S2-97: a reply that its provider signed is tier 1, by the key that the config names', async () => {
    const key = { keyId: 'p256-1', algorithm: 'p256', origin: api.url, publicKey: api.p256 }
    const { reply, proof } = await worker([key]).resolve(task)
    expect(reply.rule_check?.tier).to.equal(1)
    expect(proof!.evidence.items[0]!.provenance).to.deep.include({ kind: 'signature', tier: 1 })
    expect(Verification.verifyPorBundle(proof).findings).to.deep.equal([])
  })

  it('S2-31: without a key the same reply is plain', async () => {
    const { reply } = await worker([]).resolve(task)
    expect(reply.rule_check?.tier).to.equal(3)
    expect(reply.outcome).not.to.equal('INVALID')
  })

  it('C28: a key of somebody else proves nothing', async () => {
    const other = { keyId: 'p256-1', algorithm: 'p256', origin: 'https://other.example', publicKey: api.p256 }
    const { reply } = await worker([other]).resolve(task)
    expect(reply.rule_check?.tier).to.equal(3)
  })

  it('S2-63 S2-83: the worker signs its proof in all four roles', async () => {
    const { proof } = await worker([]).resolve(task)
    const signers = Object.values(proof!.bundle.signatures).map((one) => one?.signer)
    expect(signers).to.deep.equal(Array(4).fill(signer.address.toLowerCase()))
    expect(proof!.bundle.por_root).not.to.equal(Bytes.zero32)
  })

  it('B13 S2-30: with a Notary and a key the collector logs what it fetched, which is tier 2', async function () {
    this.timeout(60_000)
    const chain = await startChain({ start: deadline + 100_000 })
    try {
      const account = testAccount(3)
      const wallet = createWalletClient({ account, chain: chain.client.chain, transport: http(chain.url) })
      const hash = await wallet.deployContract({ ...notaryBytecode, abi: notaryAbi })
      const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash })
      const provenance = { notary: contractAddress, notarize: { keyEnv: 'NOTARY_KEY' } }
      const more = { provenance, rpcUrl: chain.url, market }
      const logging = worker([], more, { rpcUrl: chain.url, notaryKey: account })
      const { reply, proof } = await logging.resolve(task)
      expect(reply.rule_check?.tier).to.equal(2)
      expect(proof!.evidence.items[0]!.provenance).to.deep.include({ kind: 'log', tier: 2 })
      const unpaid = worker([], more, { rpcUrl: chain.url, notaryKey: testAccount(999) })
      const poor = await unpaid.resolve({ ...task, round: 2 })
      expect(poor.reply.rule_check?.tier, 'the log has it already').to.equal(2)
    } finally {
      await chain.stop()
    }
  })

  it('a config that notarizes needs the Notary and a node', () => {
    const faulty = () => worker([], { provenance: { notarize: { keyEnv: 'NOTARY_KEY' } } })
    expect(faulty).to.throw('needs provenance.notary and an RPC URL')
  })
})
