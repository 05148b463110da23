import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, type Market, MarketBook } from '../../../adapters/moltbook/index.ts'
import { resolutionWords } from '../../../adapters/moltbook/words.ts'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { twinReader } from '../../../cli/moltbook/onchain.ts'
import { deployLocal, type LocalPlace } from '../../../local/deployLocal.ts'
import { type LocalMoltbook, startMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { addAgent } from '../../../local/moltbook/World.ts'
import { type LocalChain, startChain } from '../../../local/startChain.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { Address } from '../../../protocol/index.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
import { writeCredentials } from '../../adapters/moltbook/stage.ts'
import { runHere } from '../../helpers/callCommand.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'

const machine = () => Math.floor(Date.now() / 1_000)

describe('market --onchain, as a person runs it', function () {
  this.timeout(180_000)
  const folder = temporaryFolder('onchain')
  let chain: LocalChain
  let place: LocalPlace
  let moltbook: LocalMoltbook
  let gauge: FakeApi
  let create: (until: number) => string[]
  let there: string[]
  let market: Market.Market
  let until: number

  before(async () => {
    // An hour behind the machine: workers need time to join before a deadline, and nobody waits that long here.
    chain = await startChain({ start: machine() - 3_600 })
    place = await deployLocal(chain)
    moltbook = await startMoltbook({ seed: 6 })
    gauge = await startFakeApi(() => ({ body: '{"level":4.2}' }))
    const me = addAgent(moltbook.world, 'SoothSayer', { isClaimed: true, isTrusted: true })
    writeCredentials(folder.path, me.key)
    const http = [{ id: 'elbe', metric: 'level', url: `${gauge.url}/elbe?from={from}`, value: '$.level' }]
    const sources = join(folder.path, 'sources.json')
    writeFileSync(sources, JSON.stringify({ sources: { transport: 'live', allowLoopback: true, http } }))
    const rule = 'source:http:elbe metric:level op:gte target:1'
    const asked = ['--question', 'Will the Elbe stand at 1 m or more then?', '--rule', rule]
    create = (deadline) => [
      'create',
      ...asked,
      '--deadline',
      String(deadline),
      '--sources',
      sources,
      '--onchain',
    ]
    there = ['--sources', sources, '--rpc-url', chain.url, '--deployments', place.folder]
  })
  after(async () => {
    place?.forget()
    await Promise.all([chain?.stop(), moltbook?.stop(), gauge?.close()])
    folder.remove()
  })

  const run = (args: readonly string[]) => {
    const env = { MOLTBOOK_HOME: folder.path, MOLTBOOK_BASE_URL: moltbook.url }
    return runHere([...args, '--json'], { env, program: 'market' })
  }
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(args)
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout)
  }
  const recorded = () => MarketBook.read(filesOf(folder.path, undefined).markets).markets
  const cycle = () => run(['cycle', '--onchain', '--window', '0', ...there])

  it('S0-60: posts nothing where the chain would not take the market', async () => {
    const nowhere = ['--rpc-url', chain.url, '--deployments', folder.path]
    const poor = ['--rpc-url', chain.url, '--deployments', place.folder, '--reward', '0.0001']
    for (const [words, why] of [
      [nowhere, 'NotDeployed'],
      [poor, 'WrongValue'],
    ] as const) {
      const { status, stderr, stdout } = await run([...create(machine() + 600), ...words])
      expect(status).to.equal(1)
      expect(stdout + stderr).to.contain(why)
    }
    expect(moltbook.world.posts.size).to.equal(0)
    expect(recorded()).to.deep.equal({})
  })

  it('S0-6 S0-55 S0-60: creates the same question and deadline on the chain, linked; a repeated call pays nothing', async () => {
    // Long enough for two calls on a busy machine; what is left of it is waited for below.
    until = machine() + 5
    const call = [...create(until), ...there.slice(2), '--chain-account', '1']
    ;({ market } = await json(...call))
    const link = market.onchain!
    expect(link).to.include({ chain_id: 31_337, contract: place.market.toLowerCase() })
    const { question, deadline } = await getMarket(place, BigInt(link.market_id))
    expect({ question, deadline }).to.deep.equal({ question: market.question_raw, deadline: BigInt(until) })
    expect((await json(...call)).market).to.deep.equal(market)
    expect(moltbook.world.posts.size).to.equal(1)
    expect(
      await chain.client.getTransactionCount({ address: (await getMarket(place, 1n)).creator }),
    ).to.equal(1)
  })

  it('S0-41 S0-66: a linked market is final only when its twin is', async () => {
    const left = until - machine() + 1
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left * 1_000))
    const { status, stdout } = await cycle()
    expect(status).to.equal(0)
    expect(stdout).to.contain('its twin on chain 31337 is not final yet')
    const now = recorded()[market.id]!
    expect(now).to.include({ status: 'settled', outcome: 'YES' })
    expect(resolutionWords(now)).to.contain(`market ${now.onchain!.market_id}`)
    const comments = [...moltbook.world.comments.values()].map(({ content }) => content)
    expect(comments).to.deep.equal([resolutionWords(now)])
  })

  it('S0-66: says so where the twin ended otherwise, and rewrites nothing', async () => {
    await chain.warpTo(until + 2 * 86_400)
    const { market_id } = market.onchain!
    const chainOptions = ['--rpc-url', chain.url, '--deployments', place.folder]
    const expired = await runHere(['market', 'expire', market_id, ...chainOptions])
    expect(expired.status, expired.stderr).to.equal(0)
    const { status, stdout } = await cycle()
    expect(status).to.equal(1)
    expect(stdout).to.contain('published as YES, and its twin on chain 31337 ended as INVALID')
    expect(recorded()[market.id]!.status).to.equal('settled')
  })

  it('refuses to look for a twin where it is not', async () => {
    const twin = await twinReader({ rpcUrl: chain.url, deployments: place.folder })
    const link = market.onchain!
    expect(await twin(link)).to.equal('INVALID')
    for (const changed of [{ chain_id: 1 }, { contract: Address.of(`0x${'11'.repeat(20)}`) }])
      expect((await failed(twin({ ...link, ...changed }))).name).to.equal('Market.OtherPlaceError')
  })
})
