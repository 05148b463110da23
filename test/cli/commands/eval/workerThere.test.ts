import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { startPageServer } from '../../../../cli/commands/eval/servePages.ts'
import { openThere } from '../../../../cli/commands/eval/workerThere.ts'
import { html, url as pageUrl } from '../../../helpers/factsFixture.ts'
import { played } from './lines.ts'

type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }

/** A worker of other software: whatever it does with a question. */
async function startForeign(work: (question: string) => Promise<Reply>) {
  const asked: Record<string, unknown>[] = []
  const server: Server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    asked.push({ path: request.url, ...JSON.parse(text) })
    const { status = 200, headers = {}, body } = await work(JSON.parse(text).question)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: new URL(`http://127.0.0.1:${port}`), asked, close }
}

const saying = (outcome: string) => ({
  determination: outcome === 'YES',
  outcome,
  confidence: 0.7,
  evidence: 'Read it.\nTwice.',
  sources: [],
})
const one = played('a', 'YES', {
  pages: [
    { url: pageUrl, status: 200, content_type: 'text/html', body: html('<p>Alder has acquired it.</p>') },
  ],
  sources: [{ url: pageUrl, name: 'Harbour News', role: 'primary', complete_for: 'moorings' }],
})

/** Fetches what the question names, and decides by what it finds there. */
const reading = async (question: string): Promise<Reply> => {
  const [address] = /http:\S+/.exec(question) ?? []
  const page = address === undefined ? '' : await (await fetch(address)).text()
  return { body: saying(page.includes('has acquired') ? 'YES' : 'INVALID') }
}

describe('a worker measured elsewhere', () => {
  it('FREETEXT §4: reads the pages of the case where the question names them, and its answer is judged', async () => {
    const foreign = await startForeign(reading)
    const pages = await startPageServer({ host: '127.0.0.1', port: 0 })
    const candidate = openThere(foreign.url, { pages })
    const answer = await candidate.answer(one)
    expect(answer).to.include({
      outcome: 'YES',
      confidence: 0.7,
      failed: null,
      fetched: 1,
      why: 'Read it. Twice.',
    })
    const { path, question, deadline, market_id } = foreign.asked[0]!
    expect([path, deadline, market_id]).to.deep.equal(['/a2a/resolve', one.deadline, 0])
    expect(question).to.contain(`${one.question}\n${one.rules}`)
    expect(question).to.match(
      /\n- Harbour News \(primary, complete for moorings\): http:\/\/127\.0\.0\.1:\d+\/\w+\/news\.example\/harbour$/,
    )
    expect(question).to.not.contain(one.truth)
    expect(candidate.about).to.contain(pages.url)
    await candidate.close()
    await foreign.close()
  })

  it('a worker keeps its answers, so the same case is another question each time', async () => {
    const foreign = await startForeign(reading)
    const pages = await startPageServer({ host: '127.0.0.1', port: 0 })
    const candidate = openThere(foreign.url, { pages })
    await candidate.answer(one)
    await candidate.answer(one)
    expect(foreign.asked[0]!.question).to.not.equal(foreign.asked[1]!.question)
    await candidate.close()
    await foreign.close()
  })

  it('says of a worker that fetches nothing that it fetched nothing', async () => {
    const foreign = await startForeign(async () => ({ body: saying('NO') }))
    const candidate = openThere(foreign.url, { pages: await startPageServer({ host: '127.0.0.1', port: 0 }) })
    expect(await candidate.answer(one)).to.include({ outcome: 'NO', fetched: 0 })
    await candidate.close()
    await foreign.close()
  })

  it('asks about the web as it is where nothing is served, and says so', async () => {
    const foreign = await startForeign(reading)
    const candidate = openThere(foreign.url, { pages: null })
    const answer = await candidate.answer(one)
    expect(answer).to.include({ outcome: 'INVALID', failed: null }).and.not.have.property('fetched')
    expect(foreign.asked[0]!.question).to.equal(`${one.question}\n${one.rules}`)
    expect(candidate.about).to.contain('The pages of the cases play no part')
    await foreign.close()
  })

  it('asks again where it is busy, and takes a refusal, a broken reply or none for no answer', async () => {
    const pauses: number[] = []
    const after = (milliseconds: number, run: () => void) => {
      pauses.push(milliseconds)
      const timer = setTimeout(run, 0)
      return () => clearTimeout(timer)
    }
    let busy = 2
    const foreign = await startForeign(async () =>
      busy-- > 0 ? { status: 503, headers: { 'retry-after': '20' }, body: {} } : { body: saying('NO') },
    )
    const clock = { now: Date.now, after }
    const answer = await openThere(foreign.url, { pages: null, clock }).answer(one)
    expect(answer).to.include({ outcome: 'NO', failed: null })
    expect(pauses).to.deep.equal([20_000, 20_000])
    await foreign.close()
    const refusing = await startForeign(async () => ({ status: 400, body: {} }))
    const gone = (await openThere(refusing.url, { pages: null }).answer(one)).failed
    expect(gone).to.equal('the worker refused with status 400')
    await refusing.close()
    const babbling = await startForeign(async () => ({ body: '{"determination": "maybe"}' }))
    const heard = await openThere(babbling.url, { pages: null }).answer(one)
    expect(heard).to.include({ outcome: 'INVALID' })
    expect(heard.failed).to.contain('not one of the protocol')
    await babbling.close()
    expect((await openThere(babbling.url, { pages: null }).answer(one)).failed).to.contain('no reply')
  })
})
