import { expect } from 'chai'
import { outline } from './outline.ts'

describe('TextBlocks', () => {
  const lines = (raw: string) => outline(raw, 'text/plain')

  it('blank lines part paragraphs; lines in capitals are headings; marks and numbers begin items', () => {
    expect(
      lines('MINUTES\n\nThe Board met\non Thursday.\n\n1. Opening. The chair\nspoke.\n2. Votes\n- one\n'),
    ).to.deep.equal([
      'heading: MINUTES',
      'paragraph: The Board met on Thursday.',
      'item: 1. Opening. The chair spoke.',
      'item: 2. Votes',
      'item: - one',
    ])
  })

  it('rows by columns know the head of their column, also where a head is wider than its column', () => {
    const raw =
      'Day   Max(C)   Rain(mm)\n-----------------------\n01      9.5        0.0\n02     12.0       14.5\n'
    expect(lines(raw).slice(5)).to.deep.equal([
      '  row: 01 9.5 0.0',
      '    cell: 01 {Day}',
      '    cell: 9.5 {Max(C)}',
      '    cell: 0.0 {Rain(mm)}',
      '  row: 02 12.0 14.5',
      '    cell: 02 {Day}',
      '    cell: 12.0 {Max(C)}',
      '    cell: 14.5 {Rain(mm)}',
    ])
  })

  it('a row that lacks cells is tied by where they stand', () => {
    const raw = 'Town       Yes     No\nRudby        1      2\nSkarn               4\n'
    expect(lines(raw).at(-1)!.trim()).to.equal('cell: 4 {No; Skarn}')
  })

  it('a gap within a paragraph makes no table', () => {
    expect(lines('The Board met   on   Thursday\nand spoke of roads.')).to.deep.equal([
      'paragraph: The Board met on Thursday and spoke of roads.',
    ])
    expect(lines('We review.  The order stands.  So be it.')[0]).to.match(/^paragraph/)
  })

  it('tags of filings stand alone', () => {
    expect(lines('<TYPE>8-K\n<TEXT>\nThe Company\nagreed.')).to.deep.equal([
      'paragraph: <TYPE>8-K',
      'paragraph: <TEXT>',
      'paragraph: The Company agreed.',
    ])
  })

  it('a text of one endless line is one paragraph', () => {
    expect(lines(`${'word  '.repeat(1_000)}`)).to.have.length(1)
  })
})
