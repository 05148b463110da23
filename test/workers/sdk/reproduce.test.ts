import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import type { Pages } from '../../../local/pages/startPages.ts'
import { reproducer } from '../../../workers/sdk/reproduce.ts'
import { insideUrls } from '../../services/fetch/insideUrls.ts'

describe('reproduce', () => {
  let world: Pages
  beforeEach(async () => {
    world = await startPageWorld()
  })
  afterEach(() => world.stop())

  const { signal } = new AbortController()
  const quote = said
  const look = (urls: readonly string[], options: { signal?: AbortSignal; quote?: string } = {}) =>
    reproducer({ network: world.network })(
      urls.map((url) => ({ url, quote: options.quote ?? quote })),
      { signal: options.signal ?? signal },
    )
  const at = (...paths: string[]) => look(paths.map((path) => `https://pages.example${path}`))

  it('SPEC §6: p where the quote stands, in HTML, JSON and plain text', async () => {
    expect(await at('/honest', '/data.json', '/plain.txt')).to.equal('ppp')
  })

  it('p after redirects within the domain', async () => {
    expect(await at('/moved', '/to-www', '/steps/3')).to.equal('ppp')
  })

  it('SPEC §6, AUDIT B1: f for made-up pages and quotes that are not there', async () => {
    expect(await at('/without', '/missing', '/gone', '/made-up')).to.equal('ffff')
    expect(await look(['https://made-up.example/report'])).to.equal('f')
    const other = said.replace('nine', 'ten')
    expect(await look(['https://pages.example/honest'], { quote: other })).to.equal('f')
  })

  it('SPEC §6: u where it could not tell', async () => {
    expect(await at('/unauthorised', '/forbidden', '/busy', '/broken')).to.equal('uuuu')
    expect(await at('/captcha', '/consent', '/shell', '/blank', '/picture', '/login-first')).to.equal(
      'uuuuuu',
    )
    expect(await at('/away', '/loop', '/steps/4', '/to-plain-http', '/to-port', '/to-nowhere')).to.equal(
      'uuuuuu',
    )
    expect(await look(['https://stranger.example/honest', 'nonsense', ''])).to.equal('uuu')
    const slow = { signal: AbortSignal.timeout(100) }
    expect(await look(['https://pages.example/slow'], slow)).to.equal('u')
  })

  it('says of a page over a megabyte only what it has seen of it', async () => {
    expect(await at('/long-early', '/long')).to.equal('pu')
  })

  it('a page that cloaks: each checker says what it was shown', async () => {
    expect([await at('/cloaked'), await at('/cloaked')]).to.deep.equal(['p', 'f'])
  })

  it('asks nobody inside, by whatever spelling, at once or through a redirect', async () => {
    for (const url of insideUrls) expect(await look([url]), url).to.equal('u')
    expect(world.calls).to.deep.equal([])
    for (const url of insideUrls) {
      const redirected = `https://pages.example/to?${encodeURIComponent(url)}`
      expect(await look([redirected]), url).to.equal('u')
    }
    expect(world.calls.every(({ path }) => path.startsWith('/to?'))).to.equal(true)
  })

  it('fetches each url once, however many items cite it, also under other fragments', async () => {
    const urls = ['', '#a', '#b', ''].map((tail) => `https://pages.example/honest${tail}`)
    expect(await look(urls)).to.equal('pppp')
    expect(world.calls).to.have.length(1)
  })

  it('looks at no more than eight items', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `/steps/0?${i}`)
    expect(await at(...many)).to.equal('pppppppp')
    expect(world.calls).to.have.length(8)
  })

  it('is not troubled by huge quotes, nor by quotes of nothing', async () => {
    const huge = { quote: 'x'.repeat(60_000) }
    expect(await look(['https://pages.example/honest'], huge)).to.equal('f')
    expect(await look(['https://pages.example/honest'], { quote: ' \n ' })).to.equal('f')
  })

  it('gives back what it has when it is called off, and u for the rest', async () => {
    const controller = new AbortController()
    const work = look(['https://pages.example/honest', 'https://pages.example/slow'], {
      signal: controller.signal,
    })
    while (world.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 200))
    controller.abort()
    expect(await work).to.equal('pu')
  })

  it('holds few pages at a time, for all lists together', async () => {
    const few = reproducer({ network: world.network, running: 1 })
    const controller = new AbortController()
    const slow = few([{ url: 'https://pages.example/slow', quote }], controller)
    while (world.calls.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
    const waits = new AbortController()
    const second = few([{ url: 'https://pages.example/honest', quote }], waits)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(world.calls, 'the second waits').to.have.length(1)
    controller.abort()
    expect(await slow).to.equal('u')
    expect(await second).to.equal('p')
  })
})
