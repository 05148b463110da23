import { expect } from 'chai'
import { type Artifact, libraryNames, link, readArtifact } from '../../../cli/deploy/artifacts.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const addresses = Object.fromEntries(libraryNames.map((name, i) => [name, address('abcde'[i]!)]))

describe('what is deployed', () => {
  it('the market is linked with its libraries, and nothing of the gaps is left', () => {
    const market = readArtifact('CREsolverMarket')
    expect(market.bytecode).to.include('__$')
    const code = link(market, addresses)
    expect(code)
      .to.match(/^0x[0-9a-f]+$/i)
      .and.have.length(market.bytecode.length)
    for (const one of Object.values(addresses)) expect(code).to.include(one.slice(2))
  })

  it('fills every place of a library, in lower case, and nothing around it', () => {
    const gap = '_'.repeat(40)
    const artifact = {
      contractName: 'Thing',
      abi: [],
      bytecode: `0x11${gap}22${gap}33`,
      linkReferences: {
        'a.sol': {
          Lib: [
            { start: 1, length: 20 },
            { start: 22, length: 20 },
          ],
        },
      },
    } as unknown as Artifact
    const lib = '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD'
    const filled = lib.slice(2).toLowerCase()
    expect(link(artifact, { Lib: lib })).to.equal(`0x11${filled}22${filled}33`)
  })

  it('what needs no library stays as it is', () => {
    for (const name of ['Notary', 'KeystoneForwarder', ...libraryNames]) {
      const artifact = readArtifact(name)
      expect(link(artifact, {}), name).to.equal(artifact.bytecode)
    }
  })

  it('error: a library without an address, and a contract that is not there', () => {
    const { AppealLib: _, ...rest } = addresses
    expect(() => link(readArtifact('CREsolverMarket'), rest))
      .to.throw('CREsolverMarket needs the address of AppealLib.')
      .with.property('name', 'Deploy.UnlinkedError')
    expect(() => readArtifact('Oracle'))
      .to.throw('no Oracle')
      .with.property('name', 'Deploy.UnknownContractError')
  })
})
