import { causeOf } from './Cause.ts'
import type { Prices } from './Config.ts'
import { costOf } from './costOf.ts'
import { type Completion, type Model, type Prompt, TooCostlyError } from './Model.ts'

export type CostBounds = { readonly answer?: number | undefined; readonly day?: number | undefined }

const dayMs = 86_400_000
/** Fewer than any tokenizer makes of a token: what a prompt may cost is estimated too high rather than too low. */
const bytesPerToken = 3

/** What was spent under one bound, calls under way with the most that they may cost. */
type Tally = { readonly scope: 'answer' | 'day'; readonly bound: number; spent: number }

/** Failures that cost nothing, because the provider did not begin. What any other cost is unknown. */
const free: ReadonlySet<string> = new Set([
  'busy',
  'overloaded',
  'server-error',
  'refused',
  'quota',
  'schema',
])

/**
 * A model that is not asked where the call could pass a bound. `forAnswer` counts the calls of one answer from zero; the day is that of
 * UTC, counted by this process.
 */
export function bounded(
  model: Model,
  {
    bounds,
    prices,
    now,
  }: { readonly bounds: CostBounds; readonly prices: Prices; readonly now: () => number },
): Model {
  let day: Tally & { date: number } = toDay(0)

  function toDay(date: number): Tally & { date: number } {
    return { scope: 'day', bound: bounds.day ?? Number.POSITIVE_INFINITY, spent: 0, date }
  }

  function today(): Tally {
    const date = Math.floor(now() / dayMs)
    if (day.date !== date) day = toDay(date)
    return day
  }

  function forAnswer(): Model {
    const answer: Tally = { scope: 'answer', bound: bounds.answer ?? Number.POSITIVE_INFINITY, spent: 0 }
    return {
      name: model.name,
      async complete(prompt, options) {
        const most = estimate(prompt, prices)
        const tallies = [answer, today()]
        for (const { scope, spent, bound } of tallies)
          if (spent + most > bound) throw new TooCostlyError(model.name, scope, { spent, bound })
        const settle = (cost: number) => {
          for (const tally of tallies) tally.spent += cost - most
        }
        // Readings that are asked side by side must not both take what is left.
        for (const tally of tallies) tally.spent += most
        try {
          const completion: Completion = await model.complete(prompt, options)
          settle(completion.usage.costMicroUsd ?? most)
          return completion
        } catch (error) {
          settle(costOfFailure(error, most))
          throw error
        }
      },
    }
  }

  return {
    name: model.name,
    complete: (prompt, options) => forAnswer().complete(prompt, options),
    forAnswer,
  }
}

function estimate({ system, user, schema, maxTokens }: Prompt, prices: Prices): number {
  const bytes = Buffer.byteLength(system + user + JSON.stringify(schema ?? ''))
  return costOf({ inputTokens: Math.ceil(bytes / bytesPerToken), outputTokens: maxTokens }, prices)!
}

function costOfFailure(error: unknown, most: number): number {
  const cause = causeOf(error)
  if (free.has(cause)) return 0
  const usage = (error as { usage?: { costMicroUsd: number | null } } | null)?.usage
  return usage?.costMicroUsd ?? most
}
