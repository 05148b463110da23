import { expect } from 'chai'
import { attacks, bases, placements } from '../../../scripts/bench/rubricAttacks.ts'

describe('placements', () => {
  it('are before the text, behind it, apart from it, and between its sentences', () => {
    const text = 'One came. Two came. Three came.'
    expect(placements(text, 'ATTACK')).to.deep.equal([
      `ATTACK ${text}`,
      `${text} ATTACK`,
      `${text}\n\nATTACK\n`,
      `ATTACK\n\n${text}`,
      'One came. Two came. ATTACK Three came.',
    ])
  })

  it('have none in the middle of a single sentence', () => {
    expect(placements('One came.', 'ATTACK')).to.have.length(4)
    expect(placements('', 'ATTACK')).to.have.length(4)
  })

  it('keep every word of the text and of the attack', () => {
    for (const { evidence } of bases)
      for (const attack of attacks)
        for (const placed of placements(evidence, attack)) {
          expect(placed).to.contain(attack)
          const rest = placed.replace(attack, ' ').split(/\s+/).filter(Boolean)
          expect(rest).to.deep.equal(evidence.split(/\s+/))
        }
  })
})

describe('own attacks and the answers they are put into', () => {
  it('are each there once', () => {
    expect(new Set(attacks).size).to.equal(attacks.length)
    expect(new Set(bases.map(({ name }) => name)).size).to.equal(bases.length)
  })

  it('come in several alphabets, and hidden by signs that are not seen', () => {
    for (const script of [
      /\p{Script=Cyrillic}/u,
      /\p{Script=Han}/u,
      /\p{Script=Hangul}/u,
      /\p{Script=Arabic}/u,
    ])
      expect(
        attacks.some((attack) => script.test(attack)),
        String(script),
      ).to.equal(true)
    expect(attacks.some((attack) => attack.includes('\u200b'))).to.equal(true)
  })

  it('are put into answers of every kind: Yes, No, undecided, with sources and without', () => {
    expect(new Set(bases.map(({ determination }) => determination))).to.deep.equal(new Set([true, false]))
    expect(bases.some(({ outcome }) => outcome === 'INVALID')).to.equal(true)
    expect(bases.some(({ sources }) => sources.length === 0)).to.equal(true)
    for (const { confidence_bps } of bases) expect(confidence_bps).to.be.at.least(5_000).and.at.most(10_000)
  })
})
