import { expect } from 'chai'
import { PageText } from '../../../protocol/index.ts'
import { eachValue, roleOf, wordsOf } from '../../../protocol/page/Dates.ts'

describe('Dates', () => {
  const dates = (raw: string, type = 'text/html') => {
    const page = PageText.read(raw, type)
    return page.dates.map(({ iso, where, role, start, end }) => {
      const shown = start === null ? null : page.text.slice(start, end!)
      return [iso, where, role, shown]
    })
  }

  it('names say what a date is of', () => {
    expect(wordsOf('article:published_time')).to.deep.equal(['article', 'published', 'time'])
    for (const name of ['datePublished', 'pubDate', 'parsely-pub-date', 'dcterms.issued', 'created_at'])
      expect(roleOf(name), name).to.equal('published')
    for (const name of ['dateModified', 'og:updated_time', 'last_update'])
      expect(roleOf(name), name).to.equal('modified')
    for (const name of ['startDate', 'event:end_time', 'expires'])
      expect(roleOf(name), name).to.equal('event')
    for (const name of ['date', 'birthday', 'republican', '']) expect(roleOf(name), name).to.equal('unknown')
  })

  it('meta elements give dates, under any name that says so', () => {
    expect(dates('<meta property="article:modified_time" content="2026-05-09T08:00Z">')).to.deep.equal([
      ['2026-05-09T08:00Z', 'meta', 'modified', null],
    ])
    expect(dates('<meta name="DC.Date" content="2026-05-09">')).to.deep.equal([
      ['2026-05-09', 'meta', 'published', null],
    ])
    expect(dates('<meta name="build" content="2026-05-09"><meta name="date" content="soon">')).to.deep.equal(
      [],
    )
  })

  it('<time> gives its attribute and its place; without an attribute, a text that a machine can read', () => {
    expect(dates('<p>On <time datetime="2026-05-09">9 <b>May</b></time> it rose')).to.deep.equal([
      ['2026-05-09', 'time', 'unknown', '9 May'],
    ])
    expect(dates('<time pubdate>2026-05-09</time><time>9 May 2026, noon</time>')).to.deep.equal([
      ['2026-05-09', 'time', 'published', '2026-05-09'],
    ])
    expect(dates('<time datetime="2026-05-09"></time>')).to.deep.equal([
      ['2026-05-09', 'time', 'unknown', null],
    ])
  })

  it('JSON-LD gives the dates of the page; those of comments and of lists are not the page’s', () => {
    const graph = '{"@graph":[{"datePublished":"2026-05-09","dateModified":"2026-05-10"}]}'
    expect(dates(`<script type="application/ld+json">${graph}</script>`)).to.deep.equal([
      ['2026-05-09', 'json-ld', 'published', null],
      ['2026-05-10', 'json-ld', 'modified', null],
    ])
    const comment = '{"comment":[{"datePublished":"2026-05-11"}]}'
    expect(dates(`<script type="application/ld+json">${comment}</script>`)).to.deep.equal([
      ['2026-05-11', 'json-ld', 'unknown', null],
    ])
    expect(dates('<script>{"datePublished":"2026-05-09"}</script>')).to.deep.equal([])
    expect(dates('<script type="application/ld+json">{"datePublished":"2026-05-0')).to.deep.equal([])
  })

  it('JSON gives each value that is a date, a year alone excepted', () => {
    const json =
      '{"published":"2026-05-09","end_date":"2026-06","year":"2026","n":20260509,"text":"May 2026"}'
    expect(dates(json, 'application/json')).to.deep.equal([
      ['2026-05-09', 'json', 'published', '2026-05-09'],
      ['2026-06', 'json', 'event', '2026-06'],
    ])
  })

  it('values of JSON are heard with their keys, without parsing it as a whole', () => {
    const heard: string[] = []
    eachValue('{"a":["x\\u0041",{"b":1', ({ key, path, isText }, text) =>
      heard.push(`${path} ${key} ${text} ${isText}`),
    )
    expect(heard).to.deep.equal(['/a/0 0 xA true', '/a/1/b b 1 false'])
  })
})
