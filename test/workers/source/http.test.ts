import { expect } from 'chai'
import { httpSource, httpSources } from '../../../workers/source/http.ts'
import { deadline, requirement, trouble, urlOf } from './requirement.ts'

describe('http', () => {
  const entry = {
    id: 'weather/berlin',
    metric: 'temperature',
    url: 'https://api.example.org/v1?from={from}&to={to_ms}&at={from_iso}',
    value: '$.hourly[*].t',
    time: '$.hourly[*].at',
  }
  const source = httpSources([httpSource.parse(entry)])
  const wanted = requirement('http:weather/berlin:temperature')

  it('S2-96: asks the configured URL for the window', () => {
    expect(urlOf(source, wanted)).to.equal(
      `https://api.example.org/v1?from=${deadline}&to=${deadline + 3_900}000&at=2026-02-20T23:59:00Z`,
    )
  })

  it('S2-96: finds values and times by JSONPath, with all digits', () => {
    const point = (t: string, seconds: number) => `{"t":${t},"at":${deadline + seconds}}`
    const body = `{"hourly":[${point('1', -60)},${point('null', 1)},${point('20.10000000000000000001', 60)},${point('"1,234.5"', 90)}]}`
    expect(source.read(body, wanted)).to.deep.equal({
      observedAt: deadline + 60,
      value: '20.100000000000000000',
    })
    expect(source.read(body, { ...wanted, metric: 'temperature_high' })?.value).to.equal('1234.5')
    expect(source.read('{"hourly":[]}', wanted)).to.equal(null)
  })

  it('finds its way by odd keys and filters', () => {
    const odd = httpSource.parse({
      ...entry,
      value: `$["a'b\\\\c"][?@.v > 1].v`,
      time: `$["a'b\\\\c"][?@.v > 1].at`,
      timeFormat: 'iso',
    })
    const body = JSON.stringify({
      "a'b\\c": [
        { v: 1, at: 'x' },
        { v: 2, at: '2026-02-20T23:59:01.5Z' },
      ],
    })
    expect(httpSources([odd]).read(body, wanted)).to.deep.equal({ observedAt: deadline + 1, value: '2' })
  })

  it('reads milliseconds, and leaves unknown fields of a URL alone', () => {
    const entryOf = (changes: object) => httpSources([httpSource.parse({ ...entry, ...changes })])
    const body = `{"hourly":[{"t":5,"at":${deadline}999}]}`
    expect(entryOf({ timeFormat: 'milliseconds' }).read(body, wanted)).to.deep.equal({
      observedAt: deadline,
      value: '5',
    })
    expect(urlOf(entryOf({ url: 'https://api.example.org/{id}/{from}' }), wanted)).to.equal(
      `https://api.example.org/{id}/${deadline}`,
    )
    const control = entryOf({ value: '$["\\u0001"].v', time: '$["\\u0001"].at' })
    expect(control.read(`{"\\u0001":{"v":7,"at":${deadline}}}`, wanted)?.value).to.equal('7')
  })

  it('takes the time asked for where the URL says it', () => {
    const { time: _, ...timeless } = entry
    const asking = httpSources([httpSource.parse({ ...timeless, value: '$.price' })])
    expect(asking.read('{"price":5}', wanted)).to.deep.equal({ observedAt: deadline, value: '5' })
    expect(httpSource.safeParse({ ...timeless, url: 'https://api.example.org/' }).success).to.equal(false)
  })

  it('refuses paths that would run regular expressions, and URLs without a fixed host', () => {
    const good = (changes: object) => httpSource.safeParse({ ...entry, ...changes }).success
    expect(good({})).to.equal(true)
    for (const value of ['$[?match(@.a, "(a+)+")]', '$[?search (@.a, "a")]', '$[', 'a.b', ''])
      expect(good({ value }), value).to.equal(false)
    for (const url of ['https://{from}/', 'ftp://x/', 'api.example.org'])
      expect(good({ url }), url).to.equal(false)
  })

  it('says what is wrong with a reply', () => {
    for (const body of [
      '',
      '{"hourly":[{"t":1}]}',
      '{"hourly":[{"t":{},"at":1}]}',
      '{"hourly":[{"t":"warm","at":1}]}',
      '{"hourly":[{"t":1,"at":1e30}]}',
    ])
      expect(
        trouble(() => source.read(body, wanted)),
        body,
      ).to.equal('unreadable')
    expect(trouble(() => source.plan({ ...wanted, asset: 'unknown' }))).to.equal('unsupported')
    expect(trouble(() => source.plan({ ...wanted, metric: 'rain' }))).to.equal('unsupported')
  })
})
