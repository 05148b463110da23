import { expect } from 'chai'
import { align } from '../../../../adapters/rules/diff/align.ts'
import { harmless } from '../../../../adapters/rules/diff/harmless.ts'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

/** Why the differences of two texts change nothing, one by one. */
function reasons(before: string, after: string, title = '', aside: readonly number[] = []) {
  const [old, now] = [tokens(before), tokens(after)]
  const pair = {
    before: old,
    after: now,
    title: new Set(tokens(title).map(({ key }) => key)),
    asideBefore: new Set(aside),
    asideAfter: new Set(aside),
  }
  const keys = (some: typeof old) => some.map(({ key }) => key)
  return align(keys(old), keys(now)).map((difference) => harmless(pair, difference))
}

describe('harmless differences', () => {
  it('are articles and other words that say nothing', () => {
    expect(reasons('if the bill passes', 'if bill passes')).to.deep.equal(['grammar'])
    expect(reasons('if the the bill passes', 'if the bill passes')).to.deep.equal(['grammar'])
  })

  it('are letters', () => {
    expect(reasons('an official annoucement counts', 'an official announcement counts')).to.deep.equal([
      'spelling',
    ])
    expect(reasons('the candidate anounced it', 'the candidate announced it')).to.deep.equal(['spelling'])
    expect(reasons('it was used aswell.', 'it was used as well.')).to.deep.equal(['spelling'])
  })

  it('AUDIT B11: are the rest of a last word that was cut off', () => {
    expect(reasons('a consensus of credible reporti', 'a consensus of credible reporting.')).to.deep.equal([
      'spelling',
    ])
    expect(reasons('a consensus of credible report', 'a consensus of credible reporting.')).to.deep.equal([
      null,
    ])
    expect(reasons('a consensus of reporti here', 'a consensus of reporting here')).to.deep.equal([null])
    expect(reasons('won by the rep', 'won by the Republicans')).to.deep.equal([null])
  })

  it('are not letters of a term that the market has elsewhere', () => {
    expect(reasons('a frax counts as frax', 'a fray counts as frax')).to.deep.equal([null])
    expect(reasons('each wampum counts', 'each wampus counts', 'Will wampum win?')).to.deep.equal([null])
  })

  it('AUDIT B11: are words of grammar that were written for each other', () => {
    expect(reasons('prices form other exchanges', 'prices from other exchanges')).to.deep.equal(['spelling'])
    expect(reasons('prices from other exchanges', 'prices form other exchanges')).to.deep.equal([null])
  })

  it('are not letters of a name, unless the title has it so', () => {
    expect(reasons('won by Jensen in May', 'won by Jansen in May')).to.deep.equal([null])
    expect(reasons('won by Jensen in May', 'won by Jansen in May', 'Will Jansen win?')).to.deep.equal([
      'spelling',
    ])
  })

  it('are two ways to call a season', () => {
    expect(reasons('the 2024-25 season', 'the 2025 season')).to.deep.equal(['season'])
    expect(reasons('the 2024-25 season', 'the 2026 season')).to.deep.equal([null])
  })

  it('are a name and the listed one that the title names', () => {
    const title = 'Will Ada Lovelace win?'
    expect(reasons('if Ada Lovelace wins', 'if the listed player wins', title)).to.deep.equal([
      'named_in_title',
    ])
    expect(reasons('if Grace Hopper wins', 'if the listed player wins', title)).to.deep.equal([null])
  })

  it('are words of a sentence that only sends elsewhere, but not its numbers', () => {
    expect(reasons('see the older pages', 'see the newer pages', '', [0])).to.deep.equal(['background'])
    expect(reasons('see the 4 pages', 'see the 7 pages', '', [0])).to.deep.equal([null])
  })

  it('are not what may change the answer', () => {
    for (const [before, after] of [
      ['if it passes', 'if it does not pass'],
      ['at least 10 seats', 'at least 11 seats'],
      ['according to the senate', 'according to the house'],
      ['more than one million', 'more than one billion'],
      // Both are read as one comparison, which begins with the same word.
      ['equal to or higher than 5', 'equal to or less than 5'],
    ] as const)
      expect(reasons(before, after), `${before} / ${after}`).to.include(null)
  })
})
