import { expect } from 'chai'
import { startWorker } from '../../../local/workers/workerProcess.ts'
import { drive } from '../../../scripts/bench/hostileDrive.ts'
import { hostileRequests, rawRequests } from '../../../scripts/bench/hostileRequests.ts'
import { budget } from '../../helpers/budget.ts'
import { jsonOf, makeAgent } from './agents.ts'

describe('hostile bodies', function () {
  this.timeout(300_000)

  it('are of every kind, and the same ones for a seed', () => {
    const kinds = (some: Iterable<{ kind: string }>) => new Set([...some].map(({ kind }) => kind))
    expect(kinds(hostileRequests(400, 1))).to.have.length(7)
    expect(kinds(rawRequests(100, 1))).to.have.length(6)
    expect([...hostileRequests(50, 3)]).to.deep.equal([...hostileRequests(50, 3)])
  })

  it('S1-29: get an answer below 500 from the app, each in the form that is agreed', async () => {
    const { app } = await makeAgent()
    const statuses = new Set<number>()
    for (const { path, contentType, body, kind } of hostileRequests(budget(300, 5_000), 7)) {
      const headers: Record<string, string> = contentType === '' ? {} : { 'content-type': contentType }
      const response = await app.request(path, { method: 'POST', headers, body })
      const reply = await jsonOf(response)
      statuses.add(response.status)
      expect(response.status, `${kind}: ${Buffer.from(body).toString('utf8').slice(0, 300)}`).to.be.below(500)
      if (response.status !== 200)
        expect(Object.keys(reply.error)).to.deep.equal(['reason', 'message', 'request_id'])
    }
    expect([...statuses]).to.include.members([200, 400, 413, 415])
  })

  it('S1-29: thousands of them neither end a worker process nor get a 5xx, within 240 MB', async () => {
    // Counting what is reached takes memory of its own; it is the worker's that is measured.
    const env = { NODE_V8_COVERAGE: '' }
    const worker = await startWorker({ config: { limits: { receiveMs: 1_000 }, log: 'error' }, env })
    try {
      const driven = await drive({
        url: worker.url,
        count: budget(500, 10_000),
        raw: budget(30, 200),
        seed: 11,
      })
      expect(driven.serverErrors, worker.logs().slice(0, 2_000)).to.deep.equal([])
      expect(Object.keys(driven.raw)).to.not.include('000')
      expect((await fetch(`${worker.url}/health`)).status).to.equal(200)
      const memory = worker.memory()
      if (memory !== null) expect(memory.most).to.be.below(240e6)
    } finally {
      expect(await worker.stop()).to.equal(0)
    }
  })
})
