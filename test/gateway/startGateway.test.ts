import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { type Address, createWalletClient, http, parseEther, toHex } from 'viem'
import { hardhat } from 'viem/chains'
import { testAccount } from '../../cli/chain/account.ts'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { sampleQuestion } from '../../local/samples/proof.ts'
import { playRound, sampleResponses, signAnswer, signDefence } from '../../local/samples/round.ts'
import type { Proof, Wire } from '../../protocol/index.ts'
import type { RoundView } from '../../services/chain/Chain.ts'
import { connectChain } from '../../services/chain/connectChain.ts'
import { runHere as run } from '../helpers/callCommand.ts'
import { type Node, startNode, temporaryFolder } from '../helpers/commandLine.ts'
import { postgres } from '../helpers/postgres.ts'
import { type ServiceProcess, startService } from '../helpers/serviceProcess.ts'
import { skipFor } from '../helpers/skip.ts'
import { votesOf } from '../helpers/votes.ts'
import { decide } from './decide.ts'
import { type FakeWorker, send, startFakeWorker } from './fakeWorker.ts'
import { sealed, until } from './gateways.ts'

const day = 86_400
const keyOf = (i: number) => toHex(testAccount(2 + i).getHdKey().privateKey!)

describe('a gateway on a real chain', function () {
  this.timeout(300_000)
  let node: Node
  let market: Address
  let databaseUrl: string
  const folder = temporaryFolder()
  const workers: FakeWorker[] = []
  const gateways: ServiceProcess[] = []
  /** What the workers are asked in, and what each has to say to it. */
  let round: RoundView
  let replies: { reply: Wire.ResolveReply; proof: Proof.Proof | null }[] = []
  let isStuck = true
  let ready = () => {}
  /** Workers think until the test knows what they say. */
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })

  async function cli(words: string, input = '') {
    const place = ['--rpc-url', node.url, '--deployments', folder, '--json']
    const { status, stdout, stderr } = await run([...words.split(' '), ...place], { input })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  async function call(account: number, functionName: string, args: readonly unknown[], value = 0n) {
    const wallet = createWalletClient({
      account: testAccount(account),
      chain: hardhat,
      transport: http(node.url),
    })
    const request = { address: market, abi: cresolverMarketAbi, functionName, args, value }
    const hash = await wallet.writeContract(request as never)
    await node.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }

  const chain = () => connectChain({ rpcUrl: node.url, chainId: 31_337, market })

  async function start(): Promise<ServiceProcess> {
    const gateway = await startService(
      ['gateway', 'start'],
      {
        listen: { port: 0 },
        chainId: 31_337,
        market,
        rpcUrlEnv: 'NODE_URL',
        allowPrivate: true,
        deadlines: { resolveMs: 10_000, challengeMs: 10_000, patienceMs: 10_000, leaseMs: 500 },
        watch: { pollMs: 100, sweepMs: 1_000 },
        callers: { rate: null },
      },
      { NODE_URL: node.url, DATABASE_URL: databaseUrl },
    )
    gateways.push(gateway)
    return gateway
  }

  before(async function () {
    const server = await postgres()
    if (server === null) return skipFor(this, 'it needs a PostgreSQL server')
    databaseUrl = await server.freshDatabase()
    node = await startNode()
    const { contracts } = await cli('deploy')
    market = contracts.CREsolverMarket.address
    for (const i of [0, 1, 2]) {
      const worker = await startFakeWorker(async (path, body, response) => {
        await isReady
        if (path.startsWith('/por/')) return send(response, replies[i]!.proof)
        if (i === 2 && isStuck) return
        if (path === '/a2a/resolve') return send(response, replies[i]!.reply)
        return send(response, await signDefence(round, keyOf(i), body, sampleResponses))
      })
      workers.push(worker)
      await cli(`agent register --account ${2 + i} --endpoint ${worker.url}`)
    }
    await cli('agent register --account 5 --endpoint http://127.0.0.1:1')
  })
  after(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGKILL')))
    await Promise.all(workers.map((worker) => worker.stop()))
    await node?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A market that four agents joined, one of which is not there; asked, with what the others will say. */
  async function ask(): Promise<void> {
    const { timestamp } = await node.client.getBlock()
    await call(1, 'createMarket', [sampleQuestion, timestamp + BigInt(day)], parseEther('1'))
    for (const i of [0, 1, 2, 3]) await call(2 + i, 'joinMarket', [1n, BigInt(i)], parseEther('0.5'))
    await node.client.increaseTime({ seconds: day })
    await call(0, 'requestResolution', [1n])
    round = (await chain().readRound(1))!
    const yes = { value: '75120.5' }
    const played = await playRound(round, [yes, yes, yes, 'silent'], { keyOf })
    replies = await Promise.all(
      [0, 1, 2].map(async (i) => {
        const reply = played.file.answers[i]!.reply as Wire.ResolveReply
        const root = reply.por!.root
        const por = { root, uri: `${workers[i]!.url}/por/${root}` }
        return { reply: await signAnswer(round, keyOf(i), { ...reply, por }), proof: played.proofs[i]! }
      }),
    )
    ready()
  }

  it('SPEC §7: outlives kill -9 in the middle of a round, and asks again only whom nobody knows of', async () => {
    const first = await start()
    await ask()
    await until(async () => workers.every(({ asked }) => asked.length > 0))
    // The first two are known by now; the third still thinks.
    await until(async () => (await (await fetch(`${first.url}/metrics`)).text()).includes('status="ok"} 2'))
    expect(await first.stop('SIGKILL')).to.equal(null)
    isStuck = false
    const second = await start()
    const { items } = JSON.parse(await sealed(second.url, round, 'answers'))
    expect(items.map(({ status }: { status: string }) => status)).to.deep.equal(['ok', 'ok', 'ok', 'silent'])
    const resolves = workers.map(({ asked }) => asked.filter(({ path }) => path === '/a2a/resolve').length)
    expect(resolves).to.deep.equal([1, 1, 2])
  })

  it('two processes serve the same bytes', async () => {
    const third = await start()
    for (const phase of ['answers', 'defences']) {
      const [one, other] = await Promise.all(
        [gateways[1]!, third].map(({ url }) => sealed(url, round, phase)),
      )
      expect(one).to.equal(other)
    }
  })

  it('SPEC §8: publishes the round with its proofs after the report, and `round verify --gateway` finds nothing', async () => {
    const { url } = gateways[1]!
    const { report } = await decide(url, round)
    await cli('report sign', JSON.stringify(votesOf(report)))
    const file = await until(async () => {
      const response = await fetch(`${url}/rounds/1/1`)
      return response.status === 200
        ? ((await response.json()) as { proofs: unknown[]; leaves: unknown[] })
        : false
    })
    expect(file.leaves.length).to.equal(19)
    expect(file.proofs.length).to.equal(3)
    const verified = await cli(`round verify 1 --gateway ${url}`)
    expect(verified).to.deep.include({ ok: true, market_id: 1, round: 1, findings: [] })
    const shown = await cli(`round show 1 --gateway ${gateways[2]!.url}`)
    expect(shown.workers[0].reply.outcome).to.equal('YES')
  })

  it('says in /health what it sees, ends on a signal with 0, and writes no URL of a node into its logs', async () => {
    const gateway = gateways[2]!
    const health = await (await fetch(`${gateway.url}/health`)).json()
    expect(health).to.deep.include({ ready: true, open_rounds: 0 })
    expect(await gateway.stop()).to.equal(0)
    expect(gateway.logs()).to.not.include(node.url)
  })

  it('is told what is wrong with its words', async () => {
    const refusal = await run([
      'round',
      'verify',
      '1',
      '--gateway',
      'nowhere',
      '--rpc-url',
      node.url,
      '--deployments',
      folder,
    ])
    expect(refusal.status).to.equal(2)
    const missing = await run(['gateway', 'start', '--config', '/nowhere.yaml'])
    expect([missing.status, missing.stderr]).to.deep.include(2)
  })
})
