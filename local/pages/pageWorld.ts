import { host, page as minutesPage } from '../words/council.ts'
import { type PageReply, type Pages, type Site, startPages } from './startPages.ts'

/** What the honest pages of the world say. */
export const said = 'The council approved the bridge on 12 May 2025 by nine votes to four.'

const html = (body: string, title = 'Council of Rivertown'): PageReply => ({
  body: `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`,
})
const filler = '<p>Minutes of the council are published within ten days of each meeting.</p>'.repeat(6)
const redirect = (location: string, status = 302): PageReply => ({ status, headers: { location } })
const tenMegabytes = `${'<p>Nothing of note.</p>'.repeat(450_000)}`

/** Its pages by path: each behaves in one way that pages of the web do. */
const pages: Readonly<Record<string, Site>> = {
  '/honest': () => html(`<h1>Minutes</h1>${filler}<p>${said.replace('bridge', '<b>bridge</b>')}</p>`),
  '/data.json': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ meeting: { date: '2025-05-12', result: said }, votes: [9, 4] }),
  }),
  '/plain.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: `Minutes\n\n${said}\n` }),
  '/latin1': () => ({
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
    body: Buffer.from('<p>Der Gemeinderat hat die Brücke am 12. Mai 2025 beschlossen.</p>', 'latin1'),
  }),
  '/without': () => html(`<h1>Minutes</h1>${filler}<p>The bridge was not on the agenda.</p>`),
  /** Shows the quote to whoever comes first, and to nobody after. */
  '/cloaked': ({ before }) => (before === 0 ? html(`${filler}<p>${said}</p>`) : html(filler)),
  '/captcha': () => html('<p>Verify you are human by completing the action below.</p>', 'Just a moment...'),
  '/consent': () => html('<p>We value your privacy. Accept all cookies to read on.</p>'),
  '/shell': () => html('<div id="root"></div><script src="/app.js"></script>'),
  '/blank': () => ({ body: '' }),
  '/picture': () => ({ headers: { 'content-type': 'image/png' }, body: Buffer.from([137, 80, 78, 71]) }),
  '/unauthorised': () => ({ status: 401 }),
  '/forbidden': () => ({ status: 403, body: said }),
  '/missing': () => ({ status: 404, body: said }),
  '/gone': () => ({ status: 410 }),
  '/busy': () => ({ status: 429, headers: { 'retry-after': '60' } }),
  '/broken': () => ({ status: 500 }),
  '/slow': () => 'silence',
  '/long': () => ({ body: `${tenMegabytes}<p>${said}</p>` }),
  '/long-early': () => ({ body: `<p>${said}</p>${tenMegabytes}` }),
  '/moved': () => redirect('/honest', 301),
  '/to-www': () => redirect('https://www.pages.example/honest'),
  '/away': () => redirect('https://elsewhere.example/honest'),
  '/login-first': () => redirect('/login?next=/honest'),
  '/login': () => html(`<h1>Members</h1>${filler}`),
  '/loop': () => redirect('/loop'),
  '/to-plain-http': () => redirect('http://pages.example/honest'),
  '/to-port': () => redirect('https://pages.example:8443/honest'),
  '/to-nowhere': () => redirect('https://gone.pages.example/'),
  '/unreadable-redirect': () => redirect('https://['),
}

/** Redirects so many times before it answers. */
const steps = (count: number): PageReply =>
  count === 0 ? pages['/honest']!(none) : redirect(`/steps/${count - 1}`)
const none = { host: '', path: '', userAgent: '', before: 0 }

const site: Site = (asked) => {
  const [path = '', query = ''] = asked.path.split('?')
  const counted = /^\/steps\/(\d)$/.exec(path)?.[1]
  if (counted !== undefined) return steps(Number(counted))
  // Anywhere at all, for those who test where a redirect may lead. Headers hold bytes, not characters.
  if (path === '/to') return redirect(Buffer.from(decodeURIComponent(query)).toString('latin1'))
  return pages[path]?.(asked) ?? { status: 404 }
}

/** The town whose minutes decide a market in words. */
const council: Site = ({ path }) => (path === '/minutes' ? { body: minutesPage } : { status: 404 })

/**
 * A small web on this machine, good and bad: `pages.example`, with `www.` before it; `elsewhere.example`, which somebody else
 * registered; `rivertown.example`, a town with minutes; `stranger.example`, whose certificate is worth nothing; and names that lead inside.
 *
 * @example
 * const world = await startPageWorld()
 * await visit('https://pages.example/honest', { network: world.network })
 * await world.stop()
 */
export const startPageWorld = (more: Readonly<Record<string, Site>> = {}): Promise<Pages> =>
  startPages({
    sites: {
      'pages.example': site,
      'www.pages.example': site,
      'elsewhere.example': site,
      'stranger.example': site,
      [host]: council,
      ...more,
    },
    strangers: ['stranger.example'],
    names: {
      'inside.pages.example': ['127.0.0.1'],
      'metadata.pages.example': ['169.254.169.254'],
      'mixed.pages.example': ['93.184.215.14', '10.0.0.1'],
    },
  })
