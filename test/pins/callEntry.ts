import { Readable } from 'node:stream'

/** Where the process itself still prints, while calls are caught. */
export const print = process.stdout.write.bind(process.stdout)

let calls = 0
// Every call listens for a reader that goes away.
process.stdout.setMaxListeners(0)

/**
 * Calls an entry that reads `process.argv` and runs when it is imported: a fresh copy of it, in this process. A hundred calls take
 * as long as a few processes do.
 */
export async function callEntry(entry: string, words: readonly string[], input = '') {
  let stdout = ''
  process.stdout.write = ((chunk: string) => {
    stdout += chunk
    return true
  }) as typeof process.stdout.write
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.argv = [process.execPath, entry, ...words]
  process.exitCode = undefined
  await import(`${entry}?call=${++calls}`)
  const exit = process.exitCode ?? 0
  process.exitCode = undefined
  return { exit, stdout }
}
