import { expect } from 'chai'
import fc from 'fast-check'
import { Issue, Question } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const codes = (text: string, options?: Question.Options) =>
  Question.parse(text, options).issues.map(({ code }) => code)
const places = (text: string) =>
  Question.parse(text).issues.map(({ code, line, column }) => `${code} ${line}:${column}`)
const fields = ({ issues: _, ...rest }: Question.Parsed): Question.Question => rest
const withRule = (...lines: string[]) => ['§question Will it rain?', '§rule', ...lines].join('\n')
const auto = ['source:coingecko:bitcoin', 'op:gte', 'target:75000']
const manual = withRule('source:manual')

describe('Question', () => {
  describe('parse', () => {
    it('S0-7 … S0-12, S0-17 … S0-25: reads every tag and key', () => {
      const text = withRule(
        ...['source:defillama:aave:v3', 'metric:tvl_high', 'op:lt', 'target:-12.50', 'resolver:brevis:zktls'],
        ...['deadline:2026-02-20T23:59:00Z', 'tolerance:600', 'note:see: below'],
        ...['§§source creator:Ada%20L origin:moltbook:0a1b created:2026-02-10 via:x', '§§proof kind a:b'],
        ...[
          '§event Rain: the match',
          '§category tech',
          '§picture https://example.org/a.png',
          '§mood calm',
          'x',
          '§§tone low',
        ],
      )
      const parsed = Question.parse(text)
      expect(fields(parsed)).to.deep.equal({
        question: 'Will it rain?',
        rule: {
          source: 'defillama:aave:v3',
          provider: 'defillama',
          asset: 'aave:v3',
          metric: 'tvl_high',
          op: 'lt',
          target: '-12.50',
          resolver: 'brevis:zktls',
          deadline: '2026-02-20T23:59:00Z',
          tolerance: '600',
          extra: { note: 'see: below' },
          subtags: [{ tag: 'proof', text: 'kind a:b' }],
        },
        source: { creator: 'Ada%20L', origin: 'moltbook:0a1b', created: '2026-02-10', extra: { via: 'x' } },
        event: 'Rain: the match',
        category: 'tech',
        picture: 'https://example.org/a.png',
        unknown: [{ tag: 'mood', text: 'calm', lines: ['x'], subtags: [{ tag: 'tone', text: 'low' }] }],
      })
      expect(parsed.issues.map(({ code, severity, line }) => `${severity} ${code} ${line}`)).to.deep.equal([
        'warning UNKNOWN_KEY 10',
        'warning UNKNOWN_KEY 11',
        'warning UNKNOWN_SUBTAG 12',
        'warning UNKNOWN_TAG 16',
        'warning UNKNOWN_SUBTAG 18',
      ])
    })

    it('S0-26: a manual rule has neither provider nor asset', () => {
      const { rule, issues } = Question.parse(manual)
      expect(rule).to.include({ source: 'manual', provider: null, asset: null, op: null, target: null })
      expect(issues).to.deep.equal([])
    })

    it('S0-27 C50: a metric may be left out where the provider has a default, and stays null', () => {
      const parsed = Question.parse(withRule(...auto))
      expect(parsed.issues).to.deep.equal([])
      expect(parsed.rule.metric).to.equal(null)
      expect(parsed.source).to.deep.equal({ creator: null, origin: null, created: null, extra: {} })
      expect(codes(withRule('source:kraken:xbt', 'op:gte', 'target:1'))).to.deep.equal(['METRIC_REQUIRED'])
    })

    it('S0-5 C49: names each required field that is missing', () => {
      expect(codes('')).to.deep.equal(['MISSING_QUESTION', 'MISSING_RULE'])
      expect(codes('§question Q')).to.deep.equal(['MISSING_RULE'])
      expect(codes('§question\n§rule\nsource:manual')).to.deep.equal(['EMPTY_TAG'])
      expect(places('§question Q\n§rule')).to.deep.equal(['MISSING_SOURCE 2:1'])
      expect(codes(withRule('source:coingecko:bitcoin'))).to.deep.equal(['MISSING_OP', 'MISSING_TARGET'])
      expect(codes('anything at all')).to.deep.equal(['TEXT_BEFORE_TAG', 'MISSING_QUESTION', 'MISSING_RULE'])
    })

    it('C40: keeps §§source beside the rule, and inside it in the original shape', () => {
      const parsed = Question.parse(withRule(...auto, '§§source creator:Ada origin:moltbook:1f'))
      expect(parsed.source).to.include({ creator: 'Ada', origin: 'moltbook:1f' })
      expect(parsed.rule).to.include({ source: 'coingecko:bitcoin', target: '75000' })
      expect(Question.toLegacy(parsed)).to.deep.equal({
        question: 'Will it rain?',
        rule: {
          source: 'coingecko:bitcoin',
          op: 'gte',
          target: '75000',
          __source: { creator: 'Ada', origin: 'moltbook:1f' },
        },
      })
    })

    it('C41: a colon in the question is text', () => {
      const parsed = Question.parse('§question Above $75k at 16:00 ET?\n§rule\nsource:manual')
      expect(parsed.question).to.equal('Above $75k at 16:00 ET?')
      expect(parsed.issues).to.deep.equal([])
    })

    it('C42: a picture is an address, and an event may hold a colon', () => {
      const parsed = Question.parse(`${manual}\n§event US: Election\n§picture https://x.example/a.png`)
      expect(parsed).to.include({ event: 'US: Election', picture: 'https://x.example/a.png' })
      expect(parsed.issues).to.deep.equal([])
    })

    it('C43: a second line of a one-line tag is an error, and is kept', () => {
      const text = '§question Will it\nhappen?\n§rule\nsource:manual'
      expect(places(text)).to.deep.equal(['UNEXPECTED_LINE 2:1'])
      expect(Question.parse(text).question).to.equal('Will it happen?')
      expect(Question.parse('§question\nWill it?').question).to.equal('Will it?')
    })

    it('C44: a tag that stands twice, with a sub-tag under it, is an error and no crash', () => {
      const text = '§question A?\n§question B?\n§§source creator:x\n§rule\nsource:manual'
      expect(Question.parse(text).question).to.equal('A?')
      expect(places(text)).to.deep.equal(['DUPLICATE_TAG 2:1'])
    })

    it('C45: a line added at the end cannot swap the source', () => {
      const text = withRule('source:manual', 'source:coingecko:bitcoin')
      expect(Question.parse(text).rule.source).to.equal('manual')
      expect(places(text)).to.deep.equal(['DUPLICATE_KEY 4:1'])
      expect(codes(withRule('source:', 'source:manual'))).to.include('DUPLICATE_KEY')
      expect(codes(withRule('source:manual', 'x:1', 'x:2'))).to.include('DUPLICATE_KEY')
    })

    it('C46: a tag behind blanks is a tag, and an error', () => {
      const text = '§question Q\n  §rule\nsource:manual'
      expect(Question.parse(text)).to.deep.include({ question: 'Q' })
      expect(Question.parse(text).rule.source).to.equal('manual')
      expect(codes(text)).to.deep.equal(['LEADING_SPACE'])
    })

    it('C47: a question does not break at U+2028 or at a form feed', () => {
      for (const character of ['\u2028', '\f', '\x85']) {
        const parsed = Question.parse(`§question A${character}§rule\n§rule\nsource:manual`)
        expect(parsed.question).to.equal(`A${character}§rule`)
        expect(parsed.issues.map(({ code }) => code)).to.deep.equal(['CONTROL_CHARACTER'])
      }
    })

    it('C48: text read as Latin-1 is named and still read', () => {
      const parsed = Question.parse(Buffer.from(manual, 'utf8').toString('latin1'))
      expect(parsed.question).to.equal('Will it rain?')
      expect(parsed.rule.source).to.equal('manual')
      expect(parsed.issues.map(({ code }) => code)).to.deep.equal(['MOJIBAKE', 'MOJIBAKE'])
    })

    it('C51: takes the first pair on the line of the tag, and passes over blank lines', () => {
      const parsed = Question.parse('§question Q\n\n§rule source:manual\n \nresolver: Ada \n\n')
      expect(parsed.rule).to.include({ source: 'manual', resolver: 'Ada' })
      expect(parsed.issues).to.deep.equal([])
    })

    it('C52: a space in a value of §§source is an error', () => {
      const text = withRule('source:manual', '§§source creator:Hype Watcher origin:m:1')
      expect(places(text)).to.deep.equal(['SPACE_IN_VALUE 4:23'])
      expect(Question.parse(text).source).to.include({ creator: 'Hype Watcher', origin: 'm:1' })
      expect(codes(withRule('source:manual', '§§source word'))).to.deep.equal(['NOT_A_PAIR'])
    })

    it('C53: §§source belongs under §rule alone, and only once', () => {
      const parsed = Question.parse(`${manual}\n§event E\n§§source creator:x`)
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
      for (const category of Question.categories)
        expect(codes(`${manual}\n§category ${category}`)).to.deep.equal([])
      expect(Question.parse(`${manual}\n§category weather`).issues[0]).to.include({
        code: 'UNKNOWN_CATEGORY',
        severity: 'warning',
        line: 4,
        column: 11,
      })
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

    it('S0-24: `created` is a day of the calendar', () => {
      for (const day of ['2024-02-29', '2000-02-29', '2026-12-31']) {
        expect(codes(`${manual}\n§§source created:${day}`), day).to.deep.equal([])
      }
      for (const day of [
        '2026-02-29',
        '1900-02-29',
        '2026-13-01',
        '2026-04-31',
        '2026-1-1',
        '2026-00-10',
        'today',
      ]) {
        expect(codes(`${manual}\n§§source created:${day}`), day).to.deep.equal(['INVALID_CREATED'])
      }
    })

    it('names a line that is no pair, a key that is none, and a value that is empty', () => {
      expect(codes(withRule('source:manual', 'whatever'))).to.deep.equal(['NOT_A_PAIR'])
      expect(codes(withRule('source:manual', '__proto__:x'))).to.deep.equal(['INVALID_KEY'])
      expect(codes(withRule('source:manual', 'resolver:'))).to.deep.equal(['EMPTY_VALUE'])
      expect(codes(withRule('source:manual', 'x:'))).to.deep.equal(['EMPTY_VALUE'])
      const upper = Question.parse(withRule('Source:manual'))
      expect(upper.issues.map(({ code }) => code)).to.deep.equal(['INVALID_KEY'])
      expect(upper.rule.source).to.equal('manual')
    })

    it('names that an object inherits are keys like any other', () => {
      const { rule } = Question.parse(withRule('source:manual', 'constructor:x', 'valueof:y'))
      expect(Object.entries(rule.extra)).to.deep.equal([
        ['constructor', 'x'],
        ['valueof', 'y'],
      ])
    })

    it('lists issues in the order of the text', () => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('§rule', 'x', ' §a', 'op:', '§question', '§§source x', '\u200b', ''), {
            maxLength: 12,
          }),
          (lines) => {
            const { issues } = Question.parse(lines.join('\n'))
            const order = issues.map(({ line, column }) => line * 1_000 + column)
            expect(order).to.deep.equal([...order].sort((a, b) => a - b))
          },
        ),
      )
    })

    it('S0-28 C44: never throws', () => {
      const piece = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 5 }),
        fc.constantFrom(
          '§',
          '§§',
          '\n',
          ':',
          ' ',
          'rule',
          'source',
          'question',
          'op:gte',
          'target:',
          '1e9',
          'picture',
          '__proto__',
        ),
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
          const parsed = Question.parse(parts.join(''))
          expect(parsed.issues.length).to.be.at.most(101)
          expect(Question.isValid(parts.join(''))).to.equal(!parsed.issues.some(Issue.isError))
        }),
        { numRuns: budget(200, 5_000) },
      )
    })

    it('lists at most 100 issues, then says that there are more', () => {
      const { issues } = Question.parse(
        withRule('source:manual', ...Array.from({ length: 101 }, (_, i) => `k${i}:1`)),
      )
      expect(issues).to.have.length(101)
      expect(issues[100]).to.include({ code: 'TOO_MANY_ISSUES', severity: 'error' })
    })
  })

  describe('validate', () => {
    it('C49: gives the question, or one error that carries every issue', () => {
      expect(Question.validate(manual)).to.deep.equal(fields(Question.parse(manual)))
      expect(() => Question.validate('§question Q\n§category W'))
        .to.throw(Question.InvalidError, 'The question is not valid: MISSING_RULE, INVALID_CATEGORY.')
        .with.property('issues')
        .with.length(2)
    })

    it('C49: a warning is no reason to refuse', () => {
      expect(Question.isValid(`${manual}\n§mood calm`)).to.equal(true)
      expect(Question.isValid(`${manual}\n§mood calm\n§mood calm`)).to.equal(false)
    })
  })

  describe('pose', () => {
    it('gives a round what its question says, against its own deadline', () => {
      const question = `${manual}\ndeadline:2026-02-20T23:59:00Z`
      const fitting = Question.pose({ question, deadline: 1_771_631_940, marketId: 7 })
      expect(fitting).to.deep.equal({
        question,
        deadline: 1_771_631_940,
        marketId: 7,
        parsed: Question.parse(question, { deadline: 1_771_631_940 }),
      })
      expect(Question.hasNoError(fitting.parsed)).to.equal(true)
      const moved = Question.pose({ ...fitting, deadline: 1 })
      expect(moved.parsed.issues.map(({ code }) => code)).to.deep.equal(['DEADLINE_MISMATCH'])
      expect(Question.hasNoError(moved.parsed)).to.equal(false)
      expect(Question.pose({ question, deadline: null }).parsed).to.deep.equal(Question.parse(question))
    })
  })
})
