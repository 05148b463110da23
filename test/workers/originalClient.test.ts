import { expect } from 'chai'
import { startWorker, type WorkerProcess } from '../../local/workers/workerProcess.ts'
import { makeRegistrationFile, toDataUri } from '../../services/chain/registrationFile.ts'
import { startPlainWorker } from './conformance/plainWorker.ts'
import { askAsOriginal } from './originalClient.ts'
import { make } from './sdk/workers.ts'

/** As `cresolver agent register --endpoint` writes it. */
const uriOf = (endpoint: string): string =>
  toDataUri(makeRegistrationFile({ agentId: 3, endpoint, chainId: 31_337, registry: null }))

const question = { market_id: 42, question: 'Will bitcoin reach 200k by end of 2026?' }

describe('a client shaped as the original CREsolve workflow', function () {
  this.timeout(120_000)
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  it('AUDIT D2: takes a worker of the SDK, from its agentURI to its defence', async () => {
    const listening = await make().worker.listen({ port: 0 })
    ends.push(() => listening.close({ graceMs: 0 }))
    const found = await askAsOriginal(uriOf(listening.url), question)
    expect(found).to.include({ determination: true, confidence: 0.9 })
    expect(found).to.have.property('responses').with.length(3)
  })

  it('AUDIT D2: leaves out a worker that serves no /.well-known/agent.json', async () => {
    const worker = await startPlainWorker()
    ends.push(worker.close)
    const found = await askAsOriginal(uriOf(worker.url), question)
    expect(found).to.deep.equal({ discarded: 'endpoint_unreachable: 404' })
  })

  it('AUDIT D2 D8: takes a reference worker, whose doubt reaches it as a No of no confidence', async () => {
    const worker: WorkerProcess = await startWorker()
    ends.push(() => worker.stop())
    const found = await askAsOriginal(uriOf(worker.url), question)
    expect(found).to.include({ determination: false, confidence: 0 })
    expect(found).to.have.property('evidence').that.includes('INVALID')
    expect(found).to.have.property('responses').with.length(3)
  })

  it('AUDIT D8: whatever confidence an author gives a doubt, it reaches such a client without any', async () => {
    const { worker } = make({
      resolve: () => ({
        ...{ determination: false, outcome: 'INVALID' as const, confidence: 0.95 },
        ...{ evidence: 'Two sources say otherwise.', sources: [] },
      }),
    })
    const listening = await worker.listen({ port: 0 })
    ends.push(() => listening.close({ graceMs: 0 }))
    const found = await askAsOriginal(uriOf(listening.url), question)
    expect(found).to.include({ determination: false, confidence: 0 })
  })
})
