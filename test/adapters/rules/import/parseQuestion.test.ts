import { expect } from 'chai'
import { parseQuestion, toQuestion } from '../../../../adapters/rules/index.ts'
import { Question } from '../../../../protocol/index.ts'
import { highOfAWindow as touch } from './markets.ts'

const read = (title: string, deadline?: number) =>
  parseQuestion(Question.parse(`§question ${title}\n§rule\nsource:manual`), deadline).structured

describe('parseQuestion', () => {
  it('C130: an auto rule leaves nothing open', () => {
    const { structured, confidence } = parseQuestion(Question.parse(toQuestion(touch).question!))
    expect(confidence).to.equal(1)
    expect(structured).to.deep.include({ ambiguity: 0, factors: [], faults: [] })
  })

  it('a manual rule is read like any rule in words, and is not blamed for the deadline that the contract has', () => {
    const { ambiguity, factors } = read('Will they announce a deal?')
    const names = factors.map(({ name }) => name)
    expect(names).to.include('conduct').and.not.to.include('no_deadline')
    expect(ambiguity).to.be.greaterThan(read('Will the NBA game end in a draw?').ambiguity)
  })

  it('AUDIT B9: its ambiguity is that of its words, with and without a deadline, and whichever that is', () => {
    for (const title of [
      'Will they sign by March 5?',
      'Will it end on May 1 at 5 PM?',
      'Will it go well?',
      'Above 5?',
    ]) {
      const { ambiguity } = read(title)
      for (const deadline of [1_771_631_940, 1_900_000_000, 4_102_444_800])
        expect(read(title, deadline).ambiguity, title).to.equal(ambiguity)
    }
  })

  it('AUDIT B9: "Will it go well?" is vague, and says so', () => {
    const [fault] = read('Will it go well?').faults
    expect(fault).to.include({ code: 'vague_predicate', severity: 'grave', words: 'go well' })
  })

  it('reads what stands beside the title, too', () => {
    const text = '§question Will it rain?\n§rule\nsource:manual\n§§terms Drizzle or comparable rain counts.'
    const { structured } = parseQuestion(Question.parse(text))
    expect(structured.faults.map(({ code }) => code))
      .to.include('open_source')
      .and.not.to.include('no_rules')
  })

  it('words that end after the contract does are a fault', () => {
    const text =
      '§question Will it rain?\n§rule\nsource:manual\n§§terms It resolves to Yes if it rains by May 9, 2027, 5 PM ET.'
    const faults = (deadline: number) => parseQuestion(Question.parse(text), deadline).structured.faults
    expect(faults(1_809_000_000).map(({ code }) => code)).to.include('deadline_after_end')
    expect(faults(1_809_900_000).map(({ code }) => code)).not.to.include('deadline_after_end')
  })
})
