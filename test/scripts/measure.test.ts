import { expect } from 'chai'
import { countByRoom, linesOf, toTable } from '../../scripts/measure.ts'

describe('npm run measure', () => {
  it('sums up files and lines by room, and leaves out what nobody writes', () => {
    const counts = countByRoom([
      ['workers/a.ts', 10],
      ['workers/source/b.ts', 5],
      ['contracts/A.sol', 7],
      ['README.md', 3],
      ['package-lock.json', 9_000],
      ['deployments/abi/x.ts', 900],
      ['test/fixtures/a.ts', 50],
      ['docs/picture.svg', 50],
    ])
    expect(counts).to.deep.equal([
      { room: 'contracts', files: 1, lines: 7 },
      { room: 'root', files: 1, lines: 3 },
      { room: 'workers', files: 2, lines: 15 },
    ])
  })

  it('writes a table with a sum', () => {
    const table = toTable([
      { room: 'a', files: 1, lines: 1_000 },
      { room: 'b', files: 2, lines: 500 },
    ])
    expect(table.split('\n').at(-1)).to.equal('| **all** | 3 | 1,500 |')
    expect(table).to.contain('| a | 1 | 1,000 |')
  })

  it('reads a revision of this repository', () => {
    const lines = new Map(linesOf('HEAD'))
    expect(lines.get('package.json')).to.be.greaterThan(50)
    expect([...lines.keys()].some((path) => path.startsWith('protocol/'))).to.equal(true)
  })
})
