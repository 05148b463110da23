import { expect } from 'chai'
import { Calendar, PageText } from '../../../protocol/index.ts'
import { listsOf } from '../../../workers/facts/Entries.ts'

const lists = (body: string, type = 'text/html') =>
  listsOf(PageText.read(body, type)).map((list) =>
    list.map(({ day }) => (day === null ? null : Calendar.dayAt(day).day)),
  )

describe('Entries', () => {
  it('items, rows, terms with definitions, groups, feed items and records of arrays are entries', () => {
    const days = ['2026-05-04', '2026-05-09']
    expect(lists(`<ul>${days.map((day) => `<li>${day} a pump</li>`).join('')}</ul>`)).to.deep.equal([[4, 9]])
    expect(
      lists(`<table><tr><th>Day<th>What${days.map((day) => `<tr><td>${day}<td>a pump`).join('')}</table>`),
    ).to.deep.equal([[4, 9]])
    expect(
      lists(`<dl>${days.map((day) => `<dt>${day}</dt><dd>A pump</dd><dd>Two</dd>`).join('')}</dl>`),
    ).to.deep.equal([[4, 9]])
    expect(
      lists(`<main>${days.map((day) => `<div><p>${day}</p><p>A pump</p></div>`).join('')}</main>`),
    ).to.deep.equal([[4, 9]])
    expect(
      lists(JSON.stringify({ items: days.map((at) => ({ at, of: 'pump' })) }), 'application/json'),
    ).to.deep.equal([[4, 9]])
    const feed = days.map((day) => `<item><title>Pump</title><pubDate>${day}T10:00:00Z</pubDate></item>`)
    expect(
      lists(`<rss><channel><title>Pumps</title>${feed.join('')}</channel></rss>`, 'application/rss+xml'),
    ).to.deep.equal([[4, 9]])
  })

  it('an entry without a day is one, and the day that markup gives comes first', () => {
    const timed = '<li><time datetime="2026-05-03">3 May</time> a pump for 2026-05-20</li>'
    expect(lists(`<ul>${timed}<li>a hose</li><li>2026-05-11 a tap</li></ul>`)).to.deep.equal([[3, null, 11]])
  })

  it('paragraphs, headings, sections that hold lists, and what lies around the page are none', () => {
    expect(lists('<p>2026-05-04 a pump</p><p>2026-05-09 a tap</p>')).to.deep.equal([])
    expect(lists('<nav><ul><li>2026-05-04</li><li>2026-05-09</li></ul></nav>')).to.deep.equal([])
    const section = (day: string) => `<section><h2>${day}</h2><ul><li>a pump</li></ul></section>`
    expect(lists(section('2026-05-04') + section('2026-05-09'))).to.deep.equal([])
  })
})
