import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endQuietlyOnBrokenPipe } from '../../cli/terminal/output.ts'
import { compare, pathOf, readVectors, runInNode, suites, type Vectors } from './runner.ts'

const help = `Usage: npm run vectors -- [--write] <suite>…

Runs the cases of test/vectors/<suite>.json in Node and says whose output differs from the file's.
With --write the file's outputs are replaced. Suites: ${suites().join(', ')}
`

/** Exit codes: 0 nothing differs, or written; 1 something differs; 2 the words of the call are off. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(help, 0)
  const unknown = positionals.filter((suite) => !suites().includes(suite))
  if (positionals.length === 0) return say(help, 2)
  if (unknown.length > 0) return say(`There is no suite ${unknown.join(', ')}.\n${help}`, 2)
  let differing = 0
  for (const suite of positionals) differing += await regenerate(suite, values.write === true)
  return differing > 0 && !values.write
    ? say('Nothing was written. Add --write to replace the outputs.\n', 1)
    : 0
}

async function regenerate(suite: string, write: boolean): Promise<number> {
  const vectors = readVectors(suite)
  const outputs = await runInNode(vectors)
  const differences = compare(vectors, outputs)
  say(`${suite}: ${differences.length} of ${vectors.cases.length} outputs differ\n`, 0)
  for (const { name, expected, actual } of differences) {
    say(`  ${name}\n    - ${expected}\n    + ${actual}\n`, 0)
  }
  if (write && differences.length > 0) writeFileSync(pathOf(suite), format(vectors, outputs))
  return differences.length
}

// One case a line: a change of one case is a change of one line.
function format({ suite, cases }: Vectors, outputs: readonly string[]): string {
  const lines = cases.map((each, i) => {
    const { name, fn, input } = each
    return `    ${visible(JSON.stringify({ name, fn, input, output: JSON.parse(outputs[i]!) }))}`
  })
  return `{\n  "suite": ${JSON.stringify(suite)},\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`
}

// Characters that an editor would not show are written as escapes.
const visible = (json: string) =>
  json.replace(
    /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function say(text: string, code: number): number {
  ;(code === 2 ? process.stderr : process.stdout).write(text)
  return code
}

endQuietlyOnBrokenPipe()
try {
  process.exitCode = await main()
} catch (error) {
  // parseArgs explains an unknown flag in one sentence.
  if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error
  process.exitCode = say(`${(error as Error).message}\n${help}`, 2)
}
