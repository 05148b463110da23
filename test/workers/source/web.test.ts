import { expect } from 'chai'
import * as Html from '../../../services/fetch/Html.ts'
import { webSource, webSources } from '../../../workers/source/web.ts'
import { deadline, requirement, trouble, urlOf } from './requirement.ts'

describe('web', () => {
  const entry = {
    id: 'bulletin',
    metric: 'level',
    url: 'https://www.example.org/bulletin',
    value: { selector: 'p.level', pattern: 'Level: (?P<value>[0-9.,]+) m' },
    time: { pattern: 'As of (?P<value>[0-9TZ:-]+)' },
  }
  const source = webSources([webSource.parse(entry)])
  const wanted = requirement('web:bulletin:level')
  const page = (level: string, time = '2026-02-20T23:59:30Z') =>
    `<!doctype html><html><head><style>p{}</style><script>"Level: 9 m"</script></head><body><!-- Level: 8 m -->
     <p>As of ${time}</p><p class="level">Level: <b>${level}</b>&nbsp;m</p></body></html>`

  it('S2-96: finds value and time in the text that a reader sees', () => {
    expect(source.read(page('1,234.5'), wanted)).to.deep.equal({ observedAt: deadline + 30, value: '1234.5' })
  })

  it('takes the time asked for where the URL says it', () => {
    const { time: _, ...timeless } = entry
    const asking = webSources([webSource.parse({ ...timeless, url: 'https://www.example.org/{from_iso}' })])
    expect(urlOf(asking, wanted)).to.equal('https://www.example.org/2026-02-20T23:59:00Z')
    expect(asking.read(page('5'), wanted)).to.deep.equal({ observedAt: deadline, value: '5' })
    expect(webSource.safeParse(timeless).success).to.equal(false)
    expect(urlOf(source, wanted)).to.equal('https://www.example.org/bulletin')
    expect(source.read(page('5').replace('As of', 'From'), wanted), 'no time').to.equal(null)
  })

  it('C35: says null when the page does not say it', () => {
    expect(source.read('<html><body>Nothing</body></html>', wanted)).to.equal(null)
    expect(source.read('', wanted)).to.equal(null)
    expect(source.read(page('5', '2020-01-01T00:00:00Z'), wanted)).to.equal(null)
  })

  it('needs patterns that can’t backtrack, with a group called value', () => {
    const good = (pattern: string) => webSource.safeParse({ ...entry, value: { pattern } }).success
    expect(good('(?P<value>(a+)+)$')).to.equal(true)
    for (const pattern of ['(a)', '(?=a)(?P<value>b)', '(']) expect(good(pattern), pattern).to.equal(false)
    const slow = webSources([webSource.parse({ ...entry, value: { pattern: '(?P<value>(a+)+)$' } })])
    expect(slow.read(`<p>${'a'.repeat(50_000)}!</p>`, wanted)).to.equal(null)
  })

  it('says what is wrong with a page', () => {
    expect(trouble(() => source.read(page('1.2.3'), wanted))).to.equal('unreadable')
    expect(trouble(() => source.read(page('5', '2026-13-40T00:00:00Z'), wanted))).to.equal('unreadable')
    expect(trouble(() => source.read('<div>'.repeat(100_000), wanted))).to.equal('unreadable')
  })
})

describe('Html', () => {
  it('gives one line for each block, and nothing that is hidden', () => {
    const html =
      '<h1>A &amp; B</h1><SCRIPT>x</SCRIPT><style>y</style><p>one<br>two   three</p><noscript>n</noscript><!-- c --><template>t</template>'
    expect(Html.toText(html)).to.equal('A & B\none\ntwo three')
    expect(Html.toText(html, 'p')).to.equal('one\ntwo three')
  })

  it('hides the rest behind what is never closed', () => {
    for (const open of ['<!-- ', '<script>', '<style>', '<!', '<?'])
      expect(Html.toText(`<p>a</p>${open}<p>b`), open).to.satisfy(
        (text: string) => text === 'a' || text === 'a\nb',
      )
    expect(Html.toText('<p>a</p><!-- <p>b</p>')).to.equal('a')
    expect(Html.toText('<scripted>seen</scripted>')).to.equal('seen')
  })

  it('is done soon with pages made to be slow', () => {
    const slow = [
      '<!--',
      '<div>',
      '<div></x>',
      '<b><a></b></a>',
      '<li><p>',
      '<div a="<">',
      '<script',
      '</div>',
      '<a ',
      '<',
      '<p>',
    ]
    for (const text of slow) {
      try {
        Html.toText(text.repeat(Math.floor(300_000 / text.length)))
      } catch (error) {
        expect(error, text).to.be.instanceOf(Html.TooDeepError)
      }
    }
    // Not deep by themselves, but each element costs the parser the depth at which it stands.
    const many = `${'<div>'.repeat(500)}${'<p>x'.repeat(50_000)}`
    expect(() => Html.toText(many)).to.throw(Html.TooDeepError)
  }).timeout(20_000)

  it('takes pages whose elements are closed as people close them', () => {
    const list = `<ul>${'<li>x'.repeat(5_000)}</ul>`
    expect(Html.toText(list).split('\n')).to.have.length(5_000)
    expect(Html.toText('<svg><path d="M0"/></svg><p>x'.repeat(5_000)).length).to.be.above(5_000)
  })
})
