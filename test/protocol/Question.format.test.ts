import { expect } from 'chai'
import fc from 'fast-check'
import { Issue, Question } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'
import { manner, question, rewrite } from '../helpers/questions.ts'

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
