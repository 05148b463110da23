import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { confidencesIn, readFiles } from '../../indexer/files.ts'
import { MadeChain } from '../../local/samples/madeChain.ts'
import { play, sayings } from '../workers/sentinel/rounds.ts'
import { type Indexing, indexing } from './indexing.ts'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

describe('the files of reported rounds', function () {
  this.timeout(60_000)
  let server: Server
  let url: string
  let served: Uint8Array | null = null
  let asks = 0
  let one: Indexing
  let now = 1_000_000
  before(async () => {
    server = createServer((_, response) => {
      asks++
      response.writeHead(served === null ? 404 : 200).end(served ?? '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    one = await indexing({ chain: new MadeChain(), config: { gateways: [url] }, now: () => now })
  })
  after(async () => {
    await one.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('say how sure each agent was, if they hash to the root on the chain', async () => {
    const { file } = await play(sayings)
    const root = file.report.round_root
    const found = confidencesIn(bytes(file), root)!
    expect(found).to.have.length(4)
    expect(found[0]).to.be.within(1, 10_000)
    expect(found[3], 'the silent one').to.equal(null)
    expect(confidencesIn(bytes(file), `0x${'11'.repeat(32)}`)).to.equal(null)
    const { reply } = file.answers[0]!
    const told = { ...(reply as { confidence: number }), confidence: 0.5 }
    const forged = { ...file, answers: [{ ...file.answers[0]!, reply: told }, ...file.answers.slice(1)] }
    expect(confidencesIn(bytes(forged), root), 'no gateway can tell another story').to.equal(null)
    expect(confidencesIn(new TextEncoder().encode('{'), root)).to.equal(null)
  })

  it('are asked for again, later and later, until a gateway has the right one', async () => {
    const { file } = await play(sayings)
    await one.store.query('insert into rounds (market_id, round, cohort, round_root) values (1, 1, 0, $1)', [
      file.report.round_root,
    ])
    await readFiles(one.indexer)
    await readFiles(one.indexer)
    expect(asks, 'not at once').to.equal(1)
    now += 1_000
    served = bytes({ ...file, leaves: 7 })
    await readFiles(one.indexer)
    expect([asks, one.indexer.status.files]).to.deep.equal([2, 0])
    now += 2_000
    served = bytes(file)
    await readFiles(one.indexer)
    expect([asks, one.indexer.status.files]).to.deep.equal([3, 1])
    await readFiles(one.indexer)
    expect(asks, 'nothing is missing').to.equal(3)
  })
})
