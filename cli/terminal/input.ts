import { createReadStream } from 'node:fs'
import { UsageError } from './failure.ts'

const maxBytes = 256 * 1024 * 1024

/** The bytes of a file, or of stdin when no file (or `-`) is named. */
export async function readBytes(file: string | undefined): Promise<Uint8Array> {
  if (file === undefined || file === '-') return readStdin()
  try {
    return await collect(createReadStream(file))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`Cannot read ${file}.`, { cause, metaMessages: [(cause as Error).message] })
  }
}

/** The same as text. Bytes that are not UTF-8 become U+FFFD, which every parser here refuses. */
export async function readText(file: string | undefined): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(file))
}

async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('reading from the terminal; end with Ctrl-D\n')
  return collect(process.stdin)
}

/** Counted as it comes: a device or a pipe has no size. */
async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new UsageError(`The input is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
