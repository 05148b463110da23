import type * as z from 'zod'
import type { asked } from '../protocol/Catalog.ts'
import { Question, Round, Rule } from '../protocol/index.ts'
import { storable } from './Event.ts'

/** What a list shows of a market's question. */
export type Asked = z.infer<typeof asked>

/** A question as it is read once, when the market is; with its picture, which only the indexer itself asks for. */
export function readAsked(text: string, times: { readonly createdAt: number; readonly deadline: number }) {
  const { parsed } = Question.pose({ question: text, deadline: times.deadline })
  const { rule } = parsed
  const docket = docketRuleOf(parsed, times)
  const shown: Asked = {
    title: clean(parsed.question),
    event: clean(parsed.event),
    category: clean(parsed.category),
    has_picture: parsed.picture !== null,
    rule: {
      kind: docket === null ? 'manual' : 'auto',
      source: clean(rule.source),
      metric: clean(docket === null ? rule.metric : Rule.metricUsed(rule)),
      op: clean(rule.op),
      target: clean(rule.target),
      window: docket === null ? null : { from: docket.from, to: docket.to, ready_at: docket.readyAt },
    },
  }
  return { shown, picture: clean(parsed.picture) }
}

const clean = (text: string | null): string | null => (text === null ? null : storable(text))

/** A rule that no number can decide is for agents, whatever it looks like. */
function docketRuleOf(parsed: Question.Parsed, times: { createdAt: number; deadline: number }) {
  try {
    return Round.docketRule({ parsed, ...times })
  } catch {
    return null
  }
}
