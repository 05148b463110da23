import { expect } from 'chai'
import { baseApp } from '../../../services/http/baseApp.ts'
import { openRoutesOf } from '../../../services/http/crossOrigin.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import { httpMetrics } from '../../../services/http/httpMetrics.ts'
import { silent } from '../../../services/http/Log.ts'
import { methodsOf, type Routes } from '../../../services/http/Routes.ts'

const gives = { content: { 'application/json': {} } }
const operations: Routes = {
  'GET /open/{id}': { id: 'open', summary: '', gives, isOpen: true },
  'POST /open/{id}': { id: 'write', summary: '', gives, isOpen: true },
  'GET /shut': { id: 'shut', summary: '', gives },
}

function make() {
  const base = baseApp({
    routes: methodsOf(operations),
    openRoutes: openRoutesOf(operations),
    log: silent,
    metrics: httpMetrics(),
    rateLimit: null,
    callers: { tokenHashes: [], trustedProxyHeader: null },
    bodyBytes: 100,
    stopping: new AbortController().signal,
  })
  const { app } = base
  app.get('/open/:id', (c) => {
    if (c.req.param('id') === '9') throw new RefusedError('not-found', 'There is no 9.')
    return c.json({})
  })
  app.post('/open/:id', (c) => c.json({}))
  app.get('/shut', (c) => c.json({}))
  base.close()
  return app
}

const origin = 'access-control-allow-origin'
const credentials = 'access-control-allow-credentials'

describe('reading from a page of another origin', () => {
  it('WEB §4.5: what a route opens is open to all, its refusals too, and never with credentials', async () => {
    const app = make()
    for (const path of ['/open/1', '/open/9']) {
      const { headers } = await app.request(path, { headers: { origin: 'https://page.example' } })
      expect(headers.get(origin)).to.equal('*')
      expect(headers.get(credentials)).to.equal(null)
      expect(headers.get('access-control-expose-headers')).to.include('etag')
      expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
    }
  })

  it('WEB §4.5: nothing else is: neither other routes, nor what writes', async () => {
    const app = make()
    expect((await app.request('/shut')).headers.get(origin)).to.equal(null)
    expect((await app.request('/open/1', { method: 'POST' })).headers.get(origin)).to.equal(null)
    expect((await app.request('/none')).headers.get(origin)).to.equal(null)
  })

  it('answers what a browser asks first', async () => {
    const app = make()
    const asked = await app.request('/open/1', { method: 'OPTIONS' })
    expect(asked.status).to.equal(204)
    expect(asked.headers.get('access-control-allow-methods')).to.equal('GET, HEAD')
    expect(asked.headers.get(origin)).to.equal('*')
    expect(asked.headers.get(credentials)).to.equal(null)
    expect((await app.request('/shut', { method: 'OPTIONS' })).status).to.equal(405)
  })
})
