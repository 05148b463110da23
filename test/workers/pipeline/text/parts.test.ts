import { expect } from 'chai'
import { PageText } from '../../../../protocol/index.ts'
import { policies } from '../../../../workers/pipeline/policy/Policies.ts'
import { partsOf } from '../../../../workers/pipeline/text/parts.ts'

const { overlap_characters: overlap, call_characters: call, calls } = policies.auditor.policy

const page = (id: string, sentences: number) => {
  const body = Array.from(
    { length: sentences },
    (_, i) => `<p>Sentence ${i} of page ${id}, and a few words more.</p>`,
  )
  return { id, page: PageText.read(body.join(''), 'text/html') }
}

describe('partsOf', () => {
  it('FREETEXT §2: shows whole pages, however long, and no call is longer than it may be', () => {
    const pages = [page('a', 10), page('b', 1_500), page('c', 10)]
    const { parts, tooLong } = partsOf(pages)
    expect(tooLong.size).to.equal(0)
    for (const shown of parts)
      expect(shown.reduce((sum, { text }) => sum + text.length, 0)).to.be.at.most(call)
    const shown = parts.flat()
    for (const [id, i] of [
      ['a', 9],
      ['b', 0],
      ['b', 750],
      ['b', 1_499],
      ['c', 9],
    ] as const)
      expect(
        shown.some((one) => one.page === id && one.text.includes(`Sentence ${i} of page ${id}`)),
      ).to.equal(true)
  })

  it('any quote stands whole in one piece', () => {
    const { page: long } = page('b', 1_500)
    const { parts } = partsOf([{ id: 'b', page: long }])
    for (let at = 0; at + overlap <= long.text.length; at += 997) {
      const quote = long.text.slice(at, at + overlap)
      expect(
        parts.flat().some(({ text }) => text.includes(quote)),
        `at ${at}`,
      ).to.equal(true)
    }
  })

  it('several short pages share a call', () => {
    const { parts } = partsOf([page('a', 3), page('b', 3)])
    expect(parts.map((call) => call.map((one) => one.page))).to.deep.equal([['a', 'b']])
  })

  it('a page that is too long to be shown whole is not shown, and keeps no other from it', () => {
    const sentences = Math.ceil((calls * call) / 30)
    const { parts, tooLong } = partsOf([page('a', 3), page('b', sentences), page('c', 3)])
    expect([...tooLong]).to.deep.equal(['b'])
    expect(parts.flat().map((one) => one.page)).to.deep.equal(['a', 'c'])
  })

  it('there is nothing to show of no pages', () => {
    expect(partsOf([])).to.deep.equal({ parts: [], tooLong: new Set() })
  })
})
