import { expect } from 'chai'
import { parseEther } from 'viem'
import { parametersOf } from '../../../cli/deploy/parameters.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'

describe('the parameters of a market', () => {
  it('local chains let every place be a newcomer’s; nothing else differs', () => {
    const [local, open] = [parametersOf(true), parametersOf(false)]
    expect(local).to.include({ maxNewcomers: 32, maxWorkers: 32 })
    expect(open.maxNewcomers).to.equal(16)
    expect({ ...local, maxNewcomers: 16 }).to.deep.equal(open)
  })

  it('a change goes before the default, also before the local one; amounts take units', () => {
    const changes = { maxNewcomers: 5, minWorkers: 1, minReward: '0.5 ETH', minStake: '7 wei', minBond: 2 }
    expect(parametersOf(true, changes)).to.include({
      maxNewcomers: 5,
      minWorkers: 1,
      minReward: parseEther('0.5'),
      minStake: 7n,
      minBond: parseEther('2'),
    })
  })

  it('is the same object for nobody: a change stays with its caller', () => {
    parametersOf(true, { minWorkers: 1 })
    expect(parametersOf(true).minWorkers).to.equal(3)
  })

  it('error: an unknown name, an inherited one, a number in words, an amount that is none', () => {
    for (const changes of [{ minWorker: 1 }, { toString: 1 }, { minWorkers: '3' }, { minReward: 'much' }])
      expect(() => parametersOf(true, changes as never), JSON.stringify(changes)).to.throw(UsageError)
    expect(() => parametersOf(true, { minWorker: 1 })).to.throw('minWorker: 1')
  })
})
