import { callEntry, print } from './callEntry.ts'
import { entries } from './here.ts'

/** Prints the help pages of all commands as one JSON object, by the words of the call; subcommands are those that a page lists. */
const pages: Record<string, string> = {}

async function walk(name: string, entry: string, words: readonly string[]): Promise<void> {
  const { stdout } = await callEntry(entry, [...words, '--help'])
  pages[[name, ...words].join(' ')] = stdout
  for (const word of commandsIn(stdout)) await walk(name, entry, [...words, word])
}

/** The names under `Commands:`; lines that go on with a description are indented further. */
function commandsIn(page: string): string[] {
  const list = /\nCommands:\n((?: .*\n)+)/.exec(page)?.[1] ?? ''
  const names = [...list.matchAll(/^ {2}([a-z][a-z0-9-]*)/gm)].map((match) => match[1]!)
  // commander's own, which shows the same pages once more.
  return names.filter((name) => name !== 'help')
}

for (const [name, entry] of Object.entries(entries)) await walk(name, entry, [])
await walk('market', entries.market, ['--demo'])

print(JSON.stringify(pages))
