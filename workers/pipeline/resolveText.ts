import { Address, Question, Wire } from '../../protocol/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import type { Model } from '../../services/model/Model.ts'
import type { Source } from '../facts/index.ts'
import { llm } from './llm.ts'
import type { Answered, Task } from './Resolver.ts'
import type { Observe, Timeouts } from './Stage.ts'
import type { Prompts } from './text/Prompts.ts'
import { classes, type SourceClass, type TextSource } from './text/TextSource.ts'

/** A market in words, outside any round. */
export type AskedText = {
  readonly question: string
  readonly rules: string
  readonly created: number | null
  readonly deadline: number | null
}

export type TextMeans = {
  readonly sources: readonly Source[]
  /** What it fetches is dated by the replies. */
  readonly transport: Transport
  /** Null where there is none: then nothing is decided. */
  readonly model: Model | null
  /** Whom the second reader asks; the same model unless there is another. */
  readonly secondModel?: Model | undefined
  readonly prompts?: Prompts | undefined
  /** Classes of sources that are read; all of them by default. */
  readonly admit?: readonly SourceClass[] | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  readonly observe?: Observe | undefined
  /** Unix seconds, for the receipts of what a model said; the wall clock by default. */
  readonly now?: (() => number) | undefined
  /** When an answer is of no more use, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/**
 * Answers a market in words as the worker `llm` does, with sources that are given: all ten stages, and a proof. Nothing of it is
 * signed or kept.
 *
 * @example
 * const { reply, proof } = await resolveText({ question, rules: '', created: null, deadline }, { sources, transport, model })
 */
export function resolveText(asked: AskedText, means: TextMeans): Promise<Answered> {
  const { sources, until, admit = classes, ...context } = means
  const text = { sources: sources.map(toTextSource), admit: [...admit] }
  return llm({ collectorId: 'agent-0', sources: new Map(), text, ...context }).resolve(toTask(asked), {
    until,
  })
}

const toTextSource = ({ url, name, role, complete_for }: Source, i: number): TextSource => ({
  id: `source-${i + 1}`,
  provider: 'web',
  url,
  class: role,
  description: name === '' ? url.slice(0, 512) : name.slice(0, 512),
  maxTier: 3,
  ...(complete_for === null ? {} : { completeFor: complete_for }),
  topics: [],
})

/** The request of a market that stands on no chain. */
function toTask({ question, rules, created, deadline }: AskedText): Task {
  const place = { chainId: 31_337, market: Address.zero, round: 1 }
  const text = `${question}\n${rules}`.trim()
  const known = deadline === null ? {} : { deadline }
  const request = { market_id: 1, question: text, ...known }
  const requestHash = Wire.requestHash(request)
  return { request, parsed: Question.parse(text, known), requestHash, ...place, deadline, created }
}
