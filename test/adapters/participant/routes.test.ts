import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Hono } from 'hono'
import { privateKeyToAccount } from 'viem/accounts'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { participantExtension } from '../../../adapters/participant/extension.ts'
import { withPeers } from '../../../adapters/participant/peers.ts'
import { addRoutes, served } from '../../../adapters/participant/routes.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { openTemporaryStore } from '../../../local/openStores.ts'
import { Approval, Hash } from '../../../protocol/index.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { methodsOf } from '../../../services/http/Routes.ts'
import type { Store } from '../../../services/store/Store.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { type Running, startAgent } from '../../../workers/agent/startAgent.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { allowedBy, servedBy } from '../../helpers/servedBy.ts'
import { asking, gist, market, miningTask, portsOf, scope, self, verificationTask } from './helpers.ts'

const account = privateKeyToAccount(`0x${'59'.repeat(32)}`)
const verifier = account.address.toLowerCase() as `0x${string}`

// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the test that looks at it
const jsonOf = async (response: Response): Promise<any> => response.json()

describe('a participant on a worker', () => {
  let folder: string
  let api: FakeApi
  let store: Store
  let worker: Running
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'participant-'))
    api = await startFakeApi(() => ({ body: '{"price": 7}' }))
    store = await openTemporaryStore('agent')
    const value = {
      agentId: 1,
      personality: 'aap',
      listen: { port: 0 },
      market,
      log: 'silent',
      sources: { transport: 'live', allowLoopback: true },
      callers: { rate: null },
      participant: { address: self, weights: [{ verifier, weight: 6_000 }], threshold: 5_000 },
    }
    const config = checkConfig(value, {
      file: join(folder, 'worker.yaml'),
      extensions: [participantExtension],
    })
    worker = await startAgent(config, { store, log: makeLog('silent'), env: {} })
  })
  after(async () => {
    await worker?.stop()
    await store?.close()
    await api?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${worker.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: await jsonOf(response) }
  }
  const mined = async () => (await post('/participant/tasks', miningTask(`${api.url}/price`))).body

  it('does tasks for others, and says in the result what came of them', async () => {
    const { claim, claimHash: hash, status } = await mined()
    expect([status, hash]).to.deep.equal(['OK', claimHash(claim)])
    const verified = await post('/participant/tasks', verificationTask({ claim, claimHash: hash }))
    expect(gist(verified.body)).to.equal('OK PASS REPRODUCED')
    const rejected = await post('/participant/tasks', {
      ...verificationTask({ claim, claimHash: hash }),
      epochId: 9,
    })
    expect([rejected.status, gist(rejected.body)]).to.deep.equal([200, 'REJECTED FAIL SCOPE_MISMATCH'])
    const failed = await post('/participant/tasks', { taskType: 'vote_intent_judgment' })
    expect([failed.status, gist(failed.body)]).to.deep.equal([200, 'ERROR - UNSUPPORTED_TASK'])
    expect((await post('/participant/tasks', 'no JSON')).status).to.equal(400)
    expect((await fetch(`${worker.url}/participant/tasks`)).status).to.equal(405)
  })

  it('C90 serves the archived bytes under the evidenceURI, for no browser to run', async () => {
    const { observation } = await mined()
    const response = await fetch(`${worker.url}/evidence/${observation.evidenceURI}`)
    expect(response.headers.get('content-type')).to.equal('application/octet-stream')
    expect(response.headers.get('content-disposition')).to.equal('attachment')
    expect(Hash.ofText(await response.text())).to.equal(observation.responseHash)
    for (const name of [Hash.ofText('x'), 'keccak256:0x00', '..%2f..%2fetc'])
      expect((await fetch(`${worker.url}/evidence/${name}`)).status).to.equal(404)
  })

  it('C90 lets another participant verify from its archive, which believes nobody', async () => {
    const { claim, claimHash: hash, observation } = await mined()
    const policy = { validationPolicy: { reproducible: false, maxDataAgeSeconds: 600 } }
    const from = async (peers: string[]) => {
      const ports = portsOf({ archive: withPeers(Archive.inMemory(), peers, asking) })
      return gist(await runTask(verificationTask({ claim, claimHash: hash }, policy), ports))
    }
    expect(await from([worker.url])).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
    expect(await from([])).to.equal('OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE')
    const liar = await startFakeApi(() => ({ body: '{"price":  7}' }))
    expect(await from([liar.url])).to.equal('OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE')
    expect(liar.calls[0]!.path).to.equal(`/evidence/${observation.responseHash}`)
    expect(await from([liar.url, 'http://127.0.0.1:1', worker.url])).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
    await liar.close()
  })

  it('S3-3 S3-43 keeps claims that somebody with a say vouches for, and only those', async () => {
    const { claim, claimHash: subjectHash, observation } = await mined()
    const approval = { expiresAt: observation.timestamp + 900, nonce: 5 }
    const hash = Approval.digest({
      subjectType: 'CLAIM',
      subjectHash,
      fundId: scope.fundId,
      epochId: 1,
      verifier,
      ...approval,
    })
    const signature = (await account.sign({ hash })).toLowerCase()
    const attested = { claim, attestations: [{ verifier, ...approval, signature }] }
    const forged = { claim, attestations: [{ verifier, ...approval, nonce: 6, signature }] }
    expect((await post('/participant/claims', forged)).body).to.deep.include({ kept: false, weight: 0 })
    expect((await fetch(`${worker.url}/participant/claims/${subjectHash}`)).status).to.equal(404)
    expect((await post('/participant/claims', attested)).body).to.deep.include({
      kept: true,
      isMet: true,
      weight: 6_000,
    })
    const kept = await jsonOf(await fetch(`${worker.url}/participant/claims/${subjectHash}`))
    expect(kept).to.deep.equal(attested)
    const elsewhere = { ...attested, claim: { ...claim, fundId: 'eip155:1:0x00' } }
    expect((await post('/participant/claims', elsewhere)).body).to.include({ kept: false })
    expect((await post('/participant/claims', { claim })).status).to.equal(400)
  })

  it('says in its OpenAPI document what it serves', async () => {
    const { paths, components } = await jsonOf(await fetch(`${worker.url}/openapi.json`))
    expect(paths).to.include.keys('/participant/tasks', '/participant/claims', '/evidence/{hash}')
    expect(components.schemas).to.include.keys('Task', 'Result', 'AttestedClaim', 'Weighed')
  })
})

describe('the operations of a participant', () => {
  it('are all served, and no others are', () => {
    const app = new Hono()
    addRoutes({ app } as never, {} as never)
    expect(servedBy(app)).to.have.members(allowedBy(methodsOf(served.operations)))
  })
})
