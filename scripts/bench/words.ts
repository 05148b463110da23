import { sleep, wallClock } from '../../services/Clock.ts'
import { costOf } from '../../services/model/costOf.ts'
import type { Model, Usage } from '../../services/model/Model.ts'
import { openRecorded } from '../../services/model/openRecorded.ts'
import { type Event, stages } from '../../workers/pipeline/Stage.ts'
import { answer, file } from '../recordings.ts'
import { median, type Row, rounded } from './measure.ts'

export const summary =
  'a market in words on recorded models: milliseconds by stage, also with slow ones, tokens and cost by role'

export type Extent = {
  readonly answers: number
  /** What a call takes with a slow model. */
  readonly callMs: number
}
export const quick: Extent = { answers: 2, callMs: 50 }

/** What a token costs where the bench says what an answer does: those of a small model, in micro-USD a million. */
export const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }

/**
 * Milliseconds of stages are the code's own, because a recorded model answers at once; then one answer waits as with a slow model.
 * Tokens are counted as four characters each.
 */
export async function rows(
  note: (text: string) => void,
  { answers, callMs }: Extent = { answers: 50, callMs: 8_000 },
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
  return [...times, ...(await slowRows(callMs)), ...[...used].flatMap(([role, usage]) => rowsOf(role, usage))]
}

/** What the stages that ask a model take where each call takes so long, and the whole answer. */
async function slowRows(callMs: number): Promise<Row[]> {
  const { complete, name } = openRecorded(file)
  const slow: Model = {
    name,
    async complete(prompt, options) {
      await sleep(wallClock, callMs, options?.signal)
      return complete(prompt, options)
    },
  }
  const asking = new Map<string, number>()
  const began = performance.now()
  await answer(slow, (event) => {
    // Timers may be a little early.
    if (event.type === 'finished' && event.ms >= 0.9 * callMs) asking.set(event.stage, event.ms)
  })
  asking.set('whole answer', performance.now() - began)
  const how = `with ${callMs / 1_000} s a call`
  return [...asking].map(([stage, ms]) => ({
    name: `${stage}, ${how}`,
    n: 1,
    value: rounded(ms / 1_000),
    unit: 's',
  }))
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
