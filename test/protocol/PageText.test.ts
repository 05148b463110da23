import { expect } from 'chai'
import fc from 'fast-check'
import { Page, PageText } from '../../protocol/index.ts'
import { budget, casesOf } from '../helpers/budget.ts'

const types = ['text/html', 'application/json', 'application/rss+xml', 'text/plain', 'text/csv', '']

const tags =
  'div p ul li table tr td th thead tbody span b a h1 h2 section nav dl dt dd pre blockquote time button template item entry title description'
const pieces = [
  ...tags.split(' ').flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  '<span hidden>',
  '<b style="display:none">',
  '<td colspan=2 rowspan=3>',
  '<div class="comments">',
  '<time datetime="2026-05-09">',
  '<rss>',
  '<br>',
  '<!--',
  '-->',
  '&amp;',
  '&#x1F600;',
  '\u00a0',
  'word',
  '12.5',
  ' ',
  '\n',
  '\n\n',
  '   ',
  '\t',
  '{"a":',
  '[',
  ']',
  '}',
  ',',
  '"',
  '\\',
  'Comments (3)',
]
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 50 }).map((parts) => parts.join(''))
const anything = fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

/** Faults of the blocks of a page: parts outside the text, spaces at the ends, overlaps other than nesting. */
function faultsOf({ text, blocks, dates }: PageText.PageText): string[] {
  const faults: string[] = []
  const check = (what: string, { start, end }: PageText.Span) => {
    const shown = text.slice(start, end)
    const isWithin = start >= 0 && start < end && end <= text.length
    if (!isWithin || shown !== shown.trim())
      faults.push(`${what} at ${start}–${end}: ${JSON.stringify(shown)}`)
  }
  const open: { start: number; end: number; index: number }[] = []
  blocks.forEach((block, index) => {
    check(block.kind, block)
    if ('heads' in block) for (const head of block.heads) check('head', head)
    while (open.length > 0 && open[open.length - 1]!.end <= block.start) open.pop()
    const above = open[open.length - 1]
    if (above !== undefined && block.end > above.end) faults.push(`${index} overlaps ${above.index}`)
    if (index > 0 && block.start < blocks[index - 1]!.start) faults.push(`${index} is out of order`)
    if (block.parent !== null) {
      const parent = blocks[block.parent]!
      if (block.parent >= index || parent.start > block.start || parent.end < block.end)
        faults.push(`${index} is not in its parent ${block.parent}`)
    }
    open.push({ start: block.start, end: block.end, index })
  })
  for (const date of dates) if (date.start !== null) check('date', { start: date.start, end: date.end! })
  return faults
}

