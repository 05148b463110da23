import { expect } from 'chai'
import { PageText } from '../../../../protocol/index.ts'

type Given = { readonly status?: number; readonly type?: string; readonly truncated?: boolean }

const codesOf = (content: string, { status = 200, type = 'text/html', truncated = false }: Given = {}) => {
  const page = PageText.read(content, type)
  return PageText.healthOf({ status, contentType: type, content, page, truncated }).codes
}

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`

/** A short report, as look-alikes of walls have one. */
const report =
  '<p>The council met on Tuesday evening in the town hall and voted by nine to four to keep the bridge open for another year.</p>' +
  '<p>Repairs will begin in March, the engineer said, and the toll stays at two crowns. Those who had asked for a new bridge were not convinced.</p>'
const long = report.repeat(8)

describe('Health', () => {
  it('an ordinary page has no code, short or long, with banners, menus, scripts and a login link', () => {
    const around =
      '<header><a href="/login">Log in</a> <a>Subscribe</a></header><nav>News Sport</nav>' +
      '<div class="cookie-banner"><p>We use cookies. Accept all cookies?</p><button>Accept</button></div>'
    const end = '<footer>Read our privacy policy</footer><script>var a = "captcha"</script>'
    expect(
      codesOf(html('Bridge stays open', `${around}<h1>Bridge stays open</h1>${report}${end}`)),
    ).to.deep.equal([])
    expect(codesOf(html('Bridge', `${around}<h1>Bridge</h1>${long}${end}`))).to.deep.equal([])
    expect(codesOf(html('Gauge', '<p>The gauge stood at 7.31 m.</p><script>poll()</script>'))).to.deep.equal(
      [],
    )
    expect(codesOf('Rate: 3.5 percent', { type: 'text/plain' })).to.deep.equal([])
    expect(codesOf('{"rate":3.5}', { type: 'application/json' })).to.deep.equal([])
  })

  describe('empty', () => {
    it('is given to a page that shows no word', () => {
      expect(codesOf('')).to.deep.equal(['empty'])
      expect(codesOf(' \n', { type: 'text/csv' })).to.deep.equal(['empty'])
      expect(codesOf(html('Results', '<nav>Home</nav><div></div>'))).to.deep.equal(['empty'])
      expect(codesOf(html('Results', '<p hidden>The rate rose.</p>'))).to.deep.equal(['empty'])
      expect(codesOf('[]', { type: 'application/json' })).to.deep.equal(['empty'])
      expect(codesOf(html('x', report), { status: 204 })).to.deep.equal(['empty'])
    })

    it('is not given to a page with one short sentence or one number', () => {
      expect(codesOf(html('Answer', '<p>No.</p>'))).to.deep.equal([])
      expect(codesOf('0', { type: 'text/plain' })).to.deep.equal([])
    })
  })

  describe('script-shell', () => {
    it('is given where scripts make the page', () => {
      const script = '<script src="/main.js"></script>'
      for (const body of [
        '<div id="root"></div>',
        '<div id="app"><span>Loading…</span></div>',
        '<noscript>You need to enable JavaScript to run this app.</noscript><div><i>Votes: 0</i></div>',
        '<p>This site requires JavaScript.</p>',
      ])
        expect(codesOf(html('Vote 88', body + script)), body).to.deep.equal(['script-shell'])
    })

    it('is not given to a page that shows its text without scripts', () => {
      const script = '<script src="/main.js"></script><noscript>Enable JavaScript for charts.</noscript>'
      expect(codesOf(html('Bridge', `<div id="root"><h1>Bridge</h1>${report}</div>${script}`))).to.deep.equal(
        [],
      )
      expect(codesOf(html('JavaScript', `<h1>Why sites require JavaScript</h1>${report}`))).to.deep.equal([])
    })
  })

  describe('bot-wall', () => {
    it('is given where a check stands in the page’s place, and for refusals', () => {
      const check = '<h1>shop.example</h1><p>Verify you are human by completing the action below.</p>'
      expect(codesOf(html('Just a moment...', check))).to.deep.equal(['bot-wall'])
      expect(codesOf(html('Access denied', '<p>Your request looks automated.</p>'))).to.deep.equal([
        'bot-wall',
      ])
      expect(codesOf(html('x', '<p>Sind Sie kein Roboter?</p><div class="g-recaptcha"></div>'))).to.include(
        'bot-wall',
      )
      expect(codesOf('{"error":"forbidden"}', { status: 403, type: 'application/json' })).to.include(
        'bot-wall',
      )
      expect(codesOf('Too many requests', { status: 429, type: 'text/plain' })).to.include('bot-wall')
    })

    it('is not given to reports about such checks, nor to a form with a captcha below a report', () => {
      const title = 'Access denied: council keeps records closed'
      expect(codesOf(html(title, `<h1>${title}</h1>${long}`))).to.deep.equal([])
      expect(codesOf(html(title, `<h1>${title}</h1>${report}`))).to.deep.equal([])
      expect(codesOf(html('Captcha ban passes', `<h1>Captcha ban passes</h1>${report}`))).to.deep.equal([])
      const form = '<form><p>Solve the captcha to comment.</p><div class="g-recaptcha"></div></form>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${long}${form}`))).to.deep.equal([])
    })
  })

  describe('consent-wall', () => {
    it('is given where a page asks for consent and shows nothing else', () => {
      const asks =
        '<h1>Before you continue</h1><p>We and our 214 partners store cookies on your device. You can read this article after you accept.</p>'
      expect(codesOf(html('Before you continue', `<div role="dialog">${asks}</div>`))).to.deep.equal([
        'consent-wall',
      ])
      expect(codesOf(html('Cookies', `<div id="cmp">${asks}</div><button>Accept</button>`))).to.deep.equal([
        'consent-wall',
      ])
      const german = '<p>Wir verwenden Cookies. Bitte stimmen Sie zu.</p>'
      expect(codesOf(html('Bevor Sie fortfahren', german))).to.include('consent-wall')
      const pay =
        '<h1>Weiter mit Werbung lesen</h1><p>Stimmen Sie Cookies und Tracking zu, oder lesen Sie im Abo ohne Werbung.</p>'
      expect(codesOf(html('Einwilligung', pay))).to.include('consent-wall')
    })

    it('is not given where the banner stands beside a report, or the report is about consent', () => {
      const banner = '<div role="dialog"><p>We use cookies and need your consent.</p></div>'
      expect(codesOf(html('Bridge', `${banner}<h1>Bridge stays open</h1>${report}`))).to.deep.equal([])
      expect(codesOf(html('Cookie law passes', `<h1>Cookie law passes</h1>${report}`))).to.deep.equal([])
      const recall = '<p>The bakery recalled 20,000 cookie tins on Friday.</p>'
      expect(codesOf(html('Cookie tins recalled', recall))).to.deep.equal([])
    })
  })

  describe('login-wall', () => {
    it('is given where a login or a subscription stands before the text', () => {
      const form = '<form><input name=u><input type=password name=p></form>'
      expect(codesOf(html('Login', `<p>Document 64: order on motion</p>${form}`))).to.deep.equal([
        'login-wall',
      ])
      const paywall = '<div class="pw"><p>Subscribe to continue reading.</p></div>'
      const start = '<p>The council met on Tuesday and voted on the…</p>'
      expect(codesOf(html('Bridge', `<h1>Bridge vote</h1>${start}${paywall}`))).to.deep.equal(['login-wall'])
      const paid = '<script type="application/ld+json">{"isAccessibleForFree": false}</script>'
      expect(codesOf(html('Bridge', `${paid}<h1>Bridge vote</h1>${report}${paywall}`))).to.deep.equal([
        'login-wall',
      ])
      expect(codesOf(html('x', report), { status: 401 })).to.deep.equal(['login-wall'])
    })

    it('is given where a text breaks off and the next words sell the rest', () => {
      const start = `${report}<p>Those who had asked for a new bridge then said that…</p>`
      const offer =
        '<div class="promo"><p>Start your free trial: $1 a month. Members get every story.</p></div>'
      expect(codesOf(html('Bridge', `<h1>Bridge vote</h1>${start}${offer}`))).to.deep.equal(['login-wall'])
      const within = `${long}<p>Those who had asked for a new bridge then said that they would go to court if the</p>`
      expect(codesOf(html('Bridge', `<h1>Bridge vote</h1>${within}${offer}`))).to.deep.equal(['login-wall'])
      const gate = '<div class="paywall"><p>Get unlimited digital access. Subscribe today.</p></div>'
      expect(codesOf(html('Bridge', `<h1>Bridge vote</h1>${report}${gate}`))).to.deep.equal(['login-wall'])
    })

    it('is not given to a whole report with a login box or an offer to subscribe', () => {
      const box = '<aside><form>Log in: <input type=password></form></aside>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${long}${box}`))).to.deep.equal([])
      const broken =
        '<p>“That would be…”, he said, and then…</p><p>The members of the council subscribed to it.</p>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${broken}${report}`))).to.deep.equal([])
      const inline = '<form>User <input name=u> <input type=password name=p></form>'
      expect(codesOf(html('Bridge', `${inline}<h1>Bridge</h1>${report}`))).to.deep.equal([])
      const offer = '<p>Subscribe to our newsletter to keep up with the news.</p>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${report}${offer}`))).to.deep.equal([])
      expect(
        codesOf(html('Bridge', `<h1>Bridge</h1>${report}<p>Harbour Ledger staff</p>${offer}`)),
      ).to.deep.equal([])
      const more = '<p>Become a member to read the full archive.</p>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${report}${report}${more}`))).to.deep.equal([])
    })
  })

  describe('not-found', () => {
    it('is given by status, and to a page that answers 200 and says so', () => {
      const lost = '<h1>We can’t find that page</h1><p>The link may be broken.</p><ul><li>News</ul>'
      expect(codesOf(html('Page not found | Harbour', lost))).to.deep.equal(['not-found'])
      expect(codesOf(html('404', '<p>Sorry.</p>'))).to.deep.equal(['not-found'])
      const oops =
        '<h1>Oops!</h1><p>The page you wanted does not exist or has moved.</p><ul><li>News<li>Games</ul>'
      expect(codesOf(html('Harbour', oops))).to.deep.equal(['not-found'])
      const gone = '<h1>Sorry, we couldn’t find what you’re looking for</h1>'
      expect(codesOf(html('Harbour', gone))).to.deep.equal(['not-found'])
      expect(codesOf(html('Fehler', '<h1>Seite nicht gefunden</h1>'))).to.deep.equal(['not-found'])
      expect(codesOf(html('x', report), { status: 410 })).to.deep.equal(['not-found'])
    })

    it('is not given to reports of what was not found, nor to numbers', () => {
      expect(
        codesOf(html('Missing painting not found', `<h1>Missing painting not found</h1>${report}`)),
      ).to.deep.equal([])
      expect(codesOf('404', { type: 'text/plain' })).to.deep.equal([])
      const broken = '<p>The clerk said that a link on the page could not be found.</p>'
      expect(codesOf(html('Bridge', `<h1>Bridge</h1>${report}${broken}`))).to.deep.equal([])
      expect(codesOf(html('Bill 404 passes', `<h1>Bill 404 passes</h1>${report}`))).to.deep.equal([])
      expect(codesOf(html('How to design a “Page not found” page', long))).to.deep.equal([])
    })
  })

  describe('error', () => {
    it('is given by status, and to what programs and hosts print when they fail', () => {
      expect(codesOf(html('503 Service Unavailable', '<h1>503</h1>'), { status: 503 })).to.deep.equal([
        'error',
      ])
      expect(codesOf(html('Site under maintenance', '<h1>Back soon!</h1>'))).to.deep.equal(['error'])
      expect(codesOf(html('x', '<p>Error establishing a database connection</p>'))).to.deep.equal(['error'])
      const dump = 'Traceback (most recent call last):\n  File "app.py", line 3\nKeyError: 1'
      expect(codesOf(dump, { type: 'text/plain' })).to.deep.equal(['error'])
      const json = '{"status":500,"error":"Internal","message":"no backend","path":"/v1"}'
      expect(codesOf(json, { type: 'application/json' })).to.deep.equal(['error'])
      expect(codesOf(html('x', report), { status: 302 })).to.deep.equal(['error'])
    })

    it('is not given to status pages, to reports of failures, nor to JSON with data beside a message', () => {
      const incident = '<h1>Incident history</h1><p>Storage was temporarily unavailable on 17 October.</p>'
      expect(codesOf(html('Pallet status', `${incident}${report}`))).to.deep.equal([])
      const notice =
        '<h1>Storage temporarily unavailable</h1><p>17 October 2025, 14:22 UTC: requests are failing.</p>'
      expect(codesOf(html('Storage temporarily unavailable', notice))).to.deep.equal([])
      for (const json of [
        '{"error":null,"message":"ok","price":3}',
        '{"error":null,"message":"ok"}',
        '{"status":"ok","message":"The rate is 3.5 percent"}',
        '{"status":404,"votes":12}',
      ])
        expect(codesOf(json, { type: 'application/json' }), json).to.deep.equal([])
      expect(codesOf(html('Route 500 closed', `<h1>Route 500 closed</h1>${report}`))).to.deep.equal([])
    })
  })

  describe('truncated', () => {
    it('is given where the fetch stopped, and where the page’s own end is missing', () => {
      expect(codesOf(html('x', report), { truncated: true })).to.deep.equal(['truncated'])
      const whole = html('Bridge', `<main><div>${report}</div></main>`)
      for (const cut of [whole.indexOf('</div>'), whole.indexOf('</main>') + 3])
        expect(codesOf(whole.slice(0, cut)), String(cut)).to.deep.equal(['truncated'])
      expect(codesOf('{"a":[1,2', { type: 'application/json' })).to.deep.equal(['truncated'])
      expect(codesOf('{"a":"one', { type: 'application/json' })).to.deep.equal(['truncated'])
      const more = '<p>The council met on Tuesday and voted on the bridge, which…</p><a>Read more</a>'
      expect(codesOf(html('Bridge', `<h1>Bridge vote</h1>${more}`))).to.deep.equal(['truncated'])
      const feed = '<rss version="2.0"><channel><item><description>One item.</description>'
      expect(codesOf(feed, { type: 'application/rss+xml' })).to.deep.equal(['truncated'])
    })

    it('is not given where authors leave out what HTML lets them, nor to a list of beginnings', () => {
      expect(codesOf('<title>x</title><p>The rate rose.<p>It fell.<ul><li>One<li>Two</ul>')).to.deep.equal([])
      expect(codesOf(`<html><body><div>${report}</div>`)).to.deep.equal([])
      const teaser = '<div><p>The council met and…</p><a>Read more</a></div>'
      expect(codesOf(html('News', teaser.repeat(5)))).to.deep.equal([])
      expect(codesOf('{"a":"x [{"}', { type: 'application/json' })).to.deep.equal([])
    })
  })

  describe('not-archived', () => {
    it('is given where an archive has no copy', () => {
      const none = '<h1>Hrm.</h1><p>The Wayback Machine has not archived that URL.</p>'
      expect(codesOf(html('Wayback Machine', none))).to.deep.equal(['not-archived'])
    })

    it('is not given to a page that speaks of an archive', () => {
      const text = '<p>The letter has not been archived, the clerk told the council.</p>'
      expect(codesOf(html('Letters', `<h1>Letters</h1>${report}${report}${text}`))).to.deep.equal([])
    })
  })

  describe('wrong-language', () => {
    it('is given to texts in other languages and scripts', () => {
      const german =
        '<p>Der Rat hat am Dienstag mit neun zu vier Stimmen beschlossen, die Brücke für ein weiteres Jahr offen zu halten. Die Arbeiten werden im März beginnen, und die Maut ist nicht erhöht worden.</p>'
      expect(codesOf(html('Brücke', german))).to.deep.equal(['wrong-language'])
      const japanese = `<p>${'市議会は火曜日の夜、橋をもう一年開放することを賛成多数で決定した。'.repeat(3)}</p>`
      expect(codesOf(html('橋', japanese))).to.deep.equal(['wrong-language'])
    })

    it('is not given to a reader who reads that language', () => {
      const content =
        '<p>Der Rat hat am Dienstag mit neun zu vier Stimmen beschlossen, die Brücke für ein Jahr offen zu halten. Die Maut ist nicht erhöht worden, und das ist auch gut.</p>'
      const page = PageText.read(content, 'text/html')
      const given = { status: 200, contentType: 'text/html', content, page, truncated: false }
      expect(PageText.healthOf(given)).to.include({ healthy: false, language: 'de' })
      expect(PageText.healthOf({ ...given, languages: ['en', 'de'] }).codes).to.deep.equal([])
      expect(PageText.healthOf({ ...given, languages: 'any' }).codes).to.deep.equal([])
    })

    it('is not given to names, numbers and quotations', () => {
      const rows = ['Atlético Ribera', 'Deportivo Solano', 'Real Montaraz', 'CD Puerto Viejo', 'Unión Calera']
      const table = rows.map((name, i) => `<tr><td>${i}<td>${name}<td>${60 - i}`).join('')
      expect(codesOf(html('Liga', `<table>${table.repeat(6)}</table>`))).to.deep.equal([])
      const quoted = '<p>“El puente es de la ciudad y no se vende”, he said.</p>'
      expect(codesOf(html('Bridge', `${report}${quoted}`))).to.deep.equal([])
    })
  })

  describe('not-text', () => {
    it('is given to pictures, documents and noise', () => {
      expect(codesOf('\u0089PNG', { type: 'image/png' })).to.deep.equal(['not-text'])
      expect(codesOf('%PDF-1.7', { type: '' })).to.deep.equal(['not-text'])
      expect(codesOf('abc\u0001\u0002\ufffd\ufffd def', { type: 'text/plain' })).to.include('not-text')
    })

    it('is not given to a text with one character that could not be read', () => {
      expect(codesOf(`The caf\ufffd is closed. ${'x '.repeat(40)}`, { type: 'text/plain' })).to.deep.equal([])
    })
  })

  describe('partial-list', () => {
    const healthOf = (content: string, type = 'text/html') =>
      PageText.healthOf({
        status: 200,
        contentType: type,
        content,
        page: PageText.read(content, type),
        truncated: false,
      })

    it('is given to a list that goes on elsewhere, and says which part it is; the page stays healthy', () => {
      const rows = '<table><tr><td>8-K<td>Results</table>'
      const health = healthOf(html('Filings', `<p>Showing 1-7 of 96 filings.</p>${rows}`))
      expect(health).to.deep.equal({
        healthy: true,
        complete: false,
        portion: { from: 1, to: 7, of: 96 },
        language: null,
        codes: ['partial-list'],
      })
      for (const note of [
        '<p>Page 2 of 12</p>',
        '<button>Load more</button>',
        '<a rel="next" href="?p=2">2</a>',
        '<a href="?p=2"><span>Next</span> ›</a>',
        '<h2>Comments (3 of 612)</h2>',
        '<p>1 – 20 of 340</p>',
      ])
        expect(healthOf(html('List', rows + note)).codes, note).to.deep.equal(['partial-list'])
    })

    it('is not given to a whole list, nor to ranges and scores in prose', () => {
      for (const note of [
        '<p>Showing 1-7 of 7 filings.</p>',
        '<p>Page 1 of 1</p>',
        '<p>63 of 63 districts reported.</p>',
        '<p>They won 3-1 of course.</p>',
        '<p>Nine of the 13 voted yes.</p>',
        '<a>What happens next</a>',
      ])
        expect(healthOf(html('List', note)).codes, note).to.deep.equal([])
    })

    it('JSON says it by its keys', () => {
      const json = (more: object) => JSON.stringify({ items: [{ id: 1 }, { id: 2 }], ...more })
      const portionOf = (more: object) => healthOf(json(more), 'application/json').portion
      expect(portionOf({ total: 40, offset: 10 })).to.deep.equal({ from: 11, to: 12, of: 40 })
      expect(portionOf({ next: '/items?page=2' })).to.deep.equal({ from: 1, to: 2, of: null })
      expect(portionOf({ meta: { has_more: true } })).to.deep.equal({ from: 1, to: 2, of: null })
      for (const whole of [{ total: 2 }, { next: null }, { has_more: false }, { count: 2, offset: 0 }])
        expect(portionOf(whole), JSON.stringify(whole)).to.equal(null)
    })
  })
})
