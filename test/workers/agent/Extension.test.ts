import { expect } from 'chai'
import { z } from 'zod'
import { json } from '../../../services/http/baseApp.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import type { Extension, Mounted } from '../../../workers/agent/Extension.ts'
import { makeProvenance } from '../../../workers/agent/provenance.ts'
import { makeAgent } from './agents.ts'

/** An extension that greets, and proves every reply. */
const mount = (word: string): Mounted => ({
  served: {
    operations: { 'GET /greeting': { id: 'greeting', summary: 'A greeting.', gives: 'Greeting' } },
    schemas: { Greeting: z.strictObject({ word: z.string() }) },
  },
  addRoutes: ({ app }) => app.get('/greeting', (c) => c.body(JSON.stringify({ word }), 200, json)),
  prove: () => ({ kind: 'attestations', tier: 2, proof: null, confidence_bps: 8_000 }),
  verifiers: { attestations: async () => `not attested, ${word}` },
})
const greeting: Extension = {
  key: 'greeting',
  config: z.strictObject({ word: z.string().default('hello') }),
  open: (section) => mount((section as { word: string }).word),
}

const file = 'worker.yaml'
const worker = { agentId: 1, personality: 'aap', sources: { transport: 'live' } }

describe('an extension of a worker', () => {
  it('is on where the config has its section, checked by its own schema', () => {
    const check = (section: object) =>
      checkConfig({ ...worker, ...section }, { file, extensions: [greeting] }).extensions
    expect(check({})).to.deep.equal([])
    expect(check({ greeting: {} })).to.have.length(1)
    expect(() => check({ greeting: { words: 1 } })).to.throw('greeting')
  })

  it('has no section in the config of a worker that does not know it', () => {
    expect(() => checkConfig({ ...worker, greeting: {} }, { file })).to.throw('greeting')
  })

  it('leaves the checks of the whole config as they are', () => {
    const twice = { ...worker, rpcUrl: 'http://localhost:1', rpcUrlEnv: 'URL' }
    expect(() => checkConfig(twice, { file, extensions: [greeting] })).to.throw('keep one of')
  })

  it('serves its routes and describes them, beside those of the worker', async () => {
    const plain = await makeAgent()
    expect((await plain.app.request('/greeting')).status).to.equal(404)
    const { app } = await makeAgent({ agent: { extensions: [mount('hi')] } })
    expect(await (await app.request('/greeting')).json()).to.deep.equal({ word: 'hi' })
    expect((await app.request('/greeting', { method: 'POST' })).status).to.equal(405)
    const document = (await (await app.request('/openapi.json')).json()) as {
      paths: object
      components: { schemas: object }
    }
    expect(document.paths).to.include.keys('/greeting', '/a2a/resolve')
    expect(document.components.schemas).to.include.keys('Greeting', 'ResolveReply')
  })

  it('adds its provers and verifiers to those of the worker', () => {
    const config = checkConfig(worker, { file })
    expect(makeProvenance(config, undefined).verifiers).to.have.all.keys('signature')
    const { verifiers } = makeProvenance(config, undefined, { extensions: [mount('hi')] })
    expect(verifiers).to.have.all.keys('signature', 'attestations')
  })

  it('proves what no prover of the worker proves', async () => {
    const config = checkConfig(worker, { file })
    const found = {} as Parameters<Mounted['prove']>[0]
    expect(await makeProvenance(config, undefined).prove(found)).to.equal(null)
    const proof = await makeProvenance(config, undefined, { extensions: [mount('hi')] }).prove(found)
    expect(proof).to.deep.include({ kind: 'attestations' })
  })
})
