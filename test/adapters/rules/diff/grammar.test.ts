import { expect } from 'chai'
import { opensSentence } from '../../../../adapters/rules/diff/grammar.ts'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'
import { diffRules } from '../../../../adapters/rules/index.ts'

const reason = (before: string, after: string) => diffRules(before, after).hunks[0]?.harmless ?? null

describe('grammar', () => {
  it('articles come and go', () => {
    expect(reason('If the bill passes a vote.', 'If a bill passes the vote.')).to.equal('grammar')
    expect(reason('A stay that delays of the order.', 'A stay that delays the order.')).to.equal('grammar')
  })

  it('AUDIT B11: an auxiliary before a participle never does', () => {
    for (const [before, after] of [
      ['Embassies are attacked in May.', 'Embassies attack in May.'],
      ['Embassies are attacked in May.', 'Embassies attacked in May.'],
      ['He has resigned by May.', 'He resigned by May.'],
      ['It will be sold.', 'It will sold.'],
      ['It was sold.', 'It is sold.'],
    ] as const)
      expect(diffRules(before, after).change, `${before} ${after}`).to.equal('semantic')
  })

  it('a "be" that was left out before an adjective comes back', () => {
    expect(
      reason('The source will official information.', 'The source will be official information.'),
    ).to.equal('grammar')
    expect(reason('The ship will dock.', 'The ship will be dock.')).to.equal(null)
  })

  it('forms are set right where the words beside them ask for it', () => {
    for (const [before, after] of [
      ['It is signed by both side.', 'It is signed by both sides.'],
      ['The team which win the cup.', 'The team which wins the cup.'],
      ['The results is final.', 'The results are final.'],
      ['Each games counts.', 'Each game counts.'],
      ['If these goal count.', 'If these goals count.'],
    ] as const)
      expect(diffRules(before, after).change, before).to.equal(
        before.startsWith('Each') ? 'semantic' : 'cosmetic',
      )
  })

  it('and are other words where they do not', () => {
    for (const [before, after] of [
      ['It needs one more goal.', 'It needs one more goals.'],
      ['The team wins its game.', 'The team wins its games.'],
      ['A sports bet is placed.', 'A sport bet is placed.'],
      ['He announces it.', 'He announced it.'],
      ['The woman wins.', 'The women wins.'],
    ] as const)
      expect(diffRules(before, after).change, before).to.equal('semantic')
  })

  it('a word may stand twice, a number may not', () => {
    expect(reason('If the the bill passes.', 'If the bill passes.')).to.equal('grammar')
    expect(reason('It needs 10 10 votes.', 'It needs 10 votes.')).to.equal(null)
  })

  it('"vs." joins names, as "and" does', () => {
    expect(reason('The game between Foxes vs. Gulls.', 'The game between Foxes and Gulls.')).to.equal(
      'grammar',
    )
    expect(reason('It rains and snows.', 'It rains vs snows.')).to.equal(null)
  })

  it('"that" may be left out, but not where a sentence begins with it', () => {
    expect(reason('She says that it ends.', 'She says it ends.')).to.equal('grammar')
    expect(reason('That team wins.', 'Team wins.')).to.equal(null)
    expect(reason('It ends if that team wins.', 'It ends if team wins.')).to.equal(null)
  })
})

describe('opensSentence', () => {
  it('is the first word of each', () => {
    const read = tokens('One two. Three four.')
    expect(read.filter((token) => opensSentence(read, token)).map(({ key }) => key)).to.deep.equal(['1', '3'])
  })
})
