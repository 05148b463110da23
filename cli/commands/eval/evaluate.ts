import { type Decided, decide, readEvent, viewPage } from '../../../workers/facts/index.ts'
import type { Case } from './Case.ts'
import { type Line, type Verdict, verdictOf } from './judge.ts'
import { type Reader, readingsOf } from './readers.ts'

const order: readonly Verdict[] = ['wrong', 'undecided', 'right']

/** Decides a case as one reader plays it. Of several ways to play it, the worst counts. */
export function evaluate(reader: Reader, played: Case): Line {
  const spec = readEvent(played)
  const pages = played.pages.map((page) =>
    viewPage(page, played.sources.find(({ url }) => url === page.url) ?? unknown(page.url)),
  )
  const lines = readingsOf(reader, spec, played).map((readings) =>
    lineOf(played, decide(spec, pages, readings)),
  )
  return lines.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))[0]!
}

const unknown = (url: string) => ({ url, name: '', role: 'secondary', complete_for: null }) as const

function lineOf({ id, truth }: Case, { outcome, confidence_bps, rule, why }: Decided): Line {
  const verdict = verdictOf(outcome, truth)
  return { id, truth, outcome, confidence: confidence_bps / 10_000, rule, verdict, why: why.slice(0, 300) }
}
