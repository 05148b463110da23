import type { Model } from '../../services/model/Model.ts'
import type { Fact, Source } from '../../workers/facts/index.ts'
import type { Proposal } from '../../workers/pipeline/text/ModelReply.ts'

type Script = {
  /** In the order in which the worker has them: its ids are source-1, source-2 … */
  readonly sources: readonly Pick<Source, 'url'>[]
  /** What both readers say, or what each of them does. */
  readonly facts: readonly Fact.Fact[] | readonly [readonly Fact.Fact[], readonly Fact.Fact[]]
  readonly proposal?: Partial<Proposal>
}

/** A model that plays a script: what it reads in the question, and the facts that it finds on the pages it is shown. */
export function scriptedReaders({ sources, facts, proposal = {} }: Script): Model {
  const readings = (Array.isArray(facts[0]) ? facts : [facts, facts]) as readonly (readonly Fact.Fact[])[]
  const idOf = (url: string) => `source-${sources.findIndex((one) => one.url === url) + 1}`
  const said = (system: string): object => {
    if (system.startsWith('You are the prompt-engineer'))
      return { missing_fields: [], subject: null, threshold: null, last_day: null, synonyms: [], ...proposal }
    const reading = readings[system.startsWith('You are the second-reader') ? 1 : 0]!
    return { facts: reading.map(({ url, ...fact }) => ({ page: idOf(url), ...fact })) }
  }
  return {
    name: 'scripted',
    complete: async ({ system }) => ({
      text: JSON.stringify(said(system)),
      usage: { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 },
    }),
  }
}
