import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import * as ask from '../../../../cli/commands/worker/ask.ts'
import { Instant } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const market = { question: 'Will Ada win?', description: 'Yes if she does.', endDate: '2026-03-31T12:00:00Z' }
const reply = {
  determination: true,
  confidence: 0.9,
  evidence: 'She won.',
  sources: ['https://example.org/'],
}

describe('cresolver worker ask', () => {
  const worker = commandsOf('worker', ask.register)
  let server: Server
  let url: string
  let status = 200
  const heard: { path: string; body: object }[] = []

  before(async () => {
    server = createServer(async (incoming, outgoing) => {
      const chunks = await incoming.toArray()
      heard.push({ path: incoming.url!, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(status === 200 ? reply : { reason: 'not-ready' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const asked = {
    market_id: 0,
    question: 'Will Ada win?\nYes if she does.',
    deadline: Instant.parse(market.endDate),
  }

  it('B13 S2-93: asks about a market of Polymarket, alone or in a list as Gamma gives it', async () => {
    for (const input of [market, [market]]) {
      const result = await worker.json(`ask ${url} --polymarket -`, { input: JSON.stringify(input) })
      expect(result).to.deep.equal({ request: asked, reply })
      expect(heard.pop()).to.deep.equal({ path: '/a2a/resolve', body: asked })
    }
    const { stdout } = await worker.call(`ask ${url}/ --polymarket -`, { input: JSON.stringify(market) })
    expect(stdout).to.equal('Will Ada win?\nYES at 0.9\n\nShe won.\n\nhttps://example.org/\n')
  })

  it('asks a question in words', async () => {
    await worker.json(`ask ${url} --question -`, { input: 'Will it rain?\n' })
    expect(heard.pop()!.body).to.deep.equal({ market_id: 0, question: 'Will it rain?' })
  })

  it('says what is wrong: no worker, a refusal, no question, no URL', async () => {
    const input = JSON.stringify(market)
    status = 503
    expect(await worker.refusal(`ask ${url} --polymarket -`, { input })).to.include({
      status: 1,
      error: 'Ask.Refused',
    })
    status = 200
    const nowhere = await worker.refusal('ask http://127.0.0.1:1 --polymarket -', { input })
    expect(nowhere).to.include({ status: 1, error: 'Ask.Unreachable' })
    expect(await worker.refusal(`ask ${url}`)).to.include({ status: 2 })
    expect(await worker.refusal('ask notaurl --polymarket -', { input })).to.include({ status: 2 })
  })
})
