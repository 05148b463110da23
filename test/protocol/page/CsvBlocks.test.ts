import { expect } from 'chai'
import { outline } from './outline.ts'

describe('CsvBlocks', () => {
  it('cells know the head of their column and of their row', () => {
    expect(outline('Town,Votes\nTolland,"1,204"\n', 'text/csv')).to.deep.equal([
      'table: Town,Votes Tolland,"1,204',
      '  row: Town,Votes',
      '    cell: Town',
      '    cell: Votes',
      '  row: Tolland,"1,204',
      '    cell: Tolland {Town}',
      '    cell: 1,204 {Votes; Tolland}',
    ])
  })

  it('tabs and semicolons part cells where the first line has more of them', () => {
    expect(
      outline('a\tb,c\n1\t2', 'text/tab-separated-values').filter((line) => line.includes('cell')),
    ).to.deep.equal(['    cell: a', '    cell: b,c', '    cell: 1 {a}', '    cell: 2 {b,c}'])
    expect(outline('a;b\n1,5;2', 'text/csv')).to.include('    cell: 1,5 {a}')
  })

  it('a first line of numbers is no head', () => {
    expect(outline('1,2\n3,4', 'text/csv').some((line) => line.includes('{'))).to.equal(false)
  })

  it('quoted cells may hold quotes and line ends; one that never ends goes to the end', () => {
    expect(outline('a,b\n"x\ny, ""z""",1', 'text/csv')).to.include('    cell: x y, ""z"" {a}')
    expect(outline('"a\nb,c', 'text/csv')).to.include('    cell: a b,c')
  })

  it('empty cells keep their column', () => {
    expect(outline('a,b,c\n1,,3', 'text/csv')).to.include('    cell: 3 {c}')
  })
})
