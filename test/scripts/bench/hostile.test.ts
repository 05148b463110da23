import { expect } from 'chai'
import { itInFull } from '../../helpers/budget.ts'

describe('npm run bench -- hostile', function () {
  this.timeout(120_000)

  // The worker of its own that this starts takes seconds; test/workers/agent/hostile.test.ts drives one on every run.
  itInFull('S1-29: counts every reply, and finds the worker alive afterwards', async () => {
    const wanted = process.env.CRESOLVER_HOSTILE
    // The bench looks at it when it is loaded.
    process.env.CRESOLVER_HOSTILE = '20'
    const { rows } = await import('../../../scripts/bench/hostile.ts')
    if (wanted === undefined) delete process.env.CRESOLVER_HOSTILE
    else process.env.CRESOLVER_HOSTILE = wanted
    const found = await rows(() => {})
    const sum = (start: string) =>
      found.filter(({ name }) => name.startsWith(start)).reduce((total, { value }) => total + value, 0)
    expect(sum('over HTTP: ')).to.equal(20)
    expect(sum('bare sockets: ')).to.equal(1)
    const rest = found.filter(({ name }) => !/^(over HTTP|bare sockets): /.test(name))
    expect(rest.map(({ name }) => name)).to.deep.equal([
      '5xx',
      'alive and ready afterwards',
      'memory, highest ever',
      'speed',
    ])
    expect(rest.slice(0, 2).map(({ value }) => value)).to.deep.equal([0, 1])
    expect(rest[0]!.n).to.equal(21)
  })
})
