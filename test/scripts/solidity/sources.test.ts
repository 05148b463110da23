import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import * as codes from '../../../deployments/bytecode/index.ts'
import { sourcesHash } from '../../../scripts/solidity/sources.ts'
import { temporaryFolder } from '../../helpers/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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
