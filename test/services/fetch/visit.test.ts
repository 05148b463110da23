import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import type { Pages } from '../../../local/pages/startPages.ts'
import { type Page, visit, visitLimits } from '../../../services/fetch/visit.ts'
import { insideUrls } from './insideUrls.ts'

describe('visit', () => {
  let world: Pages
  before(async () => {
    world = await startPageWorld()
  })
  after(() => world.stop())

  const see = (url: string, signal?: AbortSignal) => visit(url, { network: world.network, signal })
  const at = (path: string) => see(`https://pages.example${path}`)
  const page = async (path: string): Promise<Page> => {
    const seen = await at(path)
    if (seen.kind !== 'page') throw new Error(JSON.stringify(seen))
    return seen
  }

  it('SPEC §6: reads a page by https, through the guard, with the certificate of its name', async () => {
    const seen = await page('/plain.txt')
    expect(seen).to.deep.include({ url: 'https://pages.example/plain.txt', status: 200, isWhole: true })
    expect(seen.text).to.equal(`Minutes\n\n${said}\n`)
    expect(seen.contentType).to.equal('text/plain')
    expect(world.calls.at(-1)).to.deep.include({ host: 'pages.example', userAgent: 'cresolver' })
  })

  it('reads other charsets than UTF-8', async () => {
    expect((await page('/latin1')).text).to.include('die Brücke am 12. Mai')
  })

  it('gives the status of a page that is not there, and does not read what comes with it', async () => {
    expect(await page('/missing')).to.deep.include({ status: 404, text: '' })
    expect(await page('/forbidden')).to.deep.include({ status: 403, text: '' })
  })

  it('tells a host that does not exist from one that cannot be reached', async () => {
    expect(await see('https://nobody.example/')).to.deep.equal({ kind: 'nowhere' })
    const failing = (code: string) => ({
      ...world.network,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo'), { code })
      },
    })
    const asked = (code: string) => visit('https://pages.example/', { network: failing(code) })
    expect((await asked('ENOTFOUND')).kind).to.equal('nowhere')
    for (const code of ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED'])
      expect((await asked(code)).kind, code).to.equal('unseen')
  })

  it('follows up to three redirects within the registrable domain', async () => {
    expect(await page('/moved')).to.deep.include({ url: 'https://pages.example/honest', isRedirected: true })
    expect((await page('/to-www')).url).to.equal('https://www.pages.example/honest')
    expect((await page('/steps/3')).url).to.equal('https://pages.example/steps/0')
    expect(await at('/steps/4')).to.deep.include({ kind: 'unseen', why: 'too many redirects' })
    const before = world.calls.length
    expect(await at('/loop')).to.deep.include({ kind: 'unseen', why: 'too many redirects' })
    expect(world.calls.length - before).to.equal(visitLimits.redirects + 1)
  })

  it('follows no redirect to somebody else, and asks them nothing', async () => {
    expect(await at('/away')).to.deep.include({ kind: 'unseen', why: 'a redirect to somebody else' })
    expect(world.calls.some(({ host }) => host === 'elsewhere.example')).to.equal(false)
  })

  it('follows no redirect to plain http, another port, a broken address, or nowhere', async () => {
    expect(await at('/to-plain-http')).to.deep.include({ kind: 'unseen', why: 'forbidden' })
    expect(await at('/to-port')).to.deep.include({ kind: 'unseen', why: 'forbidden' })
    expect((await at('/unreadable-redirect')).kind).to.equal('unseen')
    expect(await at('/to-nowhere')).to.deep.include({ kind: 'unseen', why: 'connection' })
  })

  it('cuts a page that is longer than a megabyte, and says so', async () => {
    const seen = await page('/long-early')
    expect(seen.isWhole).to.equal(false)
    expect(Buffer.byteLength(seen.text)).to.equal(visitLimits.bytes)
    expect(seen.text).to.include(said)
  })

  it('stops when it is called off', async () => {
    const seen = await see('https://pages.example/slow', AbortSignal.timeout(50))
    expect(seen.kind).to.equal('unseen')
    expect((await see('https://pages.example/honest', AbortSignal.abort())).kind).to.equal('unseen')
  })

  it('trusts no certificate that nobody vouches for, and none for another name', async () => {
    expect(await see('https://stranger.example/honest')).to.deep.include({
      kind: 'unseen',
      why: 'connection',
    })
    const network = { ...world.network, resolve: async () => ['93.184.215.14'] }
    const other = await visit('https://other.example/honest', { network })
    expect(other).to.deep.include({ kind: 'unseen', why: 'connection' })
    expect(world.calls.some(({ host }) => /stranger|other/.test(host))).to.equal(false)
  })

  it('asks no host inside, by whatever spelling, at once or through a redirect', async () => {
    const before = world.calls.length
    for (const url of insideUrls)
      expect(await see(url), url).to.deep.include({ kind: 'unseen', why: 'forbidden' })
    expect(world.calls.length, 'nobody was asked').to.equal(before)
    for (const url of insideUrls) {
      const seen = await at(`/to?${encodeURIComponent(url)}`)
      expect(seen.kind, url).to.equal('unseen')
    }
    for (const name of ['inside', 'metadata', 'mixed']) {
      const seen = await at(`/to?${encodeURIComponent(`https://${name}.pages.example/`)}`)
      expect(seen, name).to.deep.include({ kind: 'unseen', why: 'forbidden' })
    }
    expect(world.calls.slice(before).every(({ path }) => path.startsWith('/to?'))).to.equal(true)
  })

  it('asks by https on port 443 only, and sends no name or password', async () => {
    for (const url of [
      'http://pages.example/honest',
      'https://pages.example:8443/honest',
      'https://user:secret@pages.example/honest',
      'ftp://pages.example/honest',
      'file:///etc/passwd',
      'nonsense',
      '',
    ])
      expect(await see(url), url).to.deep.include({ kind: 'unseen', why: 'forbidden' })
  })
})
