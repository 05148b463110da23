import { expect } from 'chai'
import type { Entry } from '../../../adapters/captcha/lexicon.ts'
import { isVowel, type Node, plant } from '../../../adapters/captcha/Trie.ts'

const plain = (word: string): Entry => ({ word, role: 'plain', value: 0 })
const number = (word: string, value: number): Entry => ({ word, role: 'number', value })

const lexiconOf = (...entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.word, entry]))

function nodeAt(root: Node, letters: string): Node | undefined {
  let node: Node | undefined = root
  for (const letter of letters) node = node?.children.get(letter)
  return node
}

describe('plant', () => {
  it('takes a letter that repeats as one', () => {
    const { root } = plant(lexiconOf(number('three', 3)), () => 0)
    expect(nodeAt(root, 'thre')!.entry!.word).to.equal('three')
    expect(nodeAt(root, 'three')).to.equal(undefined)
  })

  it('shares what words begin with, and counts its nodes', () => {
    const { root, size } = plant(lexiconOf(plain('for'), plain('form'), plain('far')), () => 0)
    // The root, f, o, r, m, and a, r.
    expect(size).to.equal(7)
    expect(nodeAt(root, 'f')!.list.map(({ letter }) => letter)).to.deep.equal(['o', 'a'])
    expect(nodeAt(root, 'fo')!.entry).to.equal(null)
  })

  it('never hides a number behind a word that is spelled alike', () => {
    for (const entries of [
      [number('ten', 10), plain('teen')],
      [plain('teen'), number('ten', 10)],
    ])
      expect(nodeAt(plant(lexiconOf(...entries), () => 0).root, 'ten')!.entry!.value).to.equal(10)
  })

  it('tells at each node the most that a word from there on may cost', () => {
    const { root } = plant(lexiconOf(plain('a'), plain('abcd')), (length) => length)
    expect(
      [root, nodeAt(root, 'a')!, nodeAt(root, 'abcd')!].map(({ mostBudget }) => mostBudget),
    ).to.deep.equal([4, 4, 4])
    expect(nodeAt(root, 'a')!.budget).to.equal(1)
    expect(nodeAt(root, 'ab')!.budget).to.equal(0)
  })

  it('leaves an apostrophe out of the spelling', () => {
    const { root } = plant(lexiconOf(plain('one’s')), (length) => length)
    expect(nodeAt(root, 'ones')!.entry!.word).to.equal('one’s')
    expect(nodeAt(root, 'ones')!.budget).to.equal(4)
  })

  it('grows nothing but a root from no words', () => {
    const { root, size } = plant(new Map(), () => 9)
    expect([size, root.list.length, root.mostBudget]).to.deep.equal([1, 0, 0])
  })
})

describe('isVowel', () => {
  it('counts the y', () => {
    expect([...'aeiouyxb'].filter(isVowel).join('')).to.equal('aeiouy')
    expect(isVowel('')).to.equal(false)
  })
})
