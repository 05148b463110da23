import { costOf } from '../../services/model/costOf.ts'
import type { Usage } from '../../services/model/Model.ts'
import { openRecorded } from '../../services/model/openRecorded.ts'
import { type Event, stages } from '../../workers/pipeline/Stage.ts'
import { answer, file } from '../recordings.ts'
import { median, type Row, rounded } from './measure.ts'

export const summary = 'a market in words on recorded models: milliseconds by stage, tokens and cost by role'

export type Extent = { readonly answers: number }
export const quick: Extent = { answers: 2 }

/** What a token costs where the bench says what an answer does: those of a small model, in micro-USD a million. */
export const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }

/** Milliseconds are the code's own: a recorded model answers at once. Tokens are counted as four characters each. */
export async function rows(
  note: (text: string) => void,
  { answers }: Extent = { answers: 50 },
): Promise<Row[]> {
  const taken = Object.fromEntries(stages.map((stage) => [stage, [] as number[]]))
  const used = new Map<string, Usage>()
  for (let i = 0; i <= answers; i++) {
    const began = new Map<string, number>()
    const observe = ({ type, stage }: Event) => {
      if (type === 'started') began.set(stage, performance.now())
      // The first one warms up.
      else if (type === 'finished' && i > 0) taken[stage]!.push(performance.now() - began.get(stage)!)
    }
    await answer(noting(used), observe)
  }
  note(`${answers} answers`)
  const times = stages.map((stage) => ({
    name: stage,
    n: answers,
    value: rounded(median(taken[stage]!)),
    unit: 'ms',
  }))
  return [...times, ...[...used].flatMap(([role, usage]) => rowsOf(role, usage))]
}

function rowsOf(role: string, { inputTokens, outputTokens }: Usage): Row[] {
  const cost = costOf({ inputTokens, outputTokens }, prices)
  return [
    { name: `${role}, in`, n: 1, value: inputTokens, unit: 'tokens' },
    { name: `${role}, out`, n: 1, value: outputTokens, unit: 'tokens' },
    { name: `${role}, cost`, n: 1, value: cost ?? 0, unit: 'micro-USD' },
  ]
}

/** The recorded model, with what each role used. */
function noting(used: Map<string, Usage>) {
  const model = openRecorded(file)
  const complete: typeof model.complete = async (prompt, options) => {
    const completion = await model.complete(prompt, options)
    used.set(/^You are the (\S+) of/.exec(prompt.system)?.[1] ?? 'unknown', completion.usage)
    return completion
  }
  return { ...model, complete }
}
