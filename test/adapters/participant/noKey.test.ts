import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { projectFiles } from '../../../scripts/check/files.ts'
import { importsOf } from '../../../scripts/check/imports.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** All that code of a folder can reach by imports, files and packages. */
function reach(starts: readonly string[]): { files: Map<string, string>; packages: Set<string> } {
  const files = new Map<string, string>()
  const packages = new Set<string>()
  const visit = (path: string): void => {
    if (files.has(path)) return
    const text = readFileSync(`${root}/${path}`, 'utf8')
    files.set(path, text)
    for (const { target, typeOnly } of importsOf({ path, text })) {
      if (typeOnly || target === undefined) continue
      if (target.startsWith('.')) visit(posix.normalize(posix.join(posix.dirname(path), target)))
      else packages.add(target)
    }
  }
  starts.forEach(visit)
  return { files, packages }
}

describe('S3-37 C88 the participant', () => {
  const own = projectFiles()
    .map(({ path }) => path)
    .filter((path) => path.startsWith('adapters/participant/') && path.endsWith('.ts'))
  const { files, packages } = reach(own)

  it('has no path to a key: neither to the signer, nor to what reads keys, nor to what signs with them', () => {
    expect(own.length).to.be.greaterThan(20)
    const forbidden = [...files.keys()].filter((path) => /^adapters\/signer\/|readKey|signOnce/.test(path))
    expect(forbidden).to.deep.equal([])
    expect([...packages].filter((name) => /accounts|ethers|wallet/.test(name))).to.deep.equal([])
    // Comments may show how others sign.
    const signing = [...files].filter(([, text]) =>
      /\.sign\(|signTypedData|signMessage|privateKey/.test(text.replace(/\/\*[\s\S]*?\*\//g, '')),
    )
    expect(signing.map(([path]) => path)).to.deep.equal([])
  })

  it('reads nothing from the environment itself', () => {
    const reading = own.filter((path) => files.get(path)!.includes('process.env'))
    expect(reading).to.deep.equal([])
  })

  it('would be found out: the signer has such a path', () => {
    const signer = reach(['adapters/signer/startSigner.ts'])
    expect([...signer.files.keys()]).to.include.members([
      'adapters/signer/Signer.ts',
      'services/http/readKey.ts',
    ])
    expect([...signer.packages]).to.include('viem/accounts')
  })
})
