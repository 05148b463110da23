import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { inFile, readWorkflow } from '../../../../cli/commands/don/workflowFile.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'

const wasm = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...Array(500).fill(7)])

describe('the file of a workflow', () => {
  const folder = temporaryFolder('workflow')
  after(() => folder.remove())
  const fileOf = (name: string, bytes: string | Uint8Array): string => {
    const path = join(folder.path, name)
    writeFileSync(path, bytes)
    return path
  }
  const refusal = (path: string) =>
    readWorkflow(path).then(
      () => 'taken',
      (error: Error) => error.message,
    )

  it('is a module as it was built', async () => {
    expect(await readWorkflow(fileOf('a.wasm', wasm))).to.deep.equal(wasm)
  })

  it('is a module as CRE stores it, whatever its name', async () => {
    const packed = inFile(wasm)
    expect(packed.toString('latin1')).to.match(/^[A-Za-z0-9+/]+=*$/)
    expect(packed.length).to.be.below(wasm.length)
    expect(await readWorkflow(fileOf('packed', packed))).to.deep.equal(wasm)
  })

  it('is refused by name where it is anything else', async () => {
    const other = brotliCompressSync(Buffer.from('a module of words')).toString('base64')
    for (const [name, bytes] of [
      ['words.b64', 'not packed at all'],
      ['other.b64', other],
      ['cut.b64', inFile(wasm).subarray(0, 12)],
      ['empty.wasm', ''],
    ] as const) {
      const path = fileOf(name, bytes)
      const said = await refusal(path)
      expect(said, name).to.include(`${path} is no workflow.`)
      expect(said, name).to.include('Give its main.ts, a .wasm, or a .wasm.br.b64')
    }
  })

  it('is refused over 20 MB compressed, when it is packed and when it is read', async () => {
    const noise = Buffer.concat([wasm, randomBytes(20_100_000)])
    expect(() => inFile(noise)).to.throw(/bytes compressed; CRE takes 20000000/)
    const path = fileOf('large.b64', noise.toString('base64'))
    expect(await refusal(path)).to.match(/bytes compressed; CRE takes 20000000/)
  })

  it('that is not there is refused by name', async () => {
    expect(await refusal(join(folder.path, 'nowhere.wasm'))).to.include('nowhere.wasm')
  })
})
