import { expect } from 'chai'
import { decodeFunctionData, type Hex } from 'viem'
import { sourceKeysAbi } from '../../deployments/abi/index.ts'
import { deployer } from '../../local/deployLocal.ts'
import { coins } from '../../local/sources/assets.ts'
import { firstDay } from '../../local/startChain.ts'
import type { LocalDonOptions } from '../../local/startDon.ts'
import type { WorldOptions } from '../../local/startWorld.ts'
import { Address, Hash } from '../../protocol/index.ts'
import { importWith } from '../helpers/importWith.ts'

type Module = typeof import('../../local/startWorld.ts')

const observer: Hex = `0x${'0b'.repeat(20)}`
const registry: Hex = `0x${'5e'.repeat(20)}`
const wasm = Uint8Array.of(7)
const publicKey = { keyId: 'local-1', algorithm: 'p256', origin: 'http://127.0.0.1:3', publicKey: 'PEM' }

/** What starts each part is tested by itself; here every part only notes that it was started and stopped. */
describe('the whole of it on one machine', () => {
  let events: string[]
  let given: Record<string, unknown[]>
  let sent: { from: number; to: Hex; data: Hex }[]
  let failing: string | null
  const written: [folder: string, record: object][] = []
  let module: Module

  const part =
    (name: string, made: object) =>
    async (...parameters: unknown[]) => {
      given[name] = parameters
      if (failing === name) throw new Error(`no ${name}`)
      events.push(name)
      return { name, ...made, stop: ending(name), close: ending(name), forget: ending(name) }
    }
  const ending = (name: string) => async () => void events.push(`${name} ends`)

  before(async () => {
    const place = { chainId: 31_337, at: () => registry, folder: '/record', deployment: { chainId: 31_337 } }
    module = await importWith<Module>('local/startWorld.ts', {
      './startChain.ts': { startChain: part('chain', {}), firstDay },
      './deployLocal.ts': { deployLocal: part('contracts', place), deployer },
      './openStores.ts': { openTemporaryStore: part('store', {}) },
      './sources/startSources.ts': {
        startSources: part('sources', { url: 'http://127.0.0.1:3', observer, publicKey }),
      },
      '../cli/chain/deployment.ts': {
        writeDeployment: (folder: string, record: object) => void written.push([folder, record]),
      },
      './pages/pageWorld.ts': { startPageWorld: part('pages', { network: 'the pages’ own' }) },
      './workers/startWorkers.ts': {
        startWorkers: async (...parameters: unknown[]) => [
          await part('workers', { agentId: 0 })(...parameters),
        ],
      },
      './startLocalGateway.ts': { startLocalGateway: part('gateway', { url: 'http://127.0.0.1:4' }) },
      './startLocalIndexer.ts': { startLocalIndexer: part('indexer', { url: 'http://127.0.0.1:6' }) },
      './startLocalKeeper.ts': { startLocalKeeper: part('keeper', { url: 'http://127.0.0.1:5' }) },
      './startDon.ts': { startDon: part('DON', {}), ourWorkflow: async () => wasm },
      './transact.ts': {
        transact: async (_: object, from: number, call: { to: Hex; data: Hex }) =>
          void sent.push({ from, ...call }),
      },
    })
  })
  beforeEach(() => {
    events = []
    given = {}
    sent = []
    failing = null
  })
  const start = async (options: Partial<WorldOptions> = {}) =>
    await module.startWorld({ roles: [{ kind: 'silent' }], ...options })
  const inOrder = (...names: string[]) => {
    const seen = events.filter((event) => names.includes(event))
    expect(seen).to.deep.equal(names)
  }

  it('starts what others need first, and says so', async () => {
    const lines: string[] = []
    await start({ tell: (line) => void lines.push(line) })
    inOrder('chain', 'contracts', 'sources', 'pages', 'workers', 'gateway', 'DON')
    expect(given.workers![0]).to.include({ network: 'the pages’ own' })
    inOrder('store', 'workers')
    inOrder('contracts', 'keeper')
    inOrder('gateway', 'indexer')
    expect(lines).to.deep.equal([
      'chain, contracts and workflow',
      '1 workers',
      'gateway, keeper and indexer',
      'DON of 4',
    ])
  })

  it('AUDIT B14: the record of the contracts says whom a check may believe', async () => {
    await start()
    expect(written.at(-1)).to.deep.equal([
      '/record',
      {
        chainId: 31_337,
        trust: {
          keys: [{ key_id: 'local-1', algorithm: 'p256', origin: 'http://127.0.0.1:3', public_key: 'PEM' }],
          bases: {
            coingecko: ['http://127.0.0.1:3/api/v3'],
            binance: ['http://127.0.0.1:3'],
            defillama: ['http://127.0.0.1:3'],
          },
        },
      },
    ])
  })

  it('ends in the opposite order', async () => {
    const world = await start()
    events = []
    await world.stop()
    inOrder(
      'DON ends',
      'gateway ends',
      'workers ends',
      'pages ends',
      'sources ends',
      'contracts ends',
      'chain ends',
    )
    inOrder('workers ends', 'store ends')
    inOrder('keeper ends', 'contracts ends')
  })

  it('points the DON at the gateway and at the sources, save what is told', async () => {
    await start()
    const [, , usual] = given.DON as [unknown, unknown, LocalDonOptions]
    expect(usual).to.deep.equal({
      wasm,
      nodes: 4,
      workflow: {
        gateways: [{ url: 'http://127.0.0.1:4' }],
        sources: {
          coingecko: 'http://127.0.0.1:3/api/v3',
          binance: 'http://127.0.0.1:3',
          defillama: 'http://127.0.0.1:3',
        },
      },
    })
    const service = { http: { host: '127.0.0.1', port: 0 } }
    const faults = { 0: { kind: 'silent' as const } }
    await start({ nodes: 7, faults, service, workflow: { gateways: [], reference: 'off' } })
    const [, , told] = given.DON as [unknown, unknown, LocalDonOptions]
    expect(told).to.deep.include({ nodes: 7, faults, service })
    expect(told.workflow).to.deep.include({ gateways: [], reference: 'off' })
    expect(given.contracts![1]).to.deep.equal({ nodes: 7 })
    await start({ parameters: { maxWorkers: 6 } })
    expect(given.contracts![1]).to.deep.equal({ nodes: 4, parameters: { maxWorkers: 6 } })
  })

  it('hands on seed, time, roles and deadlines', async () => {
    const roles = [{ kind: 'silent' as const }, { kind: 'malformed' as const }]
    await start({ seed: 9, roles, deadlines: { resolveMs: 5 }, chain: { start: 1_000 } })
    expect(given.chain).to.deep.equal([{ start: 1_000 }])
    expect(given.sources![0]).to.deep.equal({
      seed: 9,
      around: 1_000,
      register: { chainId: 31_337, address: Address.of(registry) },
    })
    expect(given.workers![1]).to.equal(roles)
    expect(given.gateway![2]).to.deep.equal({ resolveMs: 5 })
    await start()
    expect(given.sources![0]).to.deep.include({ seed: 1, around: firstDay })
  })

  it('registers the sources’ key for every coin, by each provider', async () => {
    await start()
    const registered = sent.map(({ from, to, data }) => {
      expect([from, to]).to.deep.equal([deployer, registry])
      const { functionName, args } = decodeFunctionData({ abi: sourceKeysAbi, data })
      expect(functionName).to.equal('register')
      expect(String(args![1]).toLowerCase()).to.equal(observer)
      return args![0]
    })
    const names = coins.flatMap(({ id, symbol }) => [`coingecko:${id}:price_usd`, `binance:${symbol}:price`])
    expect(registered).to.deep.equal(names.map((name) => Hash.ofText(name.toLowerCase())))
  })

  for (const name of [
    'chain',
    'contracts',
    'sources',
    'pages',
    'workers',
    'gateway',
    'keeper',
    'DON',
    'store',
  ]) {
    it(`without its ${name} it says why, and leaves nothing running`, async () => {
      failing = name
      expect(await start().catch((error) => error.message)).to.equal(`no ${name}`)
      const started = events.filter((event) => !event.endsWith(' ends'))
      const ended = events.filter((event) => event.endsWith(' ends'))
      expect(ended).to.have.members(started.map((event) => `${event} ends`))
    })
  }
})
