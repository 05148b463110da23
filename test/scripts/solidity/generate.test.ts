import { expect } from 'chai'
import { size } from 'viem'
import { libraryNames, link, readArtifact } from '../../../cli/deploy/artifacts.ts'
import * as codes from '../../../deployments/bytecode/index.ts'

describe('deployments/bytecode', () => {
  const { compiler, ...all } = codes

  it('is hex once libraries have addresses, and asks for the market’s five alone', () => {
    const addresses = Object.fromEntries(libraryNames.map((name) => [name, `0x${'11'.repeat(20)}` as const]))
    for (const { contractName, linkReferences } of Object.values(all)) {
      const asked = Object.values(linkReferences).flatMap(Object.keys)
      expect(asked, contractName).to.deep.equal(contractName === 'CREsolverMarket' ? libraryNames : [])
      const code = link(readArtifact(contractName), addresses)
      expect(code, contractName).to.match(/^0x([0-9a-f]{2})+$/)
      expect(size(code), contractName).to.be.lessThan(49_152)
    }
  })

  it('holds no hash of metadata: comments and paths change no byte', () => {
    expect(compiler.settings.metadata.bytecodeHash).to.equal('none')
    // a1 64 "solc" 43 then the version: a map with one entry, at the very end but for constants that the optimizer keeps there.
    const [major, minor, patch] = compiler.version.split('.').map(Number) as [number, number, number]
    const version = [major, minor, patch].map((part) => part.toString(16).padStart(2, '0')).join('')
    for (const { bytecode, contractName } of Object.values(all))
      expect(bytecode, contractName).to.match(new RegExp(`a164736f6c6343${version}000a(?:[0-9a-f]{64})*$`))
    // 64 "ipfs" 58 22, and 65 "bzzr": where a hash would stand.
    const hashes = /64697066735822|65627a7a72/
    for (const { bytecode, contractName } of Object.values(all))
      expect(bytecode, contractName).not.to.match(hashes)
  })
})
