import { expect } from 'chai'
import { quick, rows } from '../../../scripts/bench/capacity.ts'
import { itInFull } from '../../helpers/budget.ts'

describe('npm run bench -- capacity', function () {
  this.timeout(600_000)

  itInFull('AUDIT C2: more markets in one block than the log quota takes are all reported', async () => {
    const found = await rows(() => {}, quick)
    const of = (name: string) => found.find((row) => row.name.endsWith(name))!.value
    expect(of(', reported')).to.equal(14)
    expect(of(', lost')).to.equal(0)
    expect(of('logs dropped by the quota')).to.equal(4)
    expect(of('executions by log')).to.equal(10)
    for (const { name, value } of found)
      if (!/growth|lost|two|sealed|poke|sweep/.test(name)) expect(value, name).to.be.greaterThan(0)
  })
})
