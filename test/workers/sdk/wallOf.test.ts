import { expect } from 'chai'
import { Page } from '../../../protocol/index.ts'
import type { Page as Seen } from '../../../services/fetch/visit.ts'
import { wallOf } from '../../../workers/sdk/wallOf.ts'

describe('wallOf', () => {
  const seen = (text: string, changes: Partial<Seen> = {}): Seen => ({
    kind: 'page',
    url: 'https://pages.example/a',
    isRedirected: false,
    status: 200,
    headers: {},
    contentType: 'text/html',
    text,
    isWhole: true,
    ...changes,
  })
  const judge = (page: Seen) => wallOf(page, Page.visibleText(page.text, page.contentType))
  const filler = '<p>Minutes of the council are published within ten days of each meeting.</p>'

  it('takes pages for pages: long ones, short ones, and those that speak of walls at length', () => {
    expect(judge(seen(filler.repeat(5)))).to.equal(null)
    expect(judge(seen('<p>The bridge was not on the agenda.</p>'))).to.equal(null)
    expect(judge(seen('{"error":null}', { contentType: 'application/json' }))).to.equal(null)
    expect(judge(seen(`${filler.repeat(40)}<p>How to solve a captcha</p>`))).to.equal(null)
    expect(judge(seen(`<script></script>${filler.repeat(5)}`))).to.equal(null)
  })

  const walls = [
    ['bots', '<title>Just a moment...</title><p>Wait.</p>'],
    ['bots', '<p>Verify you are human by completing the action below.</p>'],
    ['bots', '<p>Our systems have detected UNUSUAL TRAFFIC from your network.</p>'],
    ['bots', '<h1>Access Denied</h1><p>You do not have permission.</p>'],
    ['script', '<noscript></noscript><p>Please enable JavaScript to view this page.</p>'],
    ['script', '<div id="root"></div>Loading<script src="/app.js"></script>'],
    ['consent', '<p>Before you continue to the news, accept our terms.</p>'],
    ['consent', '<p>We value your privacy</p>'],
    ['login', '<p>Please log in or subscribe.</p>'],
    ['refresh', '<meta http-equiv="refresh" content="0;url=/b"><p>Moving.</p>'],
    ['blank', ''],
    ['blank', '<div></div><script>render()</script>'],
  ] as const
  for (const [wall, text] of walls)
    it(`SPEC §6: sees a wall (${wall}) in ${JSON.stringify(text)}`, () =>
      expect(judge(seen(text))).to.equal(wall))

  it('believes hosts that say so in a header', () => {
    const text = filler.repeat(40)
    expect(judge(seen(text, { headers: { 'cf-mitigated': 'challenge' } }))).to.equal('bots')
    expect(judge(seen(text, { headers: { 'x-amzn-waf-action': 'captcha' } }))).to.equal('bots')
  })

  it('sees that a redirect led to a door, and minds no door that was cited itself', () => {
    const text = filler.repeat(40)
    const redirected = (url: string) => judge(seen(text, { url, isRedirected: true }))
    expect(redirected('https://pages.example/login?next=/a')).to.equal('login')
    expect(redirected('https://consent.pages.example/a')).to.equal('consent')
    expect(redirected('https://pages.example/sorry/index')).to.equal('bots')
    expect(redirected('https://pages.example/catalogin-sorry-tale')).to.equal(null)
    expect(judge(seen(text, { url: 'https://pages.example/login' }))).to.equal(null)
  })

  it('reads a megabyte of half a tag in no time', () => {
    expect(judge(seen('<meta '.repeat(170_000)))).to.equal('blank')
  })
})
