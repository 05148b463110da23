import { expect } from 'chai'
import { signalsOf } from '../../../../protocol/page/health/Signals.ts'

describe('Signals', () => {
  it('finds scripts, mounts, password fields, challenges and what is paid for', () => {
    expect(signalsOf('<p>text</p>')).to.deep.equal({
      hasScript: false,
      hasMount: false,
      hasPassword: false,
      hasChallenge: false,
      isPaid: false,
      hasPaywall: false,
      isUnlisted: false,
      hasMore: false,
      readMore: 0,
      isCut: false,
    })
    expect(signalsOf('<div id=root></div><script></script>')).to.include({ hasScript: true, hasMount: true })
    expect(signalsOf('<div class="article-paywall">').hasPaywall).to.equal(true)
    expect(signalsOf('<body class="has-paywall">').hasPaywall).to.equal(false)
    expect(signalsOf('<meta name=robots content="NOINDEX, follow">').isUnlisted).to.equal(true)
    expect(signalsOf('<input type="PASSWORD">').hasPassword).to.equal(true)
    expect(signalsOf('<div class="g-recaptcha">').hasChallenge).to.equal(true)
    expect(signalsOf('<script>{"isAccessibleForFree":"False"}</script>').isPaid).to.equal(true)
    expect(signalsOf('<script>{"isAccessibleForFree": true, "x": false}</script>').isPaid).to.equal(false)
  })

  it('links that go on are known by their whole label', () => {
    expect(signalsOf('<a href=x><b>Next</b> »</a>').hasMore).to.equal(true)
    expect(signalsOf('<button>Show more results</button>').hasMore).to.equal(true)
    expect(signalsOf('<link rel=next href=x>').hasMore).to.equal(true)
    expect(signalsOf('<a>Next: the bridge</a><a>Load</a><p>Next</p>').hasMore).to.equal(false)
    expect(signalsOf('<a>Read more…</a><a>Continue reading</a>').readMore).to.equal(2)
  })

  it('a page is cut where its end is missing, not where authors left out what they may', () => {
    for (const cut of [
      '<p>a<',
      '<p>a</p',
      '<!-- a',
      '<p>a<script>x',
      '<html><div>a',
      '<rss><channel></channel>',
    ])
      expect(signalsOf(cut).isCut, cut).to.equal(cut !== '<p>a<')
    for (const whole of [
      '<p>a',
      '<html><p>a',
      '<div>a',
      '<html><div>a</html>',
      '<!-- a -->',
      '<script></script>',
      '',
    ])
      expect(signalsOf(whole).isCut, whole).to.equal(false)
  })
})
