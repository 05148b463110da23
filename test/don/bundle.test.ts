import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { bundle } from '../../don/bundle.ts'
import { compileGuest, runGuest } from '../../don/guest.ts'
import { Hash } from '../../protocol/index.ts'

describe('bundle', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-bundle-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (source: string) => {
    const entry = join(folder, 'entry.ts')
    writeFileSync(entry, source)
    return entry
  }
  const protocol = fileURLToPath(import.meta.resolve('../../protocol/index.ts'))

  for (const minify of [false, true]) {
    it(`makes the protocol, viem and zod run in the guest${minify ? ', minified' : ''}`, () => {
      const entry = write(`import { Bytes, Hash } from ${JSON.stringify(protocol)}
        declare function sendResponse(bytes: Uint8Array): void
        sendResponse(Bytes.fromText(Hash.ofJson({ b: 1, a: '§' }) as string))`)
      const result = runGuest(compileGuest(bundle(entry, { minify })))
      expect(new TextDecoder().decode(result.response)).to.equal(Hash.ofJson({ a: '§', b: 1 }))
    })
  }

  it('says what bun could not follow', () => {
    const entry = write("import { gone } from './gone.ts'\ngone()")
    expect(() => bundle(entry))
      .to.throw(/gone\.ts/)
      .with.property('name', 'Bundle.BundleError')
  })
})
