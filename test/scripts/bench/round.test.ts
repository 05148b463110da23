import { expect } from 'chai'
import { rows } from '../../../scripts/bench/round.ts'
import { itInFull } from '../../helpers/budget.ts'

describe('npm run bench -- round', function () {
  this.timeout(300_000)

  itInFull('takes a round apart, from the gateway to the guest', async () => {
    const notes: string[] = []
    const found = await rows((line) => notes.push(line), {
      sizes: [3],
      dons: [4, 7],
      citing: [3],
      times: 1,
    })
    expect(notes).to.include.members(['4 nodes, 3 workers', '7 nodes, two citations each, 3 workers'])
    const parts = ['whole', 'gateway', 'DON', 'reads', 'fetch', 'consensus', 'report', 'write', 'guest']
    const costs = ['CPU of everything', 'CPU of a guest', 'memory of a guest']
    const kinds = [4, 7].flatMap((nodes) => [`${nodes} nodes`, `${nodes} nodes, two citations each`])
    const names = kinds.flatMap((kind) => [...parts, ...costs].map((part) => `${kind}, ${part}`))
    const isQuota = ({ name }: { readonly name: string }) => name.includes(' quota ')
    const measured = found.filter((row) => !isQuota(row))
    expect(measured.map(({ name }) => name)).to.deep.equal(names)
    for (const { name, value, n } of measured) {
      expect(value, name).to.be.greaterThan(0)
      expect(n).to.equal(3)
    }
    const used = found.filter(isQuota).map(({ name }) => name)
    expect(used).to.include.members(
      [4, 7].flatMap((n) => [`${n} nodes, quota http`, `${n} nodes, quota reads`]),
    )
    const of = (name: string) => found.find((row) => row.name === `4 nodes, ${name}`)!.value
    expect(of('whole')).to.be.at.least(of('DON'))
    expect(of('memory of a guest')).to.be.lessThan(100)
  })
})
