import { expect } from 'chai'
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
