import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { encodeFunctionData, type Hex, parseEther } from 'viem'
import type * as z from 'zod'
import { binaryMarketAbi, identityRegistryAbi, sourceKeysAbi } from '../../deployments/abi/index.ts'
import { checkConfig } from '../../indexer/Config.ts'
import { type Running, startIndexer } from '../../indexer/startIndexer.ts'
import { temporaryDatabase } from '../../local/openStores.ts'
import { transact } from '../../local/transact.ts'
import * as Catalog from '../../protocol/Catalog.ts'
import { Hash } from '../../protocol/index.ts'
import { openStore } from '../../services/store/openStore.ts'
import { manual, onChain } from '../cli/place.ts'
import { liar, tellRound, yes } from '../cli/toldRound.ts'
import { dump } from './tables.ts'

const day = 86_400

describe('an indexer on a chain', function () {
  this.timeout(300_000)
  const here = onChain()
  const files = new Map<string, string>()
  let gateway: Server
  let gatewayUrl: string
  const running: { readonly indexer: Running; readonly folder: { readonly path: string; remove(): void } }[] =
    []

  before(async () => {
    gateway = createServer((request, response) => {
      const body = files.get(request.url ?? '')
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  })
  after(async () => {
    for (const { indexer, folder } of running.splice(0)) {
      await indexer.stop()
      folder.remove()
    }
    gateway.closeAllConnections()
    await new Promise((resolve) => gateway.close(resolve))
  })

  async function start() {
    const { chainId, folder, chain } = here()
    const database = await temporaryDatabase()
    const config = checkConfig(
      {
        ...{ listen: { port: 0 }, chainId, deployment: `${folder}/${chainId}.json`, rpcUrl: chain.url },
        ...{ gateways: [gatewayUrl], shown: { rpcUrls: [chain.url] }, allowPrivate: true },
        ...{ store: { folder: database.path }, callers: { rate: null }, watch: { pollMs: 50 } },
        ...{ log: 'silent', graceMs: 500 },
      },
      { file: 'a test' },
    )
    const indexer = await startIndexer(config)
    const one = { indexer, folder: database }
    running.push(one)
    return one
  }

  async function caughtUp({ indexer }: { readonly indexer: Running }, count = files.size) {
    const { status } = indexer.indexer
    for (;;) {
      const { hash } = await here().chain.client.getBlock()
      if (status.seen?.hash === hash && status.files >= count) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function read<schema extends z.ZodType>(
    { indexer }: { readonly indexer: Running },
    path: string,
    schema: schema,
  ): Promise<z.output<schema>> {
    const reply = await fetch(`${indexer.url}${path}`)
    expect(reply.status, path).to.equal(200)
    return schema.parse(await reply.json())
  }

  const call = (account: number, to: Hex, data: Hex, value = 0n) =>
    transact(here().chain, account, { to, data, value })

  /** Ends an indexer, and gives what it kept. */
  async function kept(one: (typeof running)[number]) {
    running.splice(running.indexOf(one), 1)
    await one.indexer.stop()
    const store = await openStore({ folder: one.folder.path, schema: 'indexer', isExisting: true })
    const rows = await dump(store)
    await store.close()
    one.folder.remove()
    return rows
  }

  it('WEB §4: follows lives of markets, and rebuilt from an empty database it comes out byte for byte', async () => {
    const { write, marketIn, pass, at, chain } = here()
    const one = await start()
    const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')
    const register = {
      abi: sourceKeysAbi,
      functionName: 'register',
      args: [sourceId, `0x${'77'.repeat(20)}`],
    }
    await call(0, at('SourceKeys'), encodeFunctionData(register as never))
    const open = await marketIn('joined', `${manual}\n§event Bills\n§category politics`)
    await caughtUp(one)
    const bets = { abi: binaryMarketAbi, functionName: 'bet', args: [open, 1, parseEther('0.01')] }
    await call(7, at('BinaryMarket'), encodeFunctionData(bets as never), parseEther('0.01'))
    const settled = await marketIn('finalized')
    await write(0, 'claim', [settled, 0n])
    await caughtUp(one)
    // One liar of three is struck: its round file tells how sure all were.
    const told = await tellRound(here(), [yes, yes, liar])
    files.set(`/rounds/${told.file.market_id}/1`, readFileSync(told.path, 'utf8'))
    await caughtUp(one)
    const rename = { abi: identityRegistryAbi, functionName: 'setAgentURI' }
    const uri = `data:application/json,${encodeURIComponent('{"name":"Aap worker 0"}')}`
    await call(2, at('IdentityRegistry'), encodeFunctionData({ ...rename, args: [0n, uri] } as never))
    await pass(60)
    await caughtUp(one)

    const list = await read(one, '/v1/markets', Catalog.marketList)
    expect(list.items.map(({ id }) => id)).to.deep.equal([told.file.market_id, Number(settled), Number(open)])
    const { market } = await read(one, `/v1/markets/${told.file.market_id}`, Catalog.market)
    expect(market).to.include({ state: 'window', status: 'resolved' })
    expect(market.rounds[0]!.report!.records.every(({ confidence_bps }) => confidence_bps !== null)).to.equal(
      true,
    )
    expect(market.rounds[0]!.report!.file).to.equal(`${gatewayUrl}/rounds/${told.file.market_id}/1`)
    const done = (await read(one, `/v1/markets/${settled}`, Catalog.market)).market
    expect(done.workers.map(({ vote }) => vote)).to.deep.equal(['YES', 'YES', 'NO'])
    expect(done.workers[0]!.paid).to.equal(done.workers[0]!.payout)
    const betting = (await read(one, `/v1/markets/${open}`, Catalog.market)).market
    expect(betting.book).to.include({ yes: String(parseEther('0.01')), no: '0', bettors: 1, result: null })
    const found = await read(one, '/v1/markets?event=Bills&q=bill+signed&mine=', Catalog.marketList)
    expect(found.items.map(({ id }) => id)).to.deep.equal([Number(open)])
    const { agent } = await read(one, '/v1/agents/0', Catalog.agent)
    expect(agent).to.include({ name: 'Aap worker 0', settled: 1, correct: 1 })
    expect(agent.record.at(-1)).to.include({
      settled: agent.settled,
      correct: agent.correct,
      factor_bps: agent.factor_bps,
    })
    const desk = await read(one, '/v1/rounds?window=open', Catalog.deskList)
    expect(desk.items.map(({ market_id }) => market_id)).to.deep.equal([told.file.market_id])
    const config = await read(one, '/config.json', Catalog.config)
    expect(config.source_keys).to.have.length(1)
    expect(config.contracts.CREsolverMarket!.runtime_hash).to.match(/^0x/)
    expect((await fetch(`${one.indexer.url}/ready`)).status).to.equal(200)

    const { hash } = await chain.client.getBlock()
    const before = await kept(one)
    const again = await start()
    await caughtUp(again)
    expect((await chain.client.getBlock()).hash, 'nothing happened meanwhile').to.equal(hash)
    expect(await kept(again)).to.deep.equal(before)
  })

  it('forgets what a reorganisation took back, and goes on with what came instead', async () => {
    const { chain, marketIn, write } = here()
    const one = await start()
    const first = await marketIn('joined')
    const snapshot = await chain.client.snapshot()
    const gone = await marketIn('joined')
    await caughtUp(one)
    expect((await fetch(`${one.indexer.url}/v1/markets/${gone}`)).status).to.equal(200)
    await chain.client.revert({ id: snapshot })
    const until = BigInt((await chain.now()) + 3 * day)
    await write(1, 'createMarket', [`${manual}\n§category tech`, until], parseEther('1'))
    await caughtUp(one)
    const { market } = await read(one, `/v1/markets/${gone}`, Catalog.market)
    expect(market.asked.category, 'another market of the same number').to.equal('tech')
    expect(market.workers).to.deep.equal([])
    expect((await read(one, `/v1/markets/${first}`, Catalog.market)).market.workers).to.have.length(3)
    const before = await kept(one)
    const again = await start()
    await caughtUp(again)
    expect(await kept(again)).to.deep.equal(before)
  })
})
