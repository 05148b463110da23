import { expect } from 'chai'
import { outline } from './outline.ts'

describe('Neighbours', () => {
  const hinted = (raw: string) =>
    outline(raw)
      .filter((line) => line.includes('('))
      .map((line) => line.trim())

  it('a heading over comments holds to the next heading of its level', () => {
    expect(
      hinted('<h2>Public comments (3 of 9)</h2><p>One</p><h3>Ada</h3><p>Two</p><h2>Decision</h2><p>No</p>'),
    ).to.deep.equal([
      'heading: Public comments (3 of 9) (comments)',
      'paragraph: One (comments)',
      'heading: Ada (comments)',
      'paragraph: Two (comments)',
    ])
  })

  it('and no further than the part that it stands in', () => {
    expect(hinted('<div><section><h2>Most read</h2><p>Other</p></section><p>Text</p></div>')).to.deep.equal([
      'heading: Most read (related)',
      'paragraph: Other (related)',
    ])
  })

  it('a line of comments is marked by itself', () => {
    expect(hinted('<p>Comments (1): “Retract this.”</p><p>Next</p>')).to.deep.equal([
      'paragraph: Comments (1): “Retract this.” (comments)',
    ])
  })

  it('headings that only use such words mark nothing', () => {
    for (const heading of [
      'Minister comments on the vote',
      'Popularity falls',
      'Discussion of results',
      'Replies to Ada Roe',
    ])
      expect(hinted(`<h2>${heading}</h2><p>Text</p>`), heading).to.deep.equal([])
  })
})
