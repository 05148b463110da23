import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  addressIn,
  type Deployment,
  fileOf,
  NotDeployedError,
  readDeployment,
  writeDeployment,
} from '../../../cli/chain/deployment.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'

const address = `0x${'ab'.repeat(20)}` as const
const entry = { address, block: 7, transaction: null, constructorArguments: ['1', [true]], codeHash: null }
const deployment = (changes: Partial<Deployment> = {}): Deployment => ({
  ...{ chainId: 31_337, network: 'localhost', deployer: address, commit: null, simulation: false },
  contracts: { CREsolverMarket: entry, Notary: { ...entry, block: null } },
  parameters: { minWorkers: '3' },
  workflow: null,
  ...changes,
})

describe('the record of a deployment', () => {
  const folder = temporaryFolder('deployment')
  after(() => folder.remove())

  it('is read as it was written, and is not there before', () => {
    const place = join(folder.path, 'made', 'anew')
    expect(readDeployment(place, 31_337)).to.equal(undefined)
    writeDeployment(place, deployment())
    expect(readDeployment(place, 31_337)).to.deep.equal(deployment())
    expect(readDeployment(place, 1)).to.equal(undefined)
  })

  it('is replaced whole: no half-written file stays beside it', () => {
    writeDeployment(folder.path, deployment())
    writeDeployment(folder.path, deployment({ commit: 'abc' }))
    expect(readDeployment(folder.path, 31_337)!.commit).to.equal('abc')
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.new'))).to.deep.equal([])
    expect(existsSync(fileOf(folder.path, 31_337))).to.equal(true)
  })

  it('error: a file of another shape is not taken', () => {
    for (const value of [{}, { ...deployment(), more: 1 }, { ...deployment(), deployer: 'me' }, []]) {
      writeFileSync(fileOf(folder.path, 5), JSON.stringify(value))
      expect(() => readDeployment(folder.path, 5))
        .to.throw()
        .with.property('name', 'Schema.MismatchError')
    }
  })

  it('gives addresses of what stands; what is on its way, or missing, is not deployed', () => {
    expect(addressIn(deployment(), 'CREsolverMarket')).to.equal(address)
    for (const name of ['Notary', 'SourceKeys'])
      expect(() => addressIn(deployment(), name)).to.throw(
        NotDeployedError,
        `No ${name} is known on chain 31337.`,
      )
  })

  it('says what to do: local chains are empty after a restart, public ones have a name', () => {
    expect(new NotDeployedError(31_337).message).to.include('--network localhost').and.include('restarted')
    expect(new NotDeployedError(1).message).to.include('--network <name>').and.not.include('restarted')
  })
})
