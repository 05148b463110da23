import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import { fetchEvidence, Registry, SourceConfig } from '../../../workers/source/index.ts'
import { startFakeApi } from '../../helpers/fakeApi.ts'
import { auto, created, deadline } from './requirement.ts'

describe('SourceConfig', () => {
  it('replays by default, and says what it misses', () => {
    const config = SourceConfig.schema.parse({})
    expect(config.transport).to.equal('replay')
    expect(() => SourceConfig.createTransport(config)).to.throw(
      SourceConfig.MissingFolderError,
      'sources.fixtures',
    )
    const keyed = SourceConfig.schema.parse({
      transport: 'live',
      keys: [{ host: 'api.coingecko.com', name: 'x-cg-demo-api-key', env: 'COINGECKO_KEY' }],
    })
    expect(() => SourceConfig.createTransport(keyed, {})).to.throw(
      SourceConfig.MissingKeyError,
      'COINGECKO_KEY',
    )
    expect(SourceConfig.createTransport(keyed, { COINGECKO_KEY: 'abc' })).to.be.a('function')
  })

  it('records with keys from the environment, and replays without them', async () => {
    const api = await startFakeApi()
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-config-'))
    try {
      const base = { fixtures: folder, allowLoopback: true, baseUrls: { coingecko: `${api.url}/api/v3` } }
      const keys = [
        { host: `127.0.0.1:${api.port}`, name: 'x-cg-demo-api-key', env: 'A_KEY' },
        { host: `127.0.0.1:${api.port}`, name: 'apikey', env: 'B_KEY', in: 'query' },
        { host: 'api.example.org', name: 'x-other', env: 'A_KEY' },
      ]
      const config = SourceConfig.schema.parse({ ...base, transport: 'record', keys })
      const requirement = Registry.requirementOf(auto, { created, deadline })
      const source = Registry.sourceFor(SourceConfig.createRegistry(config), auto)
      const recording = SourceConfig.createTransport(config, { A_KEY: 'a-secret-key', B_KEY: 'b-secret-key' })
      const item = await fetchEvidence(source, requirement, recording, { evidenceId: 'e1' })
      expect(api.calls[0]!.headers)
        .to.include({ 'x-cg-demo-api-key': 'a-secret-key' })
        .and.not.have.property('x-other')
      expect(api.calls[0]!.path).to.match(/&apikey=b-secret-key$/)
      expect(JSON.stringify(item)).not.to.include('secret')
      const offline = SourceConfig.createTransport(SourceConfig.schema.parse({ ...base, keys }), {})
      expect((await offline(source.plan(requirement))).body).to.equal(item.content)
    } finally {
      await api.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('goes through a network that code passes, and knows no config for one', async () => {
    const pages = await startPageWorld()
    try {
      const config = SourceConfig.schema.parse({ transport: 'live', attempts: 1 })
      const transport = SourceConfig.createTransport(config, {}, pages.network)
      const { body } = await transport({ method: 'GET', url: 'https://pages.example/plain.txt' })
      expect(body).to.include(said)
    } finally {
      await pages.stop()
    }
    for (const key of ['network', 'resolve', 'route', 'ca'])
      expect(SourceConfig.schema.safeParse({ [key]: 'x' }).success, key).to.equal(false)
  })

  it('refuses what it does not know', () => {
    for (const bad of [
      { transport: 'carrier-pigeon' },
      { more: 1 },
      { baseUrls: { coingecko: 'nowhere' } },
      { keys: [{ host: 'x', name: 'a b', env: 'K' }] },
    ])
      expect(SourceConfig.schema.safeParse(bad).success, JSON.stringify(bad)).to.equal(false)
  })
})
