import * as z from 'zod'
import { splitInput } from '../../terminal/batch.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import type { LiveLine } from './judge.ts'

const count = z.number().min(0)
const truth = z.enum(['YES', 'NO', 'INVALID'])
const spent = z.object({
  ms: count,
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cost_micro_usd: count.nullable(),
})
const line = spent.extend({
  id: z.string(),
  truth,
  outcome: truth,
  confidence: z.number(),
  rule: z.string(),
  verdict: z.enum(['right', 'undecided', 'wrong']),
  why: z.string(),
  failed: z.string().nullable(),
  stages: z.record(z.string(), spent),
  fetched: count.optional(),
  by: z.string(),
})

/** The lines of an earlier call of the same candidate, by case. Those that failed are asked again, and lines of another kind are skipped. */
export async function readEarlier(file: string, by: string): Promise<ReadonlyMap<string, LiveLine>> {
  const lines = splitInput(await readText(file)).flatMap((input) => {
    const read = 'value' in input ? line.safeParse(input.value) : undefined
    return read?.success ? [read.data as LiveLine] : []
  })
  if (lines.length === 0)
    throw new UsageError(`${file} has no line of an earlier --model or --worker call with --json.`)
  if (lines.some((one) => one.by !== by))
    throw new UsageError(
      `${file} is of another worker, another model or other prompts: its answers do not count here.`,
    )
  return new Map(lines.filter(({ failed }) => failed === null).map((one) => [one.id, one]))
}
