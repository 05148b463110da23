import { expect } from 'chai'
import fc from 'fast-check'
import { Issue, Question } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'
import { manner, question, rewrite } from '../../helpers/questions.ts'

const fields = ({ issues: _, ...rest }: Question.Parsed): Question.Question => rest
const manual = '§question Will it rain?\n§rule\nsource:manual'
const auto = '§question Will it rain?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'

describe('Question, written', () => {
  describe('format', () => {
    it('S0-29: is the inverse of parse on valid questions', () => {
      fc.assert(
        fc.property(question, (value) => {
          const text = Question.format(value)
          const parsed = Question.parse(text)
          expect(fields(parsed)).to.deep.equal(value)
          expect(parsed.issues.filter(Issue.isError)).to.deep.equal([])
          expect(Question.format(parsed)).to.equal(text)
          expect(text.endsWith('\n')).to.equal(false)
        }),
        { numRuns: budget(200, 5_000) },
      )
    })

    it('S0-29: gives one text for all ways to write a question', () => {
      fc.assert(
        fc.property(question, manner, (value, how) => {
          const text = Question.format(value)
          const other = Question.parse(rewrite(text, how))
          expect(other.issues.filter(Issue.isError)).to.deep.equal([])
          expect(fields(other)).to.deep.equal(value)
          expect(Question.format(other)).to.equal(text)
        }),
        { numRuns: budget(200, 5_000) },
      )
    })

    it('C50: writes a metric only if it was given', () => {
      expect(Question.format(Question.parse(auto))).to.equal(auto)
    })

    it('error: refuses what could not be read back', () => {
      const valid = Question.validate(`${manual}\n§§source creator:Ada\n§event E`)
      const { rule, source } = valid
      const unknown = (part: object) => [{ tag: 'mood', text: null, lines: [], subtags: [], ...part }]
      const bad: [string, Question.Question][] = [
        ['question', { ...valid, question: 'A?\n§rule' }],
        ['question', { ...valid, question: ' A?' }],
        ['event', { ...valid, event: '' }],
        ['rule.resolver', { ...valid, rule: { ...rule, resolver: 'x\r\nsource:y' } }],
        ['rule.provider', { ...valid, rule: { ...rule, provider: 'coingecko' } }],
        ['rule.extra.op', { ...valid, rule: { ...rule, extra: { op: 'gte' } } }],
        ['rule.extra.A', { ...valid, rule: { ...rule, extra: { A: 'x' } } }],
        ['source.creator', { ...valid, source: { ...source, creator: 'Hype Watcher' } }],
        ['source.extra.origin', { ...valid, source: { ...source, extra: { origin: 'x' } } }],
        ['unknown', { ...valid, unknown: unknown({ lines: ['§a b'] }) }],
        ['unknown', { ...valid, unknown: unknown({ tag: 'mood swing' }) }],
        ['mood', { ...valid, unknown: unknown({ lines: [''] }) }],
      ]
      for (const [field, value] of bad) {
        expect(() => Question.format(value), field).to.throw(Question.UnwritableError, `The field ${field} `)
      }
    })

    it('error: refuses what would not be valid, with its issues', () => {
      const valid = Question.validate(manual)
      expect(() => Question.format({ ...valid, question: null })).to.throw(
        Question.InvalidError,
        'MISSING_QUESTION',
      )
      expect(() => Question.format({ ...valid, event: 'x\u200by' })).to.throw(
        Question.InvalidError,
        'INVISIBLE_CHARACTER',
      )
      const twice = ['a', 'a'].map((tag) => ({ tag, text: null, lines: [], subtags: [] }))
      expect(() => Question.format({ ...valid, unknown: twice })).to.throw(
        Question.InvalidError,
        'DUPLICATE_TAG',
      )
      expect(() => Question.format({ ...valid, event: 'x'.repeat(2_048) })).to.throw(
        Question.InvalidError,
        'TOO_LONG',
      )
    })
  })

  describe('fromJson', () => {
    it('takes what parse prints, whatever is null or absent', () => {
      fc.assert(
        fc.property(question, (value) => {
          expect(Question.fromJson(JSON.parse(JSON.stringify(value)))).to.deep.equal(value)
        }),
      )
      expect(
        Question.fromJson({ question: 'Will it rain?', rule: { source: 'manual' }, issues: [1] }),
      ).to.deep.equal(Question.validate(manual))
    })

    it('C32: takes a whole JSON number for a target, a provider and asset for a source, and keys it does not know', () => {
      const rule = { provider: 'coingecko', asset: 'bitcoin', op: 'gte', target: 75_000, note: 'x' }
      expect(Question.fromJson({ rule }).rule).to.deep.include({
        source: 'coingecko:bitcoin',
        target: '75000',
        extra: { note: 'x' },
      })
    })

    it('error: names the field that is of another kind, or contradicts another', () => {
      expect(() => Question.fromJson({ rule: { target: 0.1 } })).to.throw(
        'rule.target must be a decimal in a string',
      )
      expect(() => Question.fromJson({ question: 1 })).to.throw('question must be a string')
      expect(() => Question.fromJson([])).to.throw('the question must be an object')
      expect(() => Question.fromJson({ unknown: {} })).to.throw('unknown must be a list')
      expect(() => Question.fromJson({ rule: { source: 'a:b', provider: 'c' } })).to.throw(
        'rule.provider contradicts',
      )
      expect(() => Question.fromJson({ rule: { source: 'a:b', asset: 'c' } })).to.throw(
        'rule.asset contradicts',
      )
    })
  })

  describe('toLegacy', () => {
    it('C40: is a dictionary by tag, and holds names like __proto__ as names', () => {
      const parsed = Question.parse(`${manual}\n§event E\n§mood a\nb:c\n§§source via:x`)
      expect(Question.toLegacy(parsed)).to.deep.equal({
        question: 'Will it rain?',
        rule: { source: 'manual', __source: { via: 'x' } },
        event: 'E',
        mood: 'a\nb:c',
      })
      expect(Question.toLegacy(Question.parse(''))).to.deep.equal({})
    })
  })
})
