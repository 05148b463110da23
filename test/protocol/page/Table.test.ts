import { expect } from 'chai'
import { isNumeric } from '../../../protocol/page/Table.ts'
import { outline } from './outline.ts'

describe('Table', () => {
  const cells = (rows: string) =>
    outline(`<table>${rows}</table>`)
      .filter((line) => /\bcell\b/.test(line))
      .map((line) => line.trim())

  it('numbers have a sign, a currency or a unit at most; a year is a name', () => {
    for (const text of ['7', '-9.0', '$1,204', '48.7%', '3.5 bn', '+34', '12 mm', '2:23:41'])
      expect(isNumeric(text), text).to.equal(true)
    for (const text of ['Port Elgin', '2026', '2025-26', '2025/26', 'Q1 2026', '12 ministers', '', '—'])
      expect(isNumeric(text), text).to.equal(false)
  })

  it('heads of several rows add up, each over the columns that it spans', () => {
    expect(
      cells('<thead><tr><th><th colspan=2>Votes<tr><th>Town<th>Yes<th>No<tbody><tr><td>Rudby<td>1<td>2'),
    ).to.deep.equal([
      'cell: Votes',
      'cell: Town',
      'cell: Yes',
      'cell: No',
      'cell: Rudby {Town}',
      'cell: 1 {Votes; Yes; Rudby}',
      'cell: 2 {Votes; No; Rudby}',
    ])
  })

  it('a head of several rows holds for each of them, and one of columns for no row', () => {
    const rows = '<thead><tr><th rowspan=2>Town<th colspan=2>Votes<tr><th>Yes<th>No<tbody>'
    expect(
      cells(`${rows}<tr><th rowspan=2>Rudby<td>1<td>2<tr><td>3<td>4<tr><th>Skarn<td>5<td>6`).slice(4),
    ).to.deep.equal([
      'cell: Rudby {Town}',
      'cell: 1 {Votes; Yes; Rudby}',
      'cell: 2 {Votes; No; Rudby}',
      'cell: 3 {Votes; Yes; Rudby}',
      'cell: 4 {Votes; No; Rudby}',
      'cell: Skarn {Town}',
      'cell: 5 {Votes; Yes; Skarn}',
      'cell: 6 {Votes; No; Skarn}',
    ])
  })

  it('new heads after rows replace those above', () => {
    expect(cells('<tr><th>A<th>B<tr><td>x<td>1<tr><th>C<th>D<tr><td>y<td>2').slice(-2)).to.deep.equal([
      'cell: y {C}',
      'cell: 2 {D; y}',
    ])
  })

  it('without heads, rows of words above numbers are taken for them, as financial tables have them', () => {
    expect(cells('<tr><td><td colspan=2>2026<tr><td>Net sales<td>$<td>1,204')).to.deep.equal([
      'cell: 2026',
      'cell: Net sales',
      'cell: $ {2026; Net sales}',
      'cell: 1,204 {2026; Net sales}',
    ])
    expect(cells('<tr><td>Ada<td>Chair<tr><td>Bo<td>Clerk').at(-1)).to.equal('cell: Clerk {Bo}')
    expect(cells('<tr><td>1<td>2<tr><td>3<td>4').some((line) => line.includes('{'))).to.equal(false)
  })

  it('spans that are nonsense are one cell', () => {
    for (const span of ['0', '-1', 'x', '1e9', ''])
      expect(cells(`<tr><th colspan="${span}">A<th>B<tr><td>1<td>2`).at(-1), span).to.equal('cell: 2 {B}')
  })
})
