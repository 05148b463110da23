import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Deployment as Written, writeDeployment } from '../../cli/chain/deployment.ts'
import { NoDeploymentError, readDeployment } from '../../indexer/Deployment.ts'
import { temporaryFolder } from '../../local/temporaryFolder.ts'

describe('the record of a deployment', () => {
  const folder = temporaryFolder('deployment')
  after(() => folder.remove())

  it('is read as `cresolver deploy` writes it, with whom to believe', () => {
    const address = `0x${'ab'.repeat(20)}` as const
    const trust = { keys: [], bases: { coingecko: ['https://prices.example'] } }
    const record: Written = {
      ...{ chainId: 5, network: 'somewhere', deployer: address, commit: null, simulation: false },
      contracts: {
        CREsolverMarket: { address, block: 7, transaction: null, constructorArguments: [], codeHash: '0x12' },
      },
      ...{ parameters: {}, workflow: null, trust },
    }
    writeDeployment(folder.path, record)
    expect(readDeployment(join(folder.path, '5.json'))).to.deep.equal({
      ...{ chainId: 5, network: 'somewhere', trust },
      contracts: { CREsolverMarket: { address, block: 7, codeHash: '0x12' } },
    })
  })

  it('that cannot be read is an error of the config', () => {
    expect(() => readDeployment(join(folder.path, 'none.json'))).to.throw(NoDeploymentError)
    writeFileSync(join(folder.path, 'bad.json'), '{"chainId": "5"}')
    expect(() => readDeployment(join(folder.path, 'bad.json'))).to.throw(/chainId/)
  })
})
