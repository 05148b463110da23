import { expect } from 'chai'
import { Hono } from 'hono'
import { addHealth } from '../../../services/http/addHealth.ts'
import type { Env } from '../../../services/http/baseApp.ts'

describe('addHealth', () => {
  it('AUDIT C8: /live asks nothing, /ready and /health say whether it can do its work', async () => {
    const app = new Hono<Env>()
    let ready = true
    let reads = 0
    addHealth(app, async () => {
      reads++
      return { ready, reasons: ready ? [] : ['store: full'] }
    })
    const statusOf = async (path: string) => (await app.request(path)).status
    expect(await Promise.all(['/ready', '/health'].map(statusOf))).to.deep.equal([200, 200])
    ready = false
    expect(await Promise.all(['/ready', '/health'].map(statusOf))).to.deep.equal([503, 503])
    expect(await (await app.request('/ready')).json()).to.deep.equal({
      ready: false,
      reasons: ['store: full'],
    })
    const before = reads
    expect(await (await app.request('/live')).json()).to.deep.equal({ live: true })
    expect(reads).to.equal(before)
  })
})
