import { Rule } from '../../protocol/index.ts'
import type { Resolver } from '../../workers/pipeline/Resolver.ts'

/** A page that does not exist, on a host that does not exist, and words that nobody wrote. */
export const invention = {
  url: 'https://registry-of-rivertown.example/decisions/2025-117',
  quote: 'Decision 2025-117: the registrar notes that nothing of the kind took place.',
} as const

/**
 * A worker that makes things up: where words decide it says NO, sure of itself, and cites a page that nobody has. Elsewhere it
 * answers as any other. Its text reads better than an honest doubt; only who looks for the page finds that there is none.
 */
export function inventingMind(usual: Resolver, inventsIn: (marketId: number) => boolean): Resolver {
  return {
    ...usual,
    async resolve(task, given) {
      const { market_id: marketId } = task.request
      if (Rule.isAuto(task.parsed.rule) || !inventsIn(marketId)) return usual.resolve(task, given)
      return {
        proof: null,
        reply: {
          determination: false,
          outcome: 'NO',
          confidence: 0.99,
          evidence: [
            `Asked: ${task.parsed.question}`,
            `The public registry published its decision: "${invention.quote}"`,
            'I looked for a withdrawal or a correction of it and found none, so the decision stands. The answer is NO.',
          ].join('\n'),
          sources: [invention.url],
          citations: [{ ...invention }],
        },
      }
    },
  }
}
