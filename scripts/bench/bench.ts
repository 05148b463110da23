import { parseArgs } from 'node:util'
import type { Row } from './measure.ts'

type Bench = {
  readonly summary: string
  readonly rows: (note: (text: string) => void, extent?: never) => Row[] | Promise<Row[]>
  /** A small extent, for who has no time; not every bench has one. */
  readonly quick?: unknown
  /** The same thing so many times, to see what grows; not every bench has it. */
  readonly soak?: (times: number) => Bench['rows']
}

// Each is loaded only when asked for, so that one that is broken leaves the others alone.
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  protocol: () => import('./protocol.ts'),
  gas: () => import('./gas.ts'),
  rubric: () => import('./rubric.ts'),
  rules: () => import('./rules.ts'),
  reading: () => import('./reading.ts'),
  events: () => import('./events.ts'),
  worker: () => import('./worker.ts'),
  words: () => import('./words.ts'),
  hostile: () => import('./hostile.ts'),
  round: () => import('./round.ts'),
  solve: () => import('./solve.ts'),
  economics: () => import('./economics.ts'),
  capacity: () => import('./capacity.ts'),
  indexer: () => import('./indexer.ts'),
}

const usage = 'Usage: npm run bench -- <name> [--json] [--quick] [--soak <n>]'

/** Exit codes: 0 measured, 1 failed, 2 the words of the call are off. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      quick: { type: 'boolean' },
      soak: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return say(await help(), 0)
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) return say(await help(), 2)
  const load = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (load === undefined) return say(`There is no bench ${name}.\n${await help()}`, 2)
  const { rows, quick, soak } = await load()
  if (values.quick && quick === undefined) return say(`The bench ${name} has no quick form.\n`, 2)
  if (values.soak !== undefined && (soak === undefined || !/^[1-9]\d{0,2}$/.test(values.soak)))
    return say(soak === undefined ? `The bench ${name} has no soak.\n` : '--soak takes 1 to 999.\n', 2)
  const extent = (values.quick ? quick : undefined) as never
  const measure = values.soak === undefined ? rows : soak!(Number(values.soak))
  const measured = await measure((text) => void process.stderr.write(`${text}\n`), extent)
  return say(values.json ? `${JSON.stringify({ bench: name, rows: measured })}\n` : table(measured), 0)
}

async function help(): Promise<string> {
  const lines = Object.entries(benches).map(async ([name, load]) => `  ${name}  ${(await load()).summary}`)
  return `${usage}\n\n${(await Promise.all(lines)).join('\n')}\n`
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(
      ({ name, n, value, unit }) =>
        `${name.padEnd(width)}  ${String(value).padStart(9)} ${unit}  (n = ${n})\n`,
    )
    .join('')
}

function say(text: string, code: number): number {
  ;(code === 0 ? process.stdout : process.stderr).write(text)
  return code
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  if (!isUsage) throw error
  process.exitCode = say(`${(error as Error).message}\n${await help()}`, 2)
}
