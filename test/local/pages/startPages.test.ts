import { expect } from 'chai'
import { startPages } from '../../../local/pages/startPages.ts'
import { live } from '../../../services/fetch/live.ts'
import { visit } from '../../../services/fetch/visit.ts'
import { startFakeApi } from '../../helpers/fakeApi.ts'

describe('startPages', () => {
  it('serves each site under its own name, and counts who asked for what', async () => {
    const pages = await startPages({
      sites: {
        'one.example': ({ path, before }) => ({ body: `one ${path} ${before}` }),
        'two.example': () => ({ status: 418 }),
      },
    })
    const { network } = pages
    try {
      expect(await visit('https://one.example/a', { network })).to.deep.include({ text: 'one /a 0' })
      expect(await visit('https://one.example/a', { network })).to.deep.include({ text: 'one /a 1' })
      expect(await visit('https://two.example/a', { network })).to.deep.include({ status: 418 })
      expect(pages.calls.map(({ host, path }) => `${host}${path}`)).to.deep.equal([
        'one.example/a',
        'one.example/a',
        'two.example/a',
      ])
      expect((await visit('https://three.example/', { network })).kind).to.equal('nowhere')
    } finally {
      await pages.stop()
    }
  })

  it('leaves alone what is on this machine, where the guard lets it pass', async () => {
    const api = await startFakeApi(() => ({ body: 'a source' }))
    const pages = await startPages({ sites: { 'one.example': () => ({}) } })
    try {
      const transport = live({ ...pages.network, allowLoopback: true, attempts: 1 })
      expect((await transport({ method: 'GET', url: `${api.url}/x` })).body).to.equal('a source')
      expect(api.calls[0]!.headers.host).to.equal(`127.0.0.1:${api.port}`)
    } finally {
      await pages.stop()
      await api.close()
    }
  })

  it('routes nothing away from this machine', async () => {
    const pages = await startPages({ sites: { 'one.example': () => ({}) } })
    try {
      expect(pages.network.route('93.184.215.14', 443).address).to.equal('127.0.0.1')
      expect(() => pages.network.route('8.8.8.8', 443)).to.throw('nobody listens there')
      expect(() => pages.network.route('93.184.215.14', 80)).to.throw('nobody listens there')
      const { network } = pages
      expect(await visit('https://8.8.8.8/', { network })).to.deep.include({ kind: 'unseen' })
      expect(await visit('https://127.0.0.1/', { network })).to.deep.include({ why: 'forbidden' })
    } finally {
      await pages.stop()
    }
  })
})