describe('PageText', () => {
  it('property: any string gives the visible text, and blocks and dates that lie in it, nested or apart', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...types), (raw, type) => {
        const page = PageText.read(raw, type)
        expect(page.text).to.equal(Page.visibleText(raw, type))
        expect(faultsOf(page)).to.deep.equal([])
      }),
      { numRuns: budget(400, 10_000) },
    )
  })

  it('property: the blocks at a place are all that hold it, the innermost first', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom(...types), fc.nat(60), fc.nat(20), (raw, type, at, length) => {
        const page = PageText.read(raw, type)
        const start = Math.min(at, Math.max(0, page.text.length - 1))
        const end = Math.min(page.text.length, start + 1 + length)
        const holding = page.blocks.filter((block) => block.start <= start && block.end >= end)
        if (end > start) expect(PageText.blocksAt(page, start, end)).to.deep.equal(holding.reverse())
      }),
      { numRuns: budget(200, 5_000) },
    )
  })

  it('property: every letter of a page of HTML or text stands in a block', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom('text/html', 'text/plain'), (raw, type) => {
        const page = PageText.read(raw, type)
        if (page.kind === 'feed') return
        const covered = new Set<number>()
        for (const { start, end } of page.blocks) for (let i = start; i < end; i++) covered.add(i)
        const missed = [...page.text].filter((letter, i) => /[a-z]/i.test(letter) && !covered.has(i))
        // Counted by code points; the soup has one character that is two units long.
        if (!page.text.includes('\u{1F600}')) expect(missed, raw).to.deep.equal([])
      }),
      { numRuns: budget(200, 5_000) },
    )
  })

  it('property: health never throws, and a healthy page has only its list in doubt', () => {
    const status = fc.constantFrom(200, 204, 301, 403, 404, 500, 0)
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom(...types),
        status,
        fc.boolean(),
        (content, type, code, truncated) => {
          const page = PageText.read(content, type)
          const health = PageText.healthOf({ status: code, contentType: type, content, page, truncated })
          expect(health.healthy).to.equal(health.codes.every((each) => each === 'partial-list'))
          if (health.complete) expect(health.codes).to.deep.equal([])
        },
      ),
      { numRuns: budget(200, 5_000) },
    )
  })

  it('property: chunks cover the whole text, are no longer than asked, and share passages up to the overlap', () => {
    fc.assert(
      fc.property(soup, fc.integer({ min: 2, max: 60 }), fc.nat(30), (raw, size, wanted) => {
        const page = PageText.read(raw, 'text/html')
        const overlap = Math.min(wanted, Math.floor(size / 2) - 1)
        const chunks = PageText.chunks(page, size, wanted)
        expect(chunks.length === 0).to.equal(page.text === '')
        if (page.text === '') return
        expect(chunks[0]!.start).to.equal(0)
        expect(chunks.at(-1)!.end).to.equal(page.text.length)
        for (const [i, { start, end }] of chunks.entries()) {
          expect(end - start).to.be.within(1, size)
          if (i > 0) expect(start).to.be.greaterThan(chunks[i - 1]!.start)
          if (i > 0) expect(start).to.be.at.most(chunks[i - 1]!.end - overlap)
        }
      }),
      { numRuns: budget(200, 5_000) },
    )
  })

  it('chunks end where blocks end', () => {
    const raw = Array.from({ length: 40 }, (_, i) => `<p>Paragraph number ${i} says one thing.</p>`).join('')
    const page = PageText.read(raw, 'text/html')
    const ends = new Set(page.blocks.map(({ end }) => end))
    for (const { end } of PageText.chunks(page, 200, 40)) expect(ends.has(end)).to.equal(true)
  })

  it('the innermost block comes first among those that hold a part', () => {
    const page = PageText.read('<section><h2>A</h2><ul><li>one<li>two</ul></section>', 'text/html')
    const at = page.text.indexOf('two')
    expect(PageText.blocksAt(page, at, at + 3).map(({ kind }) => kind)).to.deep.equal([
      'item',
      'list',
      'group',
    ])
    expect(PageText.blocksAt(page, 0, page.text.length).map(({ kind }) => kind)).to.deep.equal(['group'])
    expect(PageText.blocksAt(PageText.read('', 'text/html'), 0, 0)).to.deep.equal([])
  })

  describe('on a megabyte of hostile markup', function () {
    this.timeout(120_000)

    const units: readonly (readonly [string, string])[] = [
      ['<div>a', 'text/html'],
      ['<div>', 'text/html'],
      ['<span hidden>a', 'text/html'],
      ['<b hidden><p>a', 'text/html'],
      ['</div>', 'text/html'],
      ['</b>', 'text/html'],
      ['<table><tr><td>a', 'text/html'],
      ['<td colspan=64 rowspan=1000>a', 'text/html'],
      ['<tr><th colspan=64>a', 'text/html'],
      ['<dl><dt>a<dd>b', 'text/html'],
      ['<dt>a', 'text/html'],
      ['<h1>Comments', 'text/html'],
      ['<a title="', 'text/html'],
      ['<p class="a b c" id=x>a', 'text/html'],
      ['<time datetime=2026>a', 'text/html'],
      ['<script type="application/ld+json">{"datePublished":"2026"}</script>', 'text/html'],
      ['<script type="application/ld+json">', 'text/html'],
      ['<style>.a{display:none', 'text/html'],
      ['<style>@media{</style>', 'text/html'],
      ['<style>.a{display:none}</style><p class="a b">a', 'text/html'],
      ['{"a":', 'application/json'],
      ['[', 'application/json'],
      ['1,', 'application/json'],
      [
        '{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":1,',
        'application/json',
      ],
      ['<item><title>a', 'application/rss+xml'],
      ['<description>&lt;p&gt;a&lt;/p&gt;', 'application/rss+xml'],
      ['a  b   c\n', 'text/plain'],
      ['a ', 'text/plain'],
      ['   ', 'text/plain'],
      ['a\n\n', 'text/plain'],
      ['"a",', 'text/csv'],
      ['a\n', 'text/csv'],
      ['"', 'text/csv'],
    ]

    /** How many characters are looked at: of a search and a copy, all that it passes. */
    function stepsOf(work: () => void): number {
      let steps = 0
      const { charCodeAt, indexOf, slice } = String.prototype
      String.prototype.charCodeAt = function (at) {
        steps++
        return charCodeAt.call(this, at)
      }
      String.prototype.indexOf = function (wanted, from) {
        const found = indexOf.call(this, wanted, from)
        steps += (found === -1 ? this.length : found) - Math.min(this.length, Math.max(0, Number(from ?? 0)))
        return found
      }
      String.prototype.slice = function (from, to) {
        const part = slice.call(this, from, to)
        steps += part.length
        return part
      }
      try {
        work()
      } finally {
        Object.assign(String.prototype, { charCodeAt, indexOf, slice })
      }
      return steps
    }

    const work = (content: string, type: string) => () => {
      const page = PageText.read(content, type)
      PageText.healthOf({ status: 200, contentType: type, content, page, truncated: false })
      PageText.chunks(page, 8_000, 500)
    }

    for (const [unit, type] of units)
      it(`${JSON.stringify(unit.slice(0, 40))} as ${type}: twice the length costs at most about twice the steps`, () => {
        const times = Math.floor(budget(32_768, 262_144) / unit.length)
        const start = type.includes('rss') ? '<rss>' : ''
        const once = stepsOf(work(start + unit.repeat(times), type))
        const twice = stepsOf(work(start + unit.repeat(2 * times), type))
        expect(twice).to.be.at.most(2.2 * once + 10_000)
      })

    for (const [unit, type] of casesOf(units, 4))
      it(`${JSON.stringify(unit.slice(0, 40))} as ${type}: a whole megabyte is read`, () => {
        work(unit.repeat(Math.floor(1_048_576 / unit.length)), type)()
      })
  })
})
