import { expect } from 'chai'
import { chunksOf } from '../../../protocol/page/Chunks.ts'

// That chunks cover the text and overlap as asked is a property of test/protocol/PageText.test.ts.
describe('Chunks', () => {
  const cut = (text: string, size: number, overlap: number) =>
    chunksOf(text, [], size, overlap).map(({ start, end }) => text.slice(start, end))

  it('a text that fits is one chunk, and no text is none', () => {
    expect(cut('one two', 7, 3)).to.deep.equal(['one two'])
    expect(cut('', 7, 3)).to.deep.equal([])
  })

  it('without blocks it cuts between words, and words that are too long anywhere', () => {
    expect(cut('one two three four', 10, 0)).to.deep.equal(['one two', ' three', ' four'])
    expect(cut('a'.repeat(9), 4, 1)).to.deep.equal(['aaaa', 'aaaa', 'aaa'])
  })

  it('no character of two units is cut in half', () => {
    for (const size of [4, 5, 6, 7])
      for (const chunk of cut('😀'.repeat(20), size, 1)) expect(chunk.isWellFormed(), chunk).to.equal(true)
  })

  it('sizes that make no sense are taken for the nearest that do', () => {
    expect(cut('abcdef', 0, 9)).to.deep.equal(['ab', 'cd', 'ef'])
    expect(cut('abcdef', -5, -1)).to.deep.equal(['ab', 'cd', 'ef'])
  })
})
