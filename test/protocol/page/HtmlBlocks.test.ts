import { expect } from 'chai'
import { outline } from './outline.ts'

describe('HtmlBlocks', () => {
  it('headings, paragraphs, items, quotes and code are blocks; wrappers around one of them are not', () => {
    const raw =
      '<div><div><h2>Title</h2></div><div><p>One <b>two</b><br>three</p></div><blockquote><p>Said</blockquote><pre>x = 1</pre></div>'
    expect(outline(raw)).to.deep.equal([
      'group: Title One two three Said x = 1',
      '  heading: Title',
      '  paragraph: One two three',
      '  quote: Said',
      '  code: x = 1',
    ])
  })

  it('an item with several parts holds them; text beside blocks is a paragraph', () => {
    expect(outline('<ul><li>One<p>two</p></li><li>Three</li></ul>')).to.deep.equal([
      'list: One two Three',
      '  item: One two',
      '    paragraph: One',
      '    paragraph: two',
      '  item: Three',
    ])
    expect(outline('a<p>b</p>c')).to.deep.equal(['paragraph: a', 'paragraph: b', 'paragraph: c'])
  })

  it('a definition is tied to its terms, also where lists nest', () => {
    expect(outline('<dl><dt>Status<dd><dl><dt>Court<dd>Granted</dl><dt>Date<dd>2 May</dl>')).to.deep.equal([
      'list: Status Court Granted Date 2 May',
      '  term: Status',
      '  definition: Court Granted {Status}',
      '    list: Court Granted',
      '      term: Court',
      '      definition: Granted {Court}',
      '  term: Date',
      '  definition: 2 May {Date}',
    ])
  })

  it('hidden text is marked wherever it stands, and its marks go down to what it holds', () => {
    expect(outline('<p>a <span style="display:none">b</span> c</p>')).to.deep.equal([
      'paragraph: a b c',
      '  inline: b [hidden]',
    ])
    expect(outline('<div hidden><h1>a</h1><p>b</p></div>')).to.deep.equal([
      'group: a b [hidden]',
      '  heading: a [hidden]',
      '  paragraph: b [hidden]',
    ])
    expect(outline('<span hidden><p>a</p><p>b</p></span>c')).to.deep.equal([
      'group: a b [hidden]',
      '  paragraph: a [hidden]',
      '  paragraph: b [hidden]',
      'paragraph: c',
    ])
    expect(outline('<p>a<span hidden>b<p>c</p>d')).to.deep.equal([
      'paragraph: ab',
      '  inline: b [hidden]',
      'paragraph: c',
      'paragraph: d',
    ])
  })

  it('an inner end tag does not end what is hidden around it', () => {
    expect(outline('<p><b hidden><b>x</b>y</b>z</p>')).to.deep.equal([
      'paragraph: xyz',
      '  inline: xy [hidden]',
    ])
    expect(outline('<p><span hidden><i><span>x</span></i>y</span>z</p>')[1]).to.equal('  inline: xy [hidden]')
    // A block's end ends it, as in browsers.
    expect(outline('<p>x<b hidden>y</p><p>z</p>')).to.deep.equal([
      'paragraph: xy',
      '  inline: y [hidden]',
      'paragraph: z',
    ])
  })

  it('cells know their heads across spans, sections and nested tables', () => {
    const raw =
      '<table><tr><th>Town<th>Yes<th>No<tr><td rowspan=2>Rudby<td>1<td>2<tr><td>3<td><table><tr><td>x</table>4<tr><th colspan=3>South<tr><td>Skarn<td>5<td>6</table>'
    const cells = outline(raw)
      .filter((line) => /\bcell\b/.test(line))
      .map((line) => line.trim())
    expect(cells).to.deep.equal([
      'cell: Town',
      'cell: Yes',
      'cell: No',
      'cell: Rudby {Town}',
      'cell: 1 {Yes; Rudby}',
      'cell: 2 {No; Rudby}',
      'cell: 3 {Yes; Rudby; x 4}',
      'cell: x 4 {No; Rudby}',
      'cell: x',
      'cell: South',
      'cell: Skarn {Town; South}',
      'cell: 5 {Yes; South; Skarn}',
      'cell: 6 {No; South; Skarn}',
    ])
  })

  it('cells without a row or a table have one of their own', () => {
    expect(outline('<td>a<td>b')).to.deep.equal(['row: a b', '  cell: a', '  cell: b'])
    expect(outline('<table><td>a<td>b</table>')).to.deep.equal([
      'table: a b',
      '  row: a b',
      '    cell: a',
      '    cell: b {a}',
    ])
  })

  it('parts of a table that stand alone give what they hold to the block around them', () => {
    expect(outline('<div><thead>a<div>b</div></thead></div>')).to.deep.equal([
      'group: a b',
      '  paragraph: a',
      '  paragraph: b',
    ])
  })

  it('a run that begins within an inline element holds the inline elements that follow', () => {
    expect(outline('<time></dt>a <button>b</button>')).to.deep.equal([
      'paragraph: a b',
      '  inline: b [control]',
    ])
  })

  it('elements that nest without end are read to the end, flat from some depth on', () => {
    const lines = outline(`${'<div>a'.repeat(600)}<p>last</p>`)
    expect(lines.at(-1)!.trim()).to.equal('paragraph: last')
    expect(Math.max(...lines.map((line) => line.search(/\S/)))).to.be.below(600)
  })
})
