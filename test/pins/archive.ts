import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** A folder as one compressed file: a plain tar (ustar) in brotli, empty folders included. */
const block = 512

export function pack(folder: string): Uint8Array {
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort()
  const parts = names.flatMap((name) => {
    const isFolder = statSync(join(folder, name)).isDirectory()
    const bytes = isFolder ? Buffer.alloc(0) : readFileSync(join(folder, name))
    return [headerOf(isFolder ? `${name}/` : name, bytes.length, isFolder), padded(bytes)]
  })
  const tar = Buffer.concat([...parts, Buffer.alloc(2 * block)])
  return brotliCompressSync(tar, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  })
}

export function unpack(packed: Uint8Array, folder: string): void {
  const tar = brotliDecompressSync(packed)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let at = 0; tar[at] !== 0; ) {
    const name = textAt(tar, at, 100)
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    const path = join(folder, name)
    at += block
    // PostgreSQL opens no folder that others may read.
    if (name.endsWith('/')) mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, tar.subarray(at, at + size), { mode: 0o600 })
    at += Math.ceil(size / block) * block
  }
}

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.ceil(bytes.length / block) * block - bytes.length)])

function headerOf(name: string, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for this archive.`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  header.write(name, 0)
  octal(isFolder ? 0o700 : 0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  // The sum is taken with spaces in its own place.
  header.fill(' ', 148, 156)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return header
}

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('utf8', at, at + length).split('\0')[0]!
