import { expect } from 'chai'
import { groupsOf } from '../../../scripts/test/groups.ts'

const files = (room: string, count: number) =>
  Array.from({ length: count }, (_, i) => `test/${room}/${String(i).padStart(2, '0')}.test.ts`)
const costs = (names: readonly string[], seconds: number) =>
  Object.fromEntries(names.map((name) => [name, seconds]))

describe('groups of tests', () => {
  it('hold every file once', () => {
    const all = [...files('a', 40), ...files('b', 3), ...files('c', 1)]
    const groups = groupsOf(all, costs(all, 3))
    expect(groups.flatMap((group) => group.files).sort()).to.deep.equal([...all].sort())
  })

  it('split a room that takes long into parts that take about the same', () => {
    const all = files('a', 30)
    const groups = groupsOf(all, costs(all, 10))
    expect(groups).to.have.length(5)
    for (const { seconds } of groups) expect(seconds).to.be.within(50, 70)
    expect(groups.map(({ name }) => name).sort()).to.deep.equal([1, 2, 3, 4, 5].map((i) => `test/a ${i}`))
  })

  it('keep neighbours together', () => {
    const all = files('a', 10)
    for (const group of groupsOf(all, costs(all, 20))) {
      const at = group.files.map((file) => all.indexOf(file))
      expect(at.at(-1)! - at[0]!).to.equal(at.length - 1)
    }
  })

  it('leave a file that takes long alone, and begin with it', () => {
    const all = files('a', 5)
    const groups = groupsOf(all, { ...costs(all, 1), [all[2]!]: 190 })
    expect(groups[0]!.files).to.deep.equal([all[2]])
  })

  it('join rooms that take little', () => {
    const groups = groupsOf([...files('a', 2), ...files('b', 2)], {})
    expect(groups).to.have.length(1)
    expect(groups[0]!.name).to.equal('test/a, test/b')
  })
})
