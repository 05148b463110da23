import { expect } from 'chai'
import { parseEther } from 'viem'
import { parametersOf } from '../../../cli/deploy/parameters.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { cresolverMarketAbi } from '../../../deployments/abi/index.ts'

describe('the parameters of a market', () => {
  it('have the defaults of the second edition, and no cap on newcomers', () => {
    const parameters = parametersOf()
    expect(parameters).to.include({ doubtSlashBps: 1_000, absentSlashBps: 1_000, feeBps: 300 })
    expect(parameters).to.include({ resolutionTimeout: 172_800, arbitrationTimeout: 14 * 86_400 })
    expect(parameters).not.to.have.property('maxNewcomers')
  })

  it('are those that the contract has, by name', () => {
    const [parameters] = cresolverMarketAbi.flatMap((item) =>
      item.type === 'function' && item.name === 'parameters' ? item.outputs : [],
    )
    const names = parameters!.components.map(({ name }) => name)
    expect(Object.keys(parametersOf())).to.have.members(names)
  })

  it('a change goes before the default; amounts take units', () => {
    const changes = { maxWorkers: 5, minWorkers: 1, minReward: '0.5 ETH', minStake: '7 wei', minBond: 2 }
    expect(parametersOf(changes)).to.include({
      maxWorkers: 5,
      minWorkers: 1,
      minReward: parseEther('0.5'),
      minStake: 7n,
      minBond: parseEther('2'),
    })
  })

  it('is the same object for nobody: a change stays with its caller', () => {
    parametersOf({ minWorkers: 1 })
    expect(parametersOf().minWorkers).to.equal(3)
  })

  it('error: an unknown name, an inherited one, a number in words, an amount that is none', () => {
    for (const changes of [{ minWorker: 1 }, { toString: 1 }, { minWorkers: '3' }, { minReward: 'much' }])
      expect(() => parametersOf(changes as never), JSON.stringify(changes)).to.throw(UsageError)
    expect(() => parametersOf({ minWorker: 1 })).to.throw('minWorker: 1')
  })
})
