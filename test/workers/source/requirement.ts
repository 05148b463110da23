import { expect } from 'chai'
import { Hash, Instant, Question, type Rule } from '../../../protocol/index.ts'
import { SourceError } from '../../../protocol/source/index.ts'
import type { Requirement, Source } from '../../../workers/source/Source.ts'

export const deadline = Instant.parse('2026-02-20T23:59:00Z')
export const created = deadline - 86_400

export const ruleOf = (...lines: string[]): Rule.Rule =>
  Question.parse(`§question Will it?\n§rule\n${lines.join('\n')}`).rule

export const auto = ruleOf('source:coingecko:bitcoin', 'metric:price_usd', 'op:gte', 'target:75000')

/** What `provider:asset:metric` requires in a window, by default that of CoinGecko's tolerance. */
export function requirement(text: string, from = deadline, to = from + 3_900): Requirement {
  const [provider = '', ...rest] = text.split(':')
  const metric = rest.pop() ?? ''
  return {
    requirementId: 'r1',
    provider,
    asset: rest.join(':'),
    metric,
    sourceId: Hash.ofText(text),
    window: { from, to },
  }
}

/** How a failure is sorted, or `none`. */
export function trouble(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    expect(error).to.be.instanceOf(SourceError)
    return (error as SourceError).trouble
  }
  return 'none'
}

export const urlOf = (source: Source, wanted: Requirement): string => source.plan(wanted).url
