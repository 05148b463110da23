import { expect } from 'chai'
import fc from 'fast-check'
import * as Reader from '../../../protocol/question/Reader.ts'

const codes = (text: string, options?: Reader.Options) =>
  Reader.read(text, options).issues.map(({ code }) => code)
const places = (text: string) =>
  Reader.read(text).issues.map(({ code, line, column }) => `${code} ${line}:${column}`)
const withRule = (...lines: string[]) => ['§question Will it rain?', '§rule', ...lines].join('\n')
const auto = ['source:coingecko:bitcoin', 'op:gte', 'target:75000']
const manual = withRule('source:manual')

describe('Reader', () => {
  it('S0-26: a manual rule has neither provider nor asset', () => {
    const { rule, issues } = Reader.read(manual)
    expect(rule).to.include({ source: 'manual', provider: null, asset: null, op: null, target: null })
    expect(issues).to.deep.equal([])
  })

  it('S0-27 C50: a metric may be left out where the provider has a default, and stays null', () => {
    const parsed = Reader.read(withRule(...auto))
    expect(parsed.issues).to.deep.equal([])
    expect(parsed.rule.metric).to.equal(null)
    expect(parsed.source).to.deep.equal({ creator: null, origin: null, created: null, extra: {} })
    expect(codes(withRule('source:polymarket:7', 'op:gte', 'target:1'))).to.deep.equal(['METRIC_REQUIRED'])
  })

  it('S0-5 C49: names each required field that is missing', () => {
    expect(codes('')).to.deep.equal(['MISSING_QUESTION', 'MISSING_RULE'])
    expect(codes('§question Q')).to.deep.equal(['MISSING_RULE'])
    expect(codes('§question\n§rule\nsource:manual')).to.deep.equal(['EMPTY_TAG'])
    expect(places('§question Q\n§rule')).to.deep.equal(['MISSING_SOURCE 2:1'])
    expect(codes(withRule('source:coingecko:bitcoin'))).to.deep.equal(['MISSING_OP', 'MISSING_TARGET'])
    expect(codes('anything at all')).to.deep.equal(['TEXT_BEFORE_TAG', 'MISSING_QUESTION', 'MISSING_RULE'])
  })

  it('C41: a colon in the question is text', () => {
    const parsed = Reader.read('§question Above $75k at 16:00 ET?\n§rule\nsource:manual')
    expect(parsed.question).to.equal('Above $75k at 16:00 ET?')
    expect(parsed.issues).to.deep.equal([])
  })

  it('C42: a picture is an address, and an event may hold a colon', () => {
    const parsed = Reader.read(`${manual}\n§event US: Election\n§picture https://x.example/a.png`)
    expect(parsed).to.include({ event: 'US: Election', picture: 'https://x.example/a.png' })
    expect(parsed.issues).to.deep.equal([])
  })

  it('C43: a second line of a one-line tag is an error, and is kept', () => {
    const text = '§question Will it\nhappen?\n§rule\nsource:manual'
    expect(places(text)).to.deep.equal(['UNEXPECTED_LINE 2:1'])
    expect(Reader.read(text).question).to.equal('Will it happen?')
    expect(Reader.read('§question\nWill it?').question).to.equal('Will it?')
  })

  it('C44: a tag that stands twice, with a sub-tag under it, is an error and no crash', () => {
    const text = '§question A?\n§question B?\n§§source creator:x\n§rule\nsource:manual'
    expect(Reader.read(text).question).to.equal('A?')
    expect(places(text)).to.deep.equal(['DUPLICATE_TAG 2:1'])
  })

  it('C46: a tag behind blanks is a tag, and an error', () => {
    const text = '§question Q\n  §rule\nsource:manual'
    expect(Reader.read(text)).to.deep.include({ question: 'Q' })
    expect(Reader.read(text).rule.source).to.equal('manual')
    expect(codes(text)).to.deep.equal(['LEADING_SPACE'])
  })

  it('C47: a question does not break at U+2028 or at a form feed', () => {
    for (const character of ['\u2028', '\f', '\x85']) {
      const parsed = Reader.read(`§question A${character}§rule\n§rule\nsource:manual`)
      expect(parsed.question).to.equal(`A${character}§rule`)
      expect(parsed.issues.map(({ code }) => code)).to.deep.equal(['CONTROL_CHARACTER'])
    }
  })

  it('C48: text read as Latin-1 is named and still read', () => {
    const parsed = Reader.read(Buffer.from(manual, 'utf8').toString('latin1'))
    expect(parsed.question).to.equal('Will it rain?')
    expect(parsed.rule.source).to.equal('manual')
    expect(parsed.issues.map(({ code }) => code)).to.deep.equal(['MOJIBAKE', 'MOJIBAKE'])
  })

  it('C51: takes the first pair on the line of the tag, and passes over blank lines', () => {
    const parsed = Reader.read('§question Q\n\n§rule source:manual\n \nresolver: Ada \n\n')
    expect(parsed.rule).to.include({ source: 'manual', resolver: 'Ada' })
    expect(parsed.issues).to.deep.equal([])
  })

  it('C53: §§source belongs under §rule alone, and only once', () => {
    const parsed = Reader.read(`${manual}\n§event E\n§§source creator:x`)
    expect(parsed.issues.map(({ code }) => code)).to.deep.equal(['SUBTAG_PARENT'])
    expect(parsed.source.creator).to.equal('x')
    expect(codes(`${manual}\n§mood m\n§§source creator:x`)).to.include('SUBTAG_PARENT')
    expect(codes(`${manual}\n§§source creator:x\n§§source creator:y`)).to.deep.equal(['DUPLICATE_TAG'])
    expect(codes(`${manual}\n§§source`)).to.deep.equal(['EMPTY_TAG'])
    expect(codes(`${manual}\n§§x\n§§x`)).to.deep.equal(['UNKNOWN_SUBTAG', 'DUPLICATE_TAG'])
  })

  it('C56: a deadline in the rule must be the contract’s', () => {
    const text = withRule('source:manual', 'deadline:2026-02-20T23:59:00Z')
    expect(codes(text, { deadline: 1_771_631_940 })).to.deep.equal([])
    expect(codes(text, { deadline: 1_771_631_941 })).to.deep.equal(['DEADLINE_MISMATCH'])
    expect(codes(manual, { deadline: 1 })).to.deep.equal([])
  })

  it('C66: the usual categories pass, any other slug has a warning, the rest is an error', () => {
    for (const category of Reader.categories)
      expect(codes(`${manual}\n§category ${category}`)).to.deep.equal([])
    expect(Reader.read(`${manual}\n§category weather`).issues[0]).to.include({
      code: 'UNKNOWN_CATEGORY',
      severity: 'warning',
      line: 4,
      column: 11,
    })
    expect(codes(`${manual}\n§category x`)).to.deep.equal(['UNKNOWN_CATEGORY'])
    for (const category of ['Crypto', 'two words', 'ünï', `a${'b'.repeat(32)}`]) {
      expect(codes(`${manual}\n§category ${category}`), category).to.deep.equal(['INVALID_CATEGORY'])
    }
  })

  it('S0-12 C42: a picture is https or ipfs, ASCII, and at most 256 bytes', () => {
    const long = `https://x.example/${'a'.repeat(238)}`
    for (const picture of ['ipfs://bafy/1.png', long]) {
      expect(codes(`${manual}\n§picture ${picture}`), picture).to.deep.equal([])
    }
    const bad = [
      'http://x.example/a',
      'https://',
      'https:// x',
      'javascript:alert(1)',
      'data:,x',
      'https://x/"a',
      `${long}a`,
    ]
    for (const picture of [...bad, 'https://é.example/', 'https://x/<a>']) {
      expect(codes(`${manual}\n§picture ${picture}`), picture).to.deep.equal(['INVALID_PICTURE'])
    }
  })

  it('lists issues in the order of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('§rule', 'x', ' §a', 'op:', '§question', '§§source x', '\u200b', ''), {
          maxLength: 12,
        }),
        (lines) => {
          const { issues } = Reader.read(lines.join('\n'))
          const order = issues.map(({ line, column }) => line * 1_000 + column)
          expect(order).to.deep.equal([...order].sort((a, b) => a - b))
        },
      ),
    )
  })

  it('lists at most 100 issues, then says that there are more', () => {
    const { issues } = Reader.read(
      withRule('source:manual', ...Array.from({ length: 101 }, (_, i) => `k${i}:1`)),
    )
    expect(issues).to.have.length(101)
    expect(issues[100]).to.include({ code: 'TOO_MANY_ISSUES', severity: 'error' })
  })

  it('reads tags in any order', () => {
    const { issues, ...turned } = Reader.read('§category tech\n§rule\nsource:manual\n§question Will it rain?')
    expect(issues).to.deep.equal([])
    const { issues: _, ...usual } = Reader.read(`${manual}\n§category tech`)
    expect(turned).to.deep.equal(usual)
  })

  it('says of a fault in the rule where its key stands, or the tag where the key does not', () => {
    expect(places(withRule('source:coingecko:bitcoin', 'op:near', 'target:75000'))).to.deep.equal([
      'INVALID_OP 4:1',
    ])
    expect(places(withRule('source:coingecko:bitcoin', 'op:gte'))).to.deep.equal(['MISSING_TARGET 2:1'])
  })

  it('C53: of two sub-tags under other tags the first one is read', () => {
    const text = `${manual}\n§event E\n§§source creator:x\n§category tech\n§§source creator:y`
    expect(Reader.read(text).source.creator).to.equal('x')
    expect(codes(text)).to.deep.equal(['SUBTAG_PARENT', 'SUBTAG_PARENT'])
  })

  it('C44: keeps an unknown tag as it was written, and of two the first', () => {
    const parsed = Reader.read(`${manual}\n§mood calm\nx: 1\n§§tone low\n§mood wild`)
    expect(parsed.unknown).to.deep.equal([
      { tag: 'mood', text: 'calm', lines: ['x: 1'], subtags: [{ tag: 'tone', text: 'low' }] },
    ])
    expect(parsed.issues.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal([
      'warning UNKNOWN_TAG',
      'warning UNKNOWN_SUBTAG',
      'error DUPLICATE_TAG',
    ])
  })

  it('gives each question lists and rules of its own', () => {
    expect(Reader.read('').unknown).to.not.equal(Reader.read('').unknown)
    expect(Reader.read('').rule).to.not.equal(Reader.read('').rule)
  })
})
