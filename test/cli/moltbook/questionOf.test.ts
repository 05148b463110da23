import { expect } from 'chai'
import fc from 'fast-check'
import { questionOf } from '../../../cli/moltbook/questionOf.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { Question } from '../../../protocol/index.ts'

const question = 'Will BTC trade at $75,000 or more then?'
const rule = 'source:coingecko:bitcoin op:gte target:75000'

describe('the § text of a market from the words of a call', () => {
  it('S0-32: is put together from question, rule, source, event and category', () => {
    const text = questionOf({
      ...{ question: ` ${question} `, rule, source: 'creator:HypeWatcher origin:moltbook:95759b5b' },
      ...{ event: 'btc-feb', category: 'crypto' },
    })
    const { issues, ...parsed } = Question.parse(text)
    expect(issues).to.deep.equal([])
    expect(parsed).to.deep.include({ question, event: 'btc-feb', category: 'crypto' })
    expect(parsed.rule).to.include({ source: 'coingecko:bitcoin', op: 'gte', target: '75000' })
    expect(parsed.source).to.include({ creator: 'HypeWatcher', origin: 'moltbook:95759b5b' })
  })

  it('E12: has a picture, and one that may not be shown is refused', () => {
    const picture = 'https://x.example/a.png'
    const text = questionOf({ question, rule, event: 'btc-feb', picture })
    expect(Question.validate(text)).to.include({ event: 'btc-feb', picture })
    expect(() => questionOf({ question: text, picture })).to.throw(UsageError, 'already')
    expect(() => Question.validate(questionOf({ question, rule, picture: 'javascript:alert(1)' }))).to.throw(
      'INVALID_PICTURE',
    )
  })

  it('pairs stand apart by blanks, line breaks or semicolons; a value may hold colons', () => {
    const apart = [' ', '  ', '\n', ';', '; ', ' ;\n']
    const pairs = rule.split(' ')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...apart), { minLength: 2, maxLength: 2 }), ([one, two]) => {
        const spelt = `${pairs[0]}${one}${pairs[1]}${two}${pairs[2]}`
        expect(questionOf({ question, rule: spelt })).to.equal(questionOf({ question, rule }))
      }),
      { numRuns: 36 },
    )
  })

  it('§ text is taken as it is', () => {
    const text = '§question Will it rain?\n§rule\nsource:manual'
    expect(questionOf({ question: `\n  ${text}\n` })).to.equal(text)
  })

  it('error: § text and parts of it beside it, no rule, a word that is no pair, a key twice', () => {
    const cases: [Parameters<typeof questionOf>[0], RegExp][] = [
      [{ question: '§question Q?', rule }, /already/],
      [{ question: '§question Q?', category: 'tech' }, /already/],
      [{ question }, /--rule/],
      [{ question, rule: 'manual' }, /--rule: "manual" is not key:value/],
      [{ question, rule: ':x' }, /":x"/],
      [{ question, rule: 'source:' }, /"source:"/],
      [{ question, rule: 'op:gte op:lt' }, /op stands twice/],
      [{ question, rule, source: 'me' }, /--source: "me"/],
    ]
    for (const [words, why] of cases)
      expect(() => questionOf(words), JSON.stringify(words))
        .to.throw(UsageError)
        .with.property('message')
        .match(why)
  })
})
