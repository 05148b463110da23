import { agree } from './agree.ts'
import { type Checked, checkFact } from './checkFact.ts'
import { conclude, type Decision, invalid } from './conclude.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import type { PageView } from './PageView.ts'

export type Decided = Decision & { readonly readings: readonly [readonly Checked[], readonly Checked[]] }

/** From two readings of the same pages to a decision. A pure function: whoever has the pages and the facts gets the same. */
export function decide(
  spec: EventSpec,
  pages: readonly PageView[],
  readings: readonly [readonly Fact[], readonly Fact[]],
): Decided {
  const decided = decideBy(spec, pages, readings)
  if (spec.titled === null || decided.outcome === 'INVALID') return decided
  const { outcome } = decideBy({ ...spec, ...spec.titled }, pages, readings)
  return outcome === decided.outcome
    ? decided
    : { ...invalid('missing-fields', 'title and rules differ in what decides'), readings: decided.readings }
}

function decideBy(
  spec: EventSpec,
  pages: readonly PageView[],
  readings: readonly [readonly Fact[], readonly Fact[]],
): Decided {
  const checked = readings.map((facts) =>
    facts.map((fact) => checkFact(spec, pages, fact)),
  ) as unknown as Decided['readings']
  return { ...conclude(spec, pages, agree(checked[0], checked[1])), readings: checked }
}
