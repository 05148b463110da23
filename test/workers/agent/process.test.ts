import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { deadline, sampleMarket, sampleQuestion } from '../../../local/samples/proof.ts'
import { startWorker, type WorkerProcess } from '../../../local/workers/workerProcess.ts'
import { Question, Verification, Wire } from '../../../protocol/index.ts'
import { postgres } from '../../helpers/postgres.ts'
import { jsonOf } from './agents.ts'

const json = { 'content-type': 'application/json' }
const post = (url: string, path: string, body: unknown) =>
  fetch(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })

const request = Wire.toResolveRequest(
  Question.pose({
    chainId: 31_337,
    market: sampleMarket,
    marketId: 7,
    round: 1,
    question: sampleQuestion,
    deadline,
  }),
)

describe('a worker process', function () {
  this.timeout(240_000)
  const started: WorkerProcess[] = []
  const start = async (...args: Parameters<typeof startWorker>) => {
    const worker = await startWorker(...args)
    started.push(worker)
    return worker
  }
  after(async () => {
    await Promise.all(started.map((worker) => worker.stop('SIGKILL')))
  })

  it('S1-3 S1-12: started by the command line, answers the examples of the protocol schema-true; SIGTERM ends it cleanly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-store-'))
    const worker = await start({ config: { store: { folder }, log: 'debug' } })
    expect(worker.line).to.include({ personality: 'aap', agent_id: 0, signer: null, signing: false })
    const example = { market_id: 42, question: 'Will bitcoin reach 200k by end of 2026?' }
    const reply = Wire.readAnswer(await (await post(worker.url, '/a2a/resolve', example)).text())
    expect(reply).to.include({ reason: null })
    expect(reply.reply).to.include({ outcome: 'INVALID', determination: false })
    const challenges = [
      'Other workers reached the opposite conclusion.',
      'What would change your mind?',
      'Your weakest point?',
    ]
    const defence = Wire.readDefence(await (await post(worker.url, '/a2a/challenge', { challenges })).text())
    expect(defence.reply!.responses).to.have.length(3)
    const response = await fetch(`${worker.url}/health`, { headers: { 'x-request-id': 'probe-1' } })
    expect(response.headers.get('x-request-id')).to.equal('probe-1')
    expect(response.headers.has('server')).to.equal(false)

    const answer = await jsonOf(post(worker.url, '/a2a/resolve', request))
    expect(answer).to.deep.include({ outcome: 'YES', determination: true })
    expect(answer.rule_check).to.deep.include({ value: '75120.5', result: 'YES' })
    const proof = await jsonOf(fetch(answer.por.uri))
    expect(Verification.verifyPorBundle(proof)).to.deep.include({ ok: true })

    expect(await worker.stop('SIGTERM')).to.equal(0)
    const logs = worker.logs()
    for (const line of logs.trim().split('\n')) JSON.parse(line)
    expect(logs).to.contain('"request_id":"probe-1"').and.not.contain('bitcoin reach')
    rmSync(folder, { recursive: true })
  })

  it('C4: killed and started again, it serves the same bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-store-'))
    const first = await start({ config: { store: { folder } } })
    const text = await (await post(first.url, '/a2a/resolve', request)).text()
    await first.stop('SIGKILL')
    const second = await start({ config: { store: { folder } } })
    expect(second.url).to.not.equal(first.url)
    // The address of the proof is in the bytes: they can only be those of the first.
    expect(await (await post(second.url, '/a2a/resolve', request)).text()).to.equal(text)
    const { por } = JSON.parse(text)
    expect((await fetch(`${second.url}/por/${por.root}`)).status).to.equal(200)
    await second.stop()
    rmSync(folder, { recursive: true })
  })

  it('C4: two processes on one PostgreSQL database serve the same bytes', async function () {
    const server = await postgres()
    if (server === null) return this.skip()
    const env = { DATABASE_URL: await server.freshDatabase() }
    const [one, two] = await Promise.all([start({ env }), start({ env })])
    const ask = async ({ url }: WorkerProcess) => (await post(url, '/a2a/resolve', request)).text()
    const texts = await Promise.all([one, two, two, one, two].map(ask))
    expect(new Set(texts)).to.have.length(1)
    expect(await Promise.all([one.stop(), two.stop('SIGINT')])).to.deep.equal([0, 0])
  })
})
