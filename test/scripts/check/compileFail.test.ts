import { join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { projectRoot } from '../../../scripts/check/files.ts'

/** The compiler's complaints about a file that stands in `folder`, under that folder's own settings. */
function complaints(folder: string, text: string): string[] {
  const config = ts.readConfigFile(join(projectRoot, folder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(projectRoot, folder))
  const path = join(projectRoot, folder, 'sample.ts')
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getSemanticDiagnostics(program.getSourceFile(path)),
  ]
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('protocol/tsconfig.json', function () {
  this.timeout(120_000)

  it('SPEC §6: makes a compile error of what the guest does not have, even beside all of protocol/', () => {
    const unsafe: Record<string, string> = {
      setTimeout: 'setTimeout(() => 1, 1)',
      setInterval: 'setInterval(() => 1, 1)',
      URL: "new URL('https://example.com')",
      process: 'process.env',
      Buffer: "Buffer.from('x')",
      fetch: "fetch('https://example.com')",
      crypto: 'crypto.subtle',
      structuredClone: 'structuredClone({})',
      TextEncoder: 'new TextEncoder()',
      console: 'console.log(1)',
      document: 'document.body',
    }
    const lines = [
      "import * as Protocol from './index.ts'",
      'Protocol.Json.canonical(1)',
      ...Object.values(unsafe),
    ]
    const found = complaints('protocol', lines.join('\n'))
    const named = Object.keys(unsafe).filter((name) => found.some((text) => text.includes(`'${name}'`)))
    expect(named).to.deep.equal(Object.keys(unsafe))
    expect(found).to.have.length(Object.keys(unsafe).length)
  })

  it("SPEC §6: refuses Node's own modules", () => {
    expect(
      complaints('protocol', "import { readFileSync } from 'node:fs'\nreadFileSync('x')").join(),
    ).to.contain('node:fs')
  })

  it('tells a root from the hash of a request, and both from plain text', () => {
    const wrong: Record<string, string> = {
      'a root where a request is meant': 'const a: Hash.RequestHash = Merkle.root([])',
      'a request where a root is meant': 'const b: Hash.Root = Wire.requestHash(request)',
      'a hash of anything for a root': "const c: Hash.Root = Hash.ofText('x')",
      'a hash for an address': "const d: Address.Address = Hash.ofText('x')",
      'plain text for a hash': 'const e: Hash.Hash = text',
      'plain text for an address': 'const f: Address.Address = text',
    }
    const lines = [
      "import { type Address, type Bytes, Hash, Merkle, Wire } from './index.ts'",
      'declare const request: Wire.ResolveRequest',
      'declare const text: Bytes.Hex',
      'export const fine: Hash.Hash[] = [Merkle.root([]), Wire.requestHash(request)]',
      'export const plain: Bytes.Hex = fine[0]!',
      "export const also: Bytes.Hex = '0x' as Address.Address",
      "export const any: Hash.Hash = Hash.ofText('x')",
    ]
    for (const [name, line] of Object.entries(wrong)) {
      const found = complaints('protocol', [...lines, `export ${line}`].join('\n'))
      expect(found, name).to.have.length(1)
      expect(found[0], name).to.contain('is not assignable to type')
    }
    expect(complaints('protocol', lines.join('\n'))).to.deep.equal([])
  })

  it('accepts what the guest has', () => {
    const text =
      "import { Json } from './index.ts'\nexport const a: string = Json.canonical([1n].at(-1) ?? 'x'.replaceAll('x', 'y'))"
    expect(complaints('protocol', text)).to.deep.equal([])
  })
})
