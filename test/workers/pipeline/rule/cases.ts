import type { Evidence, Proof } from '../../../../protocol/index.ts'
import type { Reply } from '../../../../services/fetch/Transport.ts'
import { collector } from '../../../../workers/pipeline/collector.ts'
import { compileRule } from '../../../../workers/pipeline/rule/compile.ts'
import * as Subject from '../../../../workers/pipeline/Subject.ts'
import { sop } from '../../../../workers/pipeline/sop.ts'
import { own, points, sampleQuestion, second, sources, taskOf, transportOf } from '../helpers.ts'

/** A second provider for the rule of the sample question. */
export const crossCheck: Subject.CrossCheck = {
  provider: 'binance',
  asset: 'BTCUSDT',
  metric: 'price',
  toleranceBps: 50,
}

export const withRule = (...lines: string[]): string =>
  ['§question Will BTC trade there?', '§rule', 'source:coingecko:bitcoin', ...lines].join('\n')

export function compiledOf(
  question = sampleQuestion,
  other: Subject.CrossCheck | null = null,
): Subject.Compiled {
  const compiled = compileRule(Subject.ofTask(taskOf(question)), other)
  if (compiled.status === 'INVALID') throw new Error(compiled.missing_fields.join())
  return compiled
}

type Page = string | Partial<Reply>

/** What the rule's own source and a second one answer. */
export async function evidenceOf(
  compiled: Subject.Compiled,
  page: Page,
  other: Page | null = null,
): Promise<Evidence.EvidenceBundle> {
  const transport = transportOf({ [own]: page, ...(other === null ? {} : { [second]: other }) })
  const context = { collectorId: 'agent-7', sources, transport }
  return (await collector(context, Subject.ofTask(taskOf()), compiled)).evidence
}

/** A proof about the rule of a question whose source gave one value. */
export async function proofOf(
  value: string,
  question = sampleQuestion,
  other: { readonly value: string } | null = null,
): Promise<Proof.Proof> {
  const pages = { [own]: points(value), ...(other === null ? {} : { [second]: points(other.value) }) }
  const context = {
    collectorId: 'agent-7',
    sources,
    transport: transportOf(pages),
    ...(other === null ? {} : { crossCheckFor: () => crossCheck }),
  }
  return (await sop(context, Subject.ofTask(taskOf(question)))).proof
}
