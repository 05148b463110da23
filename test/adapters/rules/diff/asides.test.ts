import { expect } from 'chai'
import { diffRules } from '../../../../adapters/rules/index.ts'

const reason = (before: string, after: string) => diffRules(before, after).hunks[0]?.harmless ?? null

describe('asides', () => {
  it('AUDIT B11: connectives lead from one sentence to the next, and change neither', () => {
    for (const [before, after] of [
      ['It rains. Additionally, it snows.', 'It rains. It snows.'],
      ['It rains. However, snow counts.', 'It rains. Snow counts.'],
      ['It rains. Furthermore, it snows.', 'It rains. Moreover, it snows.'],
      ['Please note that snow counts.', 'Snow counts.'],
      ['Snow will also count.', 'Snow will count.'],
    ] as const)
      expect(reason(before, after), before).to.equal('connective')
  })

  it('"Otherwise", "unless", "however it ends" are none', () => {
    for (const [before, after] of [
      ['It rains. Otherwise, it snows.', 'It rains. It snows.'],
      ['It rains. However it ends, it counts.', 'It rains. It ends, it counts.'],
      ['It counts, therefore, or does not.', 'It counts, or does not.'],
    ] as const)
      expect(diffRules(before, after).change, before).to.equal('semantic')
  })

  it('AUDIT B11: a market speaks of itself in many ways', () => {
    for (const [before, after] of [
      ['The source for this market is a page.', 'The source is a page.'],
      ["This market's source is a page.", 'The source is a page.'],
      ['This market ends in May.', 'The market ends in May.'],
      ['This question ends in May.', 'This market ends in May.'],
    ] as const)
      expect(diffRules(before, after).change, before).to.equal('cosmetic')
    expect(diffRules('This season counts.', 'The season counts.').change).to.equal('semantic')
    expect(diffRules('The source for this game is a page.', 'The source is a page.').change).to.equal(
      'semantic',
    )
  })

  it('AUDIT B11: pictures come and go, unless the sentence leans on one', () => {
    const [one, other] = ['https://images.example.com/a.png', 'https://images.example.com/b.jpg?w=9']
    expect(reason(`The cup looks so: ${one}.`, `The cup looks so: ${other}.`)).to.equal('picture')
    expect(reason('The cup is gold.', `The cup is gold (${one}).`)).to.equal('picture')
    expect(reason(`The area shaded on the map (${one}).`, `The area shaded on the map (${other}).`)).to.equal(
      null,
    )
    expect(reason(`The source is ${one}.`, `The source is ${other}.`)).to.equal(null)
    expect(reason('It counts (https://a.example.com/x).', 'It counts (https://a.example.com/y).')).to.equal(
      null,
    )
  })
})
