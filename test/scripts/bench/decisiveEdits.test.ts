import { expect } from 'chai'
import { decisiveEdits, kindNames } from '../../../scripts/bench/decisiveEdits.ts'

const rule =
  'This market will resolve to "Yes" if the price of copper is above 40 dollars before May 3, and both ministers were elected in Norland. Only the first session will count, and drafts do not count.'

describe('decisiveEdits', () => {
  it('makes every kind alike often, the same for a seed', () => {
    const made = decisiveEdits([rule], 120, 1)
    expect(made).to.have.length(120)
    expect(decisiveEdits([rule], 120, 1)).to.deep.equal(made)
    for (const kind of kindNames)
      expect(
        made.filter((one) => one.kind === kind),
        kind,
      ).to.have.length(120 / kindNames.length)
  })

  it('changes one word, or one more or less', () => {
    for (const { kind, before, after } of decisiveEdits([rule], 240, 2)) {
      const [old, now] = [before, after].map((text) => text.split(' '))
      expect(after, kind).not.to.equal(before)
      expect(Math.abs(old!.length - now!.length), kind).to.be.at.most(1)
      if (old!.length === now!.length)
        expect(
          old!.filter((word, i) => word !== now![i]),
          kind,
        ).to.have.length(1)
    }
  })

  it('leaves alone what only sends the reader elsewhere, and what offers nothing to change', () => {
    expect(decisiveEdits(['You can read more in Norland: 40 pages.'], 5, 3)).to.deep.equal([])
  })
})
