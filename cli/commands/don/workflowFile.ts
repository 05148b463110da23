import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { buildWorkflow } from '../../../don/build.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readBytes } from '../../terminal/input.ts'

/** What CRE allows a module to unpack to. */
const maxBytes = 100_000_000
/** And to have when packed, before base64. */
const maxPackedBytes = 20_000_000

/** A workflow's module: of its TypeScript, or as it was built before, packed or not. */
export async function readWorkflow(file: string): Promise<Uint8Array> {
  if (/\.[mc]?ts$/.test(file)) return await buildWorkflow(file, { cache: true })
  const bytes = await readBytes(file)
  if (isWasm(bytes)) return bytes
  try {
    const packed = Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64')
    checkPacked(packed)
    const wasm = brotliDecompressSync(packed, { maxOutputLength: maxBytes })
    if (isWasm(wasm)) return new Uint8Array(wasm)
  } catch (error) {
    if (error instanceof UsageError) throw error
    // Else said below, whatever the reason.
  }
  throw new UsageError(`${file} is no workflow.`, {
    metaMessages: ['Give its main.ts, a .wasm, or a .wasm.br.b64 as CRE stores it.'],
  })
}

function checkPacked({ length }: Uint8Array): void {
  if (length > maxPackedBytes)
    throw new UsageError(`The workflow has ${length} bytes compressed; CRE takes ${maxPackedBytes}.`)
}

const isWasm = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm'

/** Thirty times as fast as the best compression, whose files are a tenth smaller. */
const quality = 9

/** A module as CRE stores it. */
export function inFile(wasm: Uint8Array): Buffer {
  const packed = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  checkPacked(packed)
  return Buffer.from(packed.toString('base64'))
}
