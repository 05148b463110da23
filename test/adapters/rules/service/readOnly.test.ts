import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { budget } from '../../../helpers/budget.ts'
import { recordedData } from '../../../helpers/skip.ts'
import { type GammaMarket, idOf, marketOf } from './fakeGamma.ts'
import { makeWorld, type World } from './world.ts'

const rooms = /\/(adapters|reading|services|workers)\//

/** All files of these rooms that a file needs, itself included. */
function reach(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file) || !rooms.test(file)) return seen
  const text = readFileSync(file, 'utf8')
  seen.set(file, text)
  for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g))
    reach(join(file, '..', path!), seen)
  return seen
}

describe('ResolutionRuleParser', function () {
  this.timeout(600_000)
  let world: World | null = null
  afterEach(async () => {
    await world?.end()
    world = null
  })

  it('S4-2, S4-49: never submits or signs orders: nothing it is made of holds a key, signs or sends', () => {
    const start = fileURLToPath(new URL('../../../../adapters/rules/service/startRules.ts', import.meta.url))
    const files = reach(start)
    expect(files.size).to.be.greaterThan(40)
    const signing =
      /viem\/accounts|privateKey|signTypedData|signMessage|signTransaction|WalletClient|writeContract|sendTransaction|sendRaw/i
    for (const [file, text] of files) expect(signing.test(text), file).to.equal(false)
  })

  it('S4-49: only ever asks Gamma to read', async () => {
    world = (await makeWorld())!
    world.gamma.put(marketOf(1), marketOf(2, { closed: true }))
    const service = await world.start({
      markets: { conditionIds: [idOf(1), idOf(2), idOf(3)], discoverEveryS: 60 },
    })
    for (let i = 0; i < 3; i++) {
      await world.settle(service)
      world.pass(301)
    }
    expect(new Set(world.gamma.calls.map((call) => call.method))).to.deep.equal(new Set(['GET']))
    for (const { headers } of world.gamma.calls) expect(headers['user-agent']).to.equal('cresolver-rules')
  })

  it('S4-92: Bulk parse of all active Gamma markets succeeds with 0 errors: recorded markets, found and parsed by the service', async function () {
    const file = join(recordedData(this), 'polymarket_markets_dev.jsonl')
    world = (await makeWorld())!
    const { gamma, settle, lines } = world
    const markets = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): GammaMarket => ({ ...JSON.parse(line), closed: false }))
      // One in five is enough to meet every kind of rule.
      .filter((_, i) => i % budget(40, 5) === 0)
    gamma.put(...markets)
    const service = await world.start({ markets: { discoverEveryS: 3_600 } })
    for (let i = 0; i < Math.ceil(gamma.markets.size / 100) + 2; i++) await settle(service)
    const faults = lines.filter((line) => line.level === 'error' || line.reason === 'UNREADABLE_MARKET')
    expect(faults).to.deep.equal([])
    const told = await world.reports()
    const withRules = [...gamma.markets.values()].filter((one) => String(one.description ?? '').trim() !== '')
    expect(told).to.have.length(withRules.length)
    expect(new Set(told.map((report) => report.condition_id)).size).to.equal(told.length)
  })
})
