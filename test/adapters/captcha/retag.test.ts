import { expect } from 'chai'
import { decode } from '../../../adapters/captcha/decode.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import { retag } from '../../../adapters/captcha/retag.ts'

/** The role that a word has after it was looked at among its neighbours. */
const roleOf = (word: string, text: string) =>
  retag(decode(readGlyphs(text))).find(({ entry }) => entry?.word === word)?.entry?.role

describe('retag', () => {
  for (const [word, text, role] of [
    ['left', 'what force is left?', 'remain'],
    ['left', 'the left claw', 'plain'],
    ['left', 'left and right', 'plain'],
    ['left', 'it pulls left', 'plain'],
    ['second', 'four meters per second', 'time'],
    ['second', 'the second claw', 'plain'],
    ['second', 'a second lobster', 'plain'],
    ['second', 'a second of time', 'time'],
    ['speeds', 'it speeds up by ten', 'add'],
    ['speeds', 'the speeds of two lobsters', 'asSpeed'],
    ['each', 'five newtons each', 'each'],
    ['each', 'they approach each other', 'plain'],
    ['times', 'three times', 'times'],
    ['times', 'several times', 'plain'],
    ['mean', 'the mean force', 'average'],
    ['mean', 'thirty newtons mean twenty', 'no'],
    ['mean', 'a mean lobster', 'plain'],
    ['make', 'twelve, make that thirteen', 'no'],
    ['make', 'they make a nest', 'plain'],
    ['hold', 'hold on', 'no'],
    ['net', 'the net force', 'net'],
    ['net', 'a net force', 'net'],
    ['net', 'in a net with fish', 'plain'],
  ] as const)
    it(`takes “${word}” for ${role} in “${text}”`, () => {
      expect(roleOf(word, text)).to.equal(role)
    })

  it('changes nothing else, neither tokens nor their order, and not what it was given', () => {
    const tokens = decode(readGlyphs('the left claw, xqzv, 40 newtons'))
    const before = structuredClone(tokens)
    const after = retag(tokens)
    expect(tokens).to.deep.equal(before)
    expect(after.map(({ entry }) => entry?.word)).to.deep.equal(before.map(({ entry }) => entry?.word))
    const changed = after.filter((token, i) => token !== tokens[i])
    expect(changed.map(({ entry }) => entry?.word)).to.deep.equal(['left'])
  })
})
