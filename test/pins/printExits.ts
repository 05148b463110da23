import { readFileSync } from 'node:fs'
import { callEntry, print } from './callEntry.ts'
import { entries } from './here.ts'

/** Reads a list of calls from a file, makes them, and prints what came of each as one JSON list. */
export type Call = {
  readonly program: keyof typeof entries
  readonly words: readonly string[]
  readonly input: string
}

const ends = []
for (const { program, words, input } of JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Call[])
  ends.push(await callEntry(entries[program], words, input))

// Whatever a call has left open would keep the process.
print(JSON.stringify(ends), () => process.exit(0))
