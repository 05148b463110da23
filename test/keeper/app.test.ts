import { expect } from 'chai'
import { makeApp } from '../../keeper/app.ts'
import { openapi, routes } from '../../keeper/openapi.ts'
import { allowedBy, servedBy } from '../helpers/servedBy.ts'
import { keeperWith } from './keeperWith.ts'

describe('the keeper as an HTTP app', () => {
  const app = makeApp({
    keeper: keeperWith(),
    rateLimit: null,
    callers: { tokenHashes: [], trustedProxyHeader: null },
  })

  it('serves what its document says, and nothing else', async () => {
    expect(servedBy(app)).to.have.members(allowedBy(routes))
    expect(Object.keys((openapi('https://keeper.example') as { paths: object }).paths)).to.deep.equal([
      '/live',
      '/ready',
      '/health',
      '/metrics',
      '/openapi.json',
    ])
    expect((await app.request('/health')).status).to.equal(200)
    expect(await (await app.request('/metrics')).text()).to.contain('cresolver_keeper_pending')
    expect((await app.request('/calls')).status).to.equal(404)
    expect((await app.request('/health', { method: 'POST' })).status).to.equal(405)
  })

  it('is 503 where it is not ready', async () => {
    const keeper = keeperWith({ status: { head: null, waiting: null } })
    const other = makeApp({ keeper, rateLimit: null, callers: { tokenHashes: [], trustedProxyHeader: null } })
    expect((await other.request('/health')).status).to.equal(503)
  })
})
