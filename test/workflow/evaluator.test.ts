import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Don } from '../../don/don.ts'
import type { Saying } from '../../local/samples/round.ts'
import { RoundFile, Score } from '../../protocol/index.ts'
import { describeInFull } from '../helpers/budget.ts'
import { manualQuestion, onStage, publishedRound, type Stage } from './stage.ts'

/** Four answers, each with a page of its own that the others find. */
const said = Array.from({ length: 4 }, (_, i): Saying => {
  const url = `https://www.reuters.com/bill-${i}`
  const citations = [{ url, quote: `the president signed the bill, article ${i}` }]
  return {
    value: 'YES',
    reply: { sources: [url], citations },
    reproductions: (asked) => 'p'.repeat(asked.length),
  }
})

describeInFull('the model as evaluator', function () {
  this.timeout(120_000)
  let stage: Stage
  let don: Don
  let server: Server
  let reply: (body: { messages: { content: string }[] }, response: ServerResponse) => void
  const keys: (string | undefined)[] = []
  const bodies: string[] = []

  const onThe = onStage()
  before(async () => {
    stage = onThe()
    server = createServer((request, response) => {
      keys.push(request.headers.authorization)
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        bodies.push(body)
        reply(JSON.parse(body), response)
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`
    const llm = { url, model: 'judge-1', keySecret: 'LLM_KEY' }
    don = stage.don({ evaluator: 'llm', llm }, { secrets: { LLM_KEY: 'hunter2' } })
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await don.stop()
  })

  const workersIn = (body: { messages: { content: string }[] }): string[] =>
    JSON.parse(body.messages[1]!.content).workers.map(({ id }: { id: string }) => id)
  const completion = (response: ServerResponse, content: string) =>
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
  /** Gives everybody the same grade. */
  const grade = (score: number) => (body: { messages: { content: string }[] }, response: ServerResponse) => {
    const scores = Object.fromEntries(workersIn(body).map((id) => [id, Score.all(score)]))
    completion(response, JSON.stringify({ scores }))
  }

  async function round(sayings = said) {
    const marketId = await stage.ask({ question: manualQuestion, joined: 4 })
    await stage.collect(marketId, sayings)
    const run = await stage.poke(don, marketId)
    const file = await publishedRound(stage, marketId)
    expect(RoundFile.rebuild(file).report.roundRoot).to.equal(file.report.round_root)
    return { marketId, ...run }
  }

  it('S1-16: scores in eight dimensions with a key that nobody sees, and publishes its scores', async () => {
    reply = grade(60)
    const { result, report, marketId } = await round()
    expect(result).to.deep.include({ status: 'reported', evaluator: 'llm', outcome: 'YES' })
    expect(new Set(keys)).to.deep.equal(new Set(['Bearer hunter2']))
    expect(JSON.stringify([report.trace, report.logs, report.value])).not.to.include('hunter2')
    const { resQuality, srcQuality } = await stage.worker(marketId, 0)
    // Evidence Strength is capped at 40, for nothing here is proven: (60·20 + 60·15 + 40·10) / 45.
    expect({ resQuality, srcQuality }).to.deep.equal({ resQuality: 56, srcQuality: 60 })
    // Asked once for the whole DON.
    expect(bodies.length).to.equal(report.usage.confidentialHttp)
    expect(report.usage.confidentialHttp).to.be.within(1, 5)
    expect(report.usage.consensus).to.be.at.most(20)
  })

  it('shows it excerpts of nobody in particular', async () => {
    bodies.length = 0
    reply = grade(50)
    await round()
    for (const body of bodies) {
      expect(Buffer.byteLength(body)).to.be.at.most(7_300)
      expect(body).not.to.match(/agent_id|0x[0-9a-f]{40}/)
      expect(JSON.parse(body)).to.deep.include({ temperature: 0, seed: 42 })
    }
  })

  const failures: Record<string, typeof reply> = {
    'is down': (_body, response) => void response.destroy(),
    'talks prose': (_body, response) => completion(response, 'All of them did very well, I would say.'),
    'says 500': (_body, response) => {
      response.statusCode = 500
      response.end('{}')
    },
    'says 429': (_body, response) => {
      response.statusCode = 429
      response.end('{}')
    },
    'sends something else': (_body, response) => void response.end('<html></html>'),
    'scores nobody': (_body, response) => completion(response, '{"scores":{}}'),
  }
  for (const [name, failure] of Object.entries(failures)) {
    it(`falls back to the rubric, and says so, where the model ${name}`, async () => {
      reply = failure
      const { result, report } = await round()
      expect(result).to.deep.include({ status: 'reported', evaluator: 'rubric', outcome: 'YES' })
      expect(report.logs.some(({ text }) => text.startsWith('scored by the rubric:'))).to.equal(true)
    })
  }

  it('waits no longer than CRE does for one that is slow', async () => {
    reply = () => {}
    const { result } = await round()
    expect(result).to.deep.include({ status: 'reported', evaluator: 'rubric' })
  })

  it('clamps what is out of range and gives the least for what is missing', async () => {
    reply = (body, response) => {
      const scores = Object.fromEntries(
        workersIn(body).map((id) => [id, { ...Score.all(70), timeliness: 1_000, source_quality: 'high' }]),
      )
      completion(response, JSON.stringify({ scores }))
    }
    const { result, marketId } = await round()
    expect(result.evaluator).to.equal('llm')
    // (1·15 + 100·10) / 25, half up: an answer with a source keeps the least Source Quality, whatever the model says.
    expect((await stage.worker(marketId, 1)).srcQuality).to.equal(41)
  })
})
