import { expect } from 'chai'
import fc from 'fast-check'
import { diffRules } from '../../../../adapters/rules/index.ts'

const rule = `This market will resolve to "Yes" if Ada Byron wins the 2026-27 prize by June 30, 2027, 11:59 PM ET. Otherwise, it resolves to "No".
If the ceremony has not been held in its entirerty by July 31, 2027, this market will resolve to "No". If the ceremony has been held, it counts.
You can read more about that here: https://news.example.com/prize
The resolution source is https://prize.example.org/winners.`

const changed = (from: string, to: string, question = 'Will Ada Byron win the 2026-27 prize?') => {
  expect(rule).to.include(from)
  return diffRules(rule, rule.replace(from, to), { question })
}

describe('diffRules', () => {
  it('S4-41, C111: the same bytes are no change; other form is cosmetic', () => {
    expect(diffRules(rule, rule).change).to.equal('none')
    const forms = [
      rule.replaceAll('\n', '\n\n'),
      rule.replaceAll('"', '”'),
      rule.replace('Otherwise,', 'Otherwise'),
      ` ${rule} `,
    ]
    for (const form of forms) {
      const change = diffRules(rule, form)
      expect(change).to.deep.include({ change: 'cosmetic', fields: [] })
      expect(change.ambiguity_after).to.equal(change.ambiguity_before)
    }
  })

  it('what says the same in other words is cosmetic, and says why', () => {
    const reasons = [
      ['wins the 2026', 'wins a 2026', 'grammar'],
      ['it resolves', 'it it resolves', 'grammar'],
      ['entirerty', 'entirety', 'spelling'],
      ['Ada Byron wins', 'the listed person wins', 'named_in_title'],
      ['2026-27', '2027', 'season'],
      ['news.example.com/prize', 'press.example.net/other', 'background'],
      ['has not been held', "hasn't been held", 'form'],
    ] as const
    for (const [from, to, why] of reasons) {
      const { change, hunks } = changed(from, to)
      expect(change, `${from} → ${to}`).to.equal('cosmetic')
      expect(hunks[0]?.harmless, `${from} → ${to}`).to.equal(why)
    }
  })

  it('a name beside "see:" is no background, though the address behind it is', () => {
    const text =
      'A press conference about crime in Washington (see: https://news.example.com/a) is on Aug 11.'
    expect(diffRules(text, text.replace('Washington', 'Waszington')).change).to.equal('semantic')
  })

  it('one thing written in two ways is form', () => {
    for (const [one, other] of [
      ['by Dec. 31st at 5:00PM, over $1,000', 'by December 31 at 5:00 PM, over $1k'],
      ['The U.S. wins by 5%', 'The US wins by five percent'],
      ['José doesn’t play', 'Jose does not play'],
      ['see https://www.example.org/a/?utm=1', 'see https://example.org/a'],
      ['by December 31, 2026, 11:59 PM ET', 'on or before 31 Dec 2026, 23:59 Eastern Time'],
      ['at 11:59 PM ET on June 30, 2027', 'at 2027-07-01, 03:59 UTC'],
      ['by 6/30/2027', 'by June 30th, 2027'],
      ['at noon ET', 'at 12:00 p.m. EST'],
      ['is at least $1,500,000', 'is ≥ 1.5 million dollars'],
      ['5 or more', 'no fewer than 5'],
      ['this market will resolve to "No"', 'this market resolves as "No"'],
    ] as const)
      expect(diffRules(one, other).hunks[0]?.harmless, one).to.equal('form')
  })

  it('a word set right is cosmetic where the text shows that it can be no noun', () => {
    const slip =
      'If the talk has been released, it counts. If the released has not been released, the talk is judged by what was released.'
    expect(diffRules(slip, slip.replace('the released', 'the talk')).hunks[0]?.harmless).to.equal(
      'correction',
    )
    const sides =
      'If the home team wins, this resolves to "Yes". If the away team wins, this resolves to "No".'
    expect(diffRules(sides, sides.replace('the home', 'the away')).change).to.equal('semantic')
  })

  it('sentences in another order are cosmetic, unless one leans on another', () => {
    const [one, two, three] = ['Replies count.', 'Reposts count.', 'Otherwise, they do not.']
    expect(diffRules(`${one} ${two}`, `${two} ${one}`).hunks[0]?.harmless).to.equal('order')
    expect(diffRules(`${one} ${two} ${three}`, `${two} ${one} ${three}`).change).to.equal('semantic')
  })

  it('a name is another one with a letter changed, unless the title has it so', () => {
    const [before, after] = ['It counts if Johnson wins.', 'It counts if Johnston wins.']
    expect(diffRules(before, after).change).to.equal('semantic')
    expect(diffRules(before, after, { question: 'Will Johnston win?' }).change).to.equal('cosmetic')
  })

  it('what decides is semantic, with the fields that changed', () => {
    expect(changed('June 30', 'June 29').fields).to.include('deadline')
    expect(changed('11:59 PM ET', '11:59 PM PT').fields).to.include('timezone')
    expect(changed('prize.example.org', 'prize.example.net').fields).to.include('source')
    expect(changed('will resolve to "No". If', 'will resolve 50-50. If').fields).to.include('clauses')
    for (const [from, to] of [
      ['has not been', 'has been'],
      ['Ada Byron wins', 'Ada Lovelace wins'],
      ['it counts', 'it does not count'],
      ['wins the', 'wins or shares the'],
      ['2026-27', '2027-28'],
    ] as const)
      expect(changed(from, to).change, `${from} → ${to}`).to.equal('semantic')
  })

  it('words that no field holds are told as text', () => {
    expect(changed('it counts', 'it counts twice')).to.deep.include({ change: 'semantic', fields: ['text'] })
  })

  it('million and billion are one letter apart, and no misspelling', () => {
    expect(diffRules('Above 5 million.', 'Above 5 billion.').change).to.equal('semantic')
  })

  it('whole markets are compared with their listing', () => {
    const market = {
      question: 'Q?',
      description: rule,
      endDate: '2027-06-30T00:00:00Z',
      outcomes: ['Yes', 'No'],
    }
    expect(diffRules(market, { ...market, endDate: '2027-06-30T00:00:00+00:00' }).change).to.equal('none')
    expect(diffRules(market, { ...market, outcomes: ['Yes', 'Nope'] }).fields).to.include('outcomes')
    const moved = diffRules(market, { ...market, resolutionSource: 'https://other.example.net/' })
    expect(moved.fields).to.include('resolution_source').and.include('source')
  })

  it('an emptied rule is semantic', () => {
    expect(diffRules(rule, '').change).to.equal('semantic')
    expect(diffRules('', '').change).to.equal('none')
  })

  it('S4-92: any change of a digit is semantic, any change of blanks is not', () => {
    const digits = [...rule].flatMap((mark, at) => (/[0-9]/.test(mark) ? [at] : []))
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(rule[at]) + by) % 10
        expect(diffRules(rule, `${rule.slice(0, at)}${digit}${rule.slice(at + 1)}`).change).to.equal(
          'semantic',
        )
      }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0'), { minLength: 90, maxLength: 90 }),
        (blanks) => {
          const spaced = rule.split(' ').reduce((text, word, i) => `${text}${blanks[i % 90]}${word}`)
          expect(diffRules(rule, spaced).change).to.be.oneOf(['none', 'cosmetic'])
        },
      ),
    )
  })

  it('words that are names of methods too are words', () => {
    const drivers = 'The constructor with most points wins. Its toString is 5constructor candles.'
    expect(diffRules(drivers, `${drivers} `).change).to.equal('cosmetic')
    expect(diffRules(drivers, drivers.replace('constructor', 'driver')).change).to.equal('semantic')
  })

  it('takes no time to speak of for two long texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 6_000 }, (_, i) => `${word}${i}`).join(' ')
    expect(diffRules(long('alpha'), long('beta')).change).to.equal('semantic')
  })
})
