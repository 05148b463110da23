import { expect } from 'chai'
import { cellsOf, isCandidate } from '../../../protocol/page/Columns.ts'

describe('Columns', () => {
  const cells = (line: string) => cellsOf(line).map(({ start, end }) => line.slice(start, end))

  it('cells are parted by gaps, tabs and bars; single spaces stay within', () => {
    expect(cells('  Port Elgin   28  18')).to.deep.equal(['Port Elgin', '28', '18'])
    expect(cells('FILED AS OF DATE:\t\t20260514')).to.deep.equal(['FILED AS OF DATE:', '20260514'])
    expect(cells('| Town | Votes |')).to.deep.equal(['Town', 'Votes'])
    expect(cells('')).to.deep.equal([])
  })

  it('a row has gaps that no sentence has', () => {
    const looksLikeRow = (line: string) => isCandidate(line, cellsOf(line))
    expect(looksLikeRow('01  29.1  21.0')).to.equal(true)
    expect(looksLikeRow('Total          377.2 mm')).to.equal(true)
    expect(looksLikeRow('Town\tVotes')).to.equal(true)
    expect(looksLikeRow('It rained.  Then it stopped.  Nobody minded.')).to.equal(false)
    expect(looksLikeRow('One sentence without gaps')).to.equal(false)
    expect(looksLikeRow('two  words')).to.equal(false)
  })
})
