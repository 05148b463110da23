import { expect } from 'chai'
import { endedByClosing, endedByOpening } from '../../../protocol/page/Nesting.ts'

describe('Nesting', () => {
  const inline = new Set(['span', 'b'])
  const stack = (names: string) =>
    ['', ...names.split(' ')].map((name) => ({ name, isBlock: !inline.has(name) }))
  const opening = (names: string, name: string) => {
    const open = stack(names)
    return open
      .slice(0, endedByOpening(open, name, !inline.has(name)))
      .map((each) => each.name)
      .join(' ')
      .trim()
  }
  const closing = (names: string, name: string) => {
    const open = stack(names)
    return open
      .slice(0, endedByClosing(open, name, !inline.has(name)))
      .map((each) => each.name)
      .join(' ')
      .trim()
  }

  it('a block ends the paragraph before it, and an item, a term or a cell the one before it', () => {
    expect(opening('div p b', 'div')).to.equal('div')
    expect(opening('ul li b', 'li')).to.equal('ul')
    expect(opening('ul li ul', 'li')).to.equal('ul li ul')
    expect(opening('dl dt', 'dd')).to.equal('dl')
    expect(opening('table tr td p', 'td')).to.equal('table tr')
    expect(opening('table tbody tr td', 'tr')).to.equal('table tbody')
    expect(opening('table tr td table', 'tr')).to.equal('table tr td table')
    expect(opening('table thead tr th', 'tbody')).to.equal('table')
    expect(opening('h1', 'h2')).to.equal('')
  })

  it('inline elements and blocks in blocks end nothing', () => {
    expect(opening('p', 'b')).to.equal('p')
    expect(opening('div section', 'div')).to.equal('div section')
    expect(opening('p div', 'div')).to.equal('p div')
  })

  it('an end tag closes what it names and what is open in it', () => {
    expect(closing('div section p b', 'section')).to.equal('div')
    expect(closing('h2 b', 'h3')).to.equal('')
    expect(closing('p b span', 'b')).to.equal('p')
  })

  it('an end tag does not reach out of a cell, a list or, if inline, a block', () => {
    expect(closing('div table tr td', 'div')).to.equal('div table tr td')
    expect(closing('ul li ul', 'li')).to.equal('ul li ul')
    expect(closing('b div', 'b')).to.equal('b div')
    expect(closing('table tr td', 'table')).to.equal('')
    expect(closing('div', 'p')).to.equal('div')
  })
})
