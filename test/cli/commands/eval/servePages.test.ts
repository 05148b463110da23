import { expect } from 'chai'
import { type PageServer, startPageServer } from '../../../../cli/commands/eval/servePages.ts'
import { played } from './lines.ts'

const address = 'https://news.example/harbour?page=1'
const one = played('a', 'YES', {
  pages: [
    { url: address, status: 200, content_type: 'text/html; charset=utf-8', body: '<p>Häfen</p>' },
    { url: 'https://news.example/gone', status: 404, content_type: null, body: 'Not here' },
    { url: 'https://news.example/broken', status: 0, content_type: null, body: '' },
  ],
})

describe('startPageServer', () => {
  let server: PageServer
  before(async () => {
    server = await startPageServer({ host: '127.0.0.1', port: 0 })
  })
  after(() => server.close())

  it('FREETEXT §4: serves the pages of a case as they are, with host and path in their address', async () => {
    const served = server.serve('x1', one)
    expect(served.addressOf(address)).to.equal(`${server.url}/x1/news.example/harbour?page=1`)
    const reply = await fetch(served.addressOf(address))
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).to.deep.equal([
      200,
      'text/html; charset=utf-8',
      '<p>Häfen</p>',
    ])
    const gone = await fetch(served.addressOf('https://news.example/gone'))
    expect([gone.status, await gone.text()]).to.deep.equal([404, 'Not here'])
    served.remove()
  })

  it('counts each page once that was fetched, and serves nothing of a case that is over', async () => {
    const served = server.serve('x2', one)
    expect(served.fetched()).to.equal(0)
    const other = await fetch(`${server.url}/x2/news.example/other`)
    expect([other.status, served.fetched()]).to.deep.equal([404, 0])
    await fetch(served.addressOf(address))
    await fetch(served.addressOf(address))
    expect(served.fetched()).to.equal(1)
    const posted = await fetch(served.addressOf(address), { method: 'POST' })
    expect(posted.status).to.equal(404)
    served.remove()
    expect((await fetch(served.addressOf(address))).status).to.equal(404)
  })

  it('a page without a status is a connection that breaks', async () => {
    const served = server.serve('x3', one)
    const failure = await fetch(served.addressOf('https://news.example/broken')).catch(
      (error: Error) => error,
    )
    expect(failure).to.be.instanceOf(Error)
    served.remove()
  })

  it('gives addresses as workers reach it, where that is another way', async () => {
    const other = await startPageServer({ host: '127.0.0.1', port: 0, publicUrl: 'https://eval.example' })
    expect(other.serve('x', one).addressOf(address)).to.equal(
      'https://eval.example/x/news.example/harbour?page=1',
    )
    await other.close()
  })
})
