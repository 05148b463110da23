import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { trySource } from '../../../../cli/commands/market/trySource.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'

const btc = '§question Is Bitcoin at $75k?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const now = 1_771_668_000

describe('trying a source before a market is paid for', () => {
  let api: FakeApi
  let folder: ReturnType<typeof temporaryFolder>
  let sources: string
  let value: number | null = 76_000
  before(async () => {
    const at = (now - 4_000) * 1_000
    api = await startFakeApi(() => {
      const prices = value === null ? [] : [[at, value]]
      return { body: JSON.stringify({ prices, market_caps: [], total_volumes: [] }) }
    })
    folder = temporaryFolder('try-source')
    sources = join(folder.path, 'sources.json')
    const config = { transport: 'live', allowLoopback: true, attempts: 1, baseUrls: { coingecko: api.url } }
    writeFileSync(sources, JSON.stringify({ sources: config }))
  })
  after(async () => {
    await api.close()
    folder.remove()
  })
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: Error) => error)

  it('B8: asks it once, and says what the answer would be today', async () => {
    const { says, report } = await trySource(btc, { sources, isLocal: false, now })
    expect(says).to.match(/^The source says 76000 \(2026-.*\): today the answer would be YES\.$/)
    expect(report).to.include({ kind: 'answered', value: '76000', outcome: 'YES' })
    expect(api.calls).to.have.length(1)
  })

  it('B8: stops where it has nothing to say, and names the way past it', async () => {
    value = null
    const silent = await failure(trySource(btc, { sources, isLocal: false, now }))
    expect(silent).to.include({ name: 'Cli.NoAnswerError' })
    expect(silent!.message).to.include('--untried').and.to.include('has no sample')
    api.fail({ kind: 'status', status: 404 })
    const missing = await failure(trySource(btc, { sources, isLocal: false, now }))
    expect(missing!.message).to.include('cannot answer this')
    const { says } = await trySource(btc, { sources, isLocal: false, untried: true, now })
    expect(says).to.equal('The source was not tried: --untried.')
  })

  it('B8: a network that fails stops nobody, and is named', async () => {
    api.fail({ kind: 'reset' })
    const { says, report } = await trySource(btc, { sources, isLocal: false, now })
    expect(says).to.match(/^warning: The source could not be asked now: .* The market is created untried\.$/)
    expect(report).to.include({ kind: 'away', value: null, outcome: null })
  })

  it('on a local chain nobody outside is asked, unless sources are named', async () => {
    const asked = api.calls.length
    const { says } = await trySource(btc, { isLocal: true, now })
    expect(says).to.include('this is a local chain')
    value = 1
    expect((await trySource(btc, { sources, isLocal: true, now })).report).to.include({ outcome: 'NO' })
    expect(api.calls).to.have.length(asked + 1)
  })

  it('a source by configuration needs that configuration; a manual rule and a broken one have none', async () => {
    const http = '§question Q\n§rule\nsource:http:elbe\nmetric:level\nop:gte\ntarget:1'
    expect((await trySource(http, { isLocal: false, now })).says).to.include('--sources')
    for (const text of ['§question Q\n§rule\nsource:manual', '', btc.replace('gte', 'about')])
      expect(await trySource(text, { isLocal: false, now })).to.deep.equal({ says: null, report: null })
  })
})
