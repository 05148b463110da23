import { expect } from 'chai'
import { readCondition, thresholdOf } from '../../../reading/rule/condition.ts'
import { readDates } from '../../../reading/rule/dates.ts'
import { scan } from '../../../reading/text/Words.ts'

const textOf = (text: string) => {
  const words = scan(text)
  return { text, words, dates: readDates(words, text) }
}
const read = (question: string, rules = 'R.') => readCondition(textOf(question), textOf(rules))

describe('readCondition', () => {
  it('S4-6: names what is asked, with what it is compared by', () => {
    expect(read('Will Bill X be signed?', 'It resolves to "Yes" if a press release says so.').name).to.equal(
      'press_release_signed',
    )
    expect(read('Will the fund raise at least $5 million?').name).to.equal('raised_gte')
    expect(read('Which?').name).to.equal(null)
  })

  it('takes the number of the title, compared as the rules say where they have the same', () => {
    expect(read('Will it hit $5 million?', 'It resolves if it is above $5,000,000.').predicate).to.include({
      comparator: 'gt',
      threshold: '5000000',
      unit: 'usd',
    })
    expect(read('Will it hit $5 million?', 'It resolves if it is above $6,000,000.').predicate).to.include({
      comparator: 'gte',
      threshold: '5000000',
    })
    expect(read('Will it grow?', 'It resolves if it is above $6,000,000.').predicate).to.include({
      threshold: '6000000',
    })
  })

  it('takes no day, season or split for a number that decides', () => {
    for (const title of ['Will it rain by May 5, 2027?', 'Will it rain in 2027?', 'Will they split 50-50?'])
      expect(read(title), title).to.include({ isNumeric: false, amount: null })
    expect(read('Above 100 points?')).to.include({ isNumeric: true })
  })

  it('says who or what the question is about, where it stands', () => {
    const title = 'Will the Federal Reserve cut rates?'
    const { predicate, subject } = read(title)
    expect(predicate.subject).to.equal(title.slice(subject!.start, subject!.end))
    expect(predicate.subject).to.include('Federal Reserve')
  })

  it('what a rule also speaks of is not what it asks', () => {
    const rules = 'It resolves to "Yes" if it happens. A veto does not count.'
    expect(read('Will it happen?', rules).name).to.not.equal(read('Will there be a veto?').name)
  })
})

describe('thresholdOf', () => {
  it('is the number that the rules alone compare with', () => {
    expect(thresholdOf(textOf('It resolves if it is above $200 by May 5, 2027.'))).to.include({
      value: '200',
    })
    // In rules, a number that nothing compares is no threshold.
    expect(thresholdOf(textOf('It costs $200.'))).to.equal(null)
    expect(thresholdOf(textOf('It rains.'))).to.equal(null)
  })
})
