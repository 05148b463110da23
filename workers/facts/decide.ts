import { agree } from './agree.ts'
import { type Checked, checkFact } from './checkFact.ts'
import { conclude, type Decision } from './conclude.ts'
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
  const checked = readings.map((facts) =>
    facts.map((fact) => checkFact(spec, pages, fact)),
  ) as unknown as Decided['readings']
  return { ...conclude(spec, pages, agree(checked[0], checked[1])), readings: checked }
}
