import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { size } from 'viem'
import { libraryNames, link, readArtifact } from '../../cli/deploy/artifacts.ts'
import * as codes from '../../deployments/bytecode/index.ts'
import { sourcesHash } from '../../scripts/solidity/sources.ts'
import { temporaryFolder } from '../helpers/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('deployments/bytecode', () => {
  const { compiler, ...all } = codes

  it('is hex once libraries have addresses, and asks for the market’s three alone', () => {
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
    // a1 64 "solc" 43 then the version: a map with one entry, at the very end.
    const [major, minor, patch] = compiler.version.split('.').map(Number) as [number, number, number]
    const version = [major, minor, patch].map((part) => part.toString(16).padStart(2, '0')).join('')
    for (const { bytecode, contractName } of Object.values(all))
      expect(bytecode, contractName).to.match(new RegExp(`a164736f6c6343${version}000a$`))
  })
})

describe('the hash of the sources', () => {
  const copy = temporaryFolder()
  before(() => {
    cpSync(join(root, 'contracts'), join(copy, 'contracts'), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  })
  after(() => rmSync(copy, { recursive: true }))

  function hashWith(file: string, edit: (text: string) => string): string {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, edit(text))
    try {
      return sourcesHash(copy)
    } finally {
      writeFileSync(path, text)
    }
  }

  it('is that of the bytecode; else run `npm run abi`', () => {
    expect(sourcesHash()).to.equal(codes.compiler.sources)
  })

  it('does not depend on the folder of the project', () => {
    expect(sourcesHash(copy)).to.equal(sourcesHash())
  })

  it('changes with code anywhere below a deployed contract', () => {
    for (const file of [
      'contracts/Notary.sol',
      'contracts/types/Units.sol',
      'contracts/libraries/ProofLib.sol',
    ])
      expect(
        hashWith(file, (text) => `${text}\nerror Another();\n`),
        file,
      ).not.to.equal(sourcesHash())
  })

  it('stays with another comment, and not with another text', () => {
    const same = hashWith('contracts/Notary.sol', (text) => `${text}// "more"\n/* and\n more */\n`)
    expect(same).to.equal(sourcesHash())
    const other = hashWith('contracts/SourceKeys.sol', (text) =>
      text.replace('"CREsolver Source"', '"// Source"'),
    )
    expect(other).not.to.equal(sourcesHash())
  })
})
