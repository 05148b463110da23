import { expect } from 'chai'
import fc from 'fast-check'
import { Issue, Question } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

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
