import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { bytesToHex } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import { startWorker, type WorkerProcess } from '../../../local/workers/workerProcess.ts'
import { Admission, Docket, Question, Round, Wire } from '../../../protocol/index.ts'
import { connectChain } from '../../../services/chain/connectChain.ts'
import * as Fixture from '../../../services/fetch/Fixture.ts'
import { coingecko, Registry } from '../../../workers/source/index.ts'
import { runHere as run } from '../../helpers/callCommand.ts'
import { type Node, startNode, temporaryFolder } from '../../helpers/commandLine.ts'
import { postgres } from '../../helpers/postgres.ts'
import { skipFor } from '../../helpers/skip.ts'
import { jsonOf } from './agents.ts'

const question =
  '§question Will BTC trade at $75,000 or more?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd\nop:gte\ntarget:75000'
const day = 86_400
const account = testAccount(2)
const key = bytesToHex(account.getHdKey().privateKey!)

describe('an agent on a real chain', function () {
  this.timeout(600_000)
  let node: Node
  let databaseUrl: string
  let market: `0x${string}`
  const deployments = temporaryFolder()
  const fixtures = mkdtempSync(join(tmpdir(), 'cresolver-fixtures-'))
  const workers: WorkerProcess[] = []

  async function cli(words: string, more: string[] = [], input = '') {
    const place = ['--rpc-url', node.url, '--deployments', deployments, '--json']
    const { status, stdout, stderr } = await run([...words.split(' '), ...more, ...place], { input })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  const chain = () => connectChain({ rpcUrl: node.url, chainId: 31_337, market })

  const start = async () => {
    const worker = await startWorker({
      config: {
        ...{ agentId: 0, chainId: 31_337, market, rpcUrl: node.url, keyEnv: 'AGENT_KEY' },
        ...{ watch: { pollMs: 200 }, sources: { transport: 'replay', fixtures }, log: 'info' },
      },
      env: { DATABASE_URL: databaseUrl, AGENT_KEY: key },
    })
    workers.push(worker)
    return worker
  }

  const post = (worker: WorkerProcess, path: string, body: unknown) =>
    fetch(`${worker.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function metric(worker: WorkerProcess, line: string): Promise<number> {
    const text = await (await fetch(`${worker.url}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 600; i++) {
      if (await holds()) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('It never came to that.')
  }

  /** A market that agents 0, 1 and 2 have joined, and the recording of its price. */
  async function open(): Promise<number> {
    const { market_id: marketId } = await cli(
      'market create --deadline +1d --reward 1 --account 1',
      [],
      question,
    )
    for (const i of [0, 1, 2]) await cli(`market join ${marketId} --agent ${i} --account ${2 + i}`)
    const { deadline } = (await chain().readRound(marketId))!
    const { rule } = Question.validate(question)
    const asked = coingecko().plan(Registry.requirementOf(rule, { created: null, deadline }))
    const body = JSON.stringify({
      prices: [[deadline * 1_000 + 41_000, 75_120.5]],
      market_caps: [],
      total_volumes: [],
    })
    const reply = { status: 200, headers: {}, body, retrievedAt: deadline + 90_000, method: 'GET' as const }
    writeFileSync(join(fixtures, Fixture.fileName(asked)), Fixture.toText(Fixture.make(asked, reply)))
    return marketId
  }

  const request = async (marketId: number) => {
    await node.client.increaseTime({ seconds: day + 60 })
    await node.client.mine({ blocks: 1 })
    await cli(`market request ${marketId}`)
  }

  const roundOf = async (marketId: number): Promise<Round.Round> => {
    const view = (await chain().readRound(marketId))!
    return {
      ...view,
      workers: view.workers.map((one) => ({ ...one, factorBps: 2_500 })),
    }
  }

  before(async function () {
    const server = await postgres()
    if (server === null) return skipFor(this, 'it needs a PostgreSQL server')
    databaseUrl = await server.freshDatabase()
    node = await startNode()
    const { contracts } = await cli('deploy')
    market = contracts.CREsolverMarket.address
    for (const i of [0, 1, 2])
      await cli(`agent register --account ${2 + i} --endpoint http://127.0.0.1:400${i}`)
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
    await node?.close()
    rmSync(deployments, { recursive: true, force: true })
    rmSync(fixtures, { recursive: true, force: true })
  })

  let worker: WorkerProcess
  let marketId: number

  it('SPEC §6: refuses poison before and after the request, works ahead by itself, and its answer is admitted', async () => {
    marketId = await open()
    worker = await start()
    expect(worker.line).to.include({ signer: account.address, signing: true })
    // Anyone can write the request of the first round before it is asked.
    const early = Wire.toResolveRequest({ ...(await roundOf(marketId)), round: 1 })
    const before = await jsonOf(post(worker, '/a2a/resolve', early))
    expect(before, 'not asked yet').to.not.have.property('attestation')
    await request(marketId)
    const round = await roundOf(marketId)
    const truth = Wire.toResolveRequest(round)
    expect(truth).to.deep.equal(early)
    const changed = (change: object) => ({
      ...truth,
      context: JSON.stringify({ ...JSON.parse(truth.context), ...change }),
    })
    const poison = [
      { ...truth, question: truth.question.replace('75000', '74000') },
      changed({ market: `0x${'99'.repeat(20)}` }),
      changed({ chain_id: 1 }),
      changed({ round: 2 }),
      { ...truth, market_id: 999 },
    ]
    for (const body of poison) {
      const response = await post(worker, '/a2a/resolve', body)
      expect(await jsonOf(response)).to.not.have.property('attestation')
    }
    await until(async () => (await metric(worker, 'cresolver_signatures_total{phase="resolve"}')) === 1)
    const text = await (await post(worker, '/a2a/resolve', truth)).text()
    const [admission] = Round.admit(round, [
      Wire.readAnswer(text),
      ...[1, 2].map(() => Wire.readAnswer('{}')),
    ])
    expect(admission!.detail).to.equal(null)
    expect(admission!.vote).to.deep.include({ outcome: 'YES' })
    expect(Docket.fault(Round.docketRule(round)!, admission!.answer!.check!, 'YES')).to.equal(null)

    const [challenge] = Round.challenges(round, [admission!])
    const defence = Wire.readDefence(await (await post(worker, '/a2a/challenge', challenge)).text())
    const terms = Round.termsOf(round)
    expect(Admission.defend(defence, round.workers[0]!, challenge!, terms)).to.deep.include({
      answered: 3,
    })
    expect(await metric(worker, 'cresolver_signatures_total{phase="resolve"}')).to.equal(1)
  })

  it('two processes that watch one chain on one database sign once, and serve the same bytes', async () => {
    const next = await open()
    // Its recording is new, and a replayed folder is read at the start.
    await worker.stop()
    const both = await Promise.all([start(), start()])
    await request(next)
    await until(async () => {
      const signed = await Promise.all(
        both.map((one) => metric(one, 'cresolver_signatures_total{phase="resolve"}')),
      )
      return signed.reduce((sum, one) => sum + one, 0) >= 1
    })
    const truth = Wire.toResolveRequest(await roundOf(next))
    const texts = await Promise.all(both.map(async (one) => (await post(one, '/a2a/resolve', truth)).text()))
    expect(texts[0]).to.equal(texts[1])
    expect(JSON.parse(texts[0]!)).to.include({ outcome: 'YES' }).and.have.property('attestation')
    // The first market's answer is still what it was, in either process.
    const old = Wire.toResolveRequest(await roundOf(marketId))
    const kept = await Promise.all(both.map(async (one) => (await post(one, '/a2a/resolve', old)).text()))
    expect(kept[0]).to.equal(kept[1])
    await both[1]!.stop()
    worker = both[0]!
  })

  it('says in /health which block it sees, and logs neither key nor URL', async () => {
    const health = await jsonOf(fetch(`${worker.url}/health`))
    expect(health).to.deep.include({ ready: true, signing: 'on', signer: account.address.toLowerCase() })
    expect(health.chain.block).to.be.greaterThan(10)
    expect(workers[0]!.logs()).to.contain('signed an answer')
    for (const one of workers) {
      expect(one.logs()).to.not.contain(key.slice(2)).and.not.contain(node.url)
    }
  })

  it('tells a market that is not there from a node that is not there, without a word of the URL', async () => {
    expect(await chain().readRound(12_345)).to.equal(null)
    const dead = connectChain({
      rpcUrl: 'http://127.0.0.1:1/secret',
      chainId: 31_337,
      market,
      timeoutMs: 500,
    })
    const error = await dead.readRound(1).catch((error_) => error_)
    expect(error.name).to.equal('Chain.UnavailableError')
    expect(`${error.message}${error.stack}`).to.not.contain('secret')
    const other = connectChain({ rpcUrl: node.url, chainId: 5, market })
    expect((await other.head().catch((error_) => error_)).name).to.equal('Chain.OtherChainError')
  })
})
