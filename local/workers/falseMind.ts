import { Decimal, Rule } from '../../protocol/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { aap } from '../../workers/pipeline/aap.ts'
import type { Resolver, Task } from '../../workers/pipeline/Resolver.ts'
import { Registry, SourceConfig } from '../../workers/source/index.ts'

export type FalseMindOptions = {
  readonly agentId: number
  readonly sources: SourceConfig.Config
  readonly env: NodeJS.ProcessEnv
  /** In which markets it lies; elsewhere it answers as any other. */
  readonly liesIn: (marketId: number) => boolean
}

/**
 * A worker that lies well: it changes the one number that decides in the source's reply, and reasons from there as carefully as
 * an honest one. Its proof holds in itself. What it can't forge is the source's signature, so its evidence is plain.
 */
export function falseMind(usual: Resolver, options: FalseMindOptions): Resolver {
  const { agentId, liesIn } = options
  const sources = SourceConfig.createRegistry(options.sources)
  const honest = SourceConfig.createTransport(options.sources, options.env)
  const context = { collectorId: `agent-${agentId}`, sources }
  return {
    ...usual,
    async resolve(task, given) {
      if (!liesIn(task.request.market_id)) return usual.resolve(task, given)
      const transport = forging(task, sources, honest)
      return aap({ ...context, transport }).resolve(task, given)
    },
  }
}

/** A transport that carries the same replies, with the deciding number on the other side of the target, from when there is one. */
function forging(task: Task, sources: Registry.Registry, transport: Transport): Transport {
  const { rule } = task.parsed
  const requirement = Registry.requirementOf(rule, { created: task.created, deadline: task.deadline ?? 0 })
  const source = Registry.sourceFor(sources, requirement)
  return async (request, options) => {
    const reply = await transport(request, options)
    // Where the source says nothing yet there is nothing to forge: whoever asks it through the pipeline is told to wait.
    const value = valueIn(() => source.read(reply.body, requirement))
    if (value === null) return reply
    const body = reply.body.replaceAll(value, otherSide(rule, value))
    return { ...reply, body, headers: unsigned(reply.headers) }
  }
}

function valueIn(read: () => { readonly value: string } | null): string | null {
  try {
    return read()?.value ?? null
  } catch {
    return null
  }
}

/** As far beyond the target as the truth is on this side of it, with as many decimals. */
export function otherSide(rule: Rule.Rule, value: string): string {
  const decimals = value.split('.')[1]?.length ?? 0
  const target = Number(rule.target)
  const mirrored = (2 * target - Number(value)).toFixed(decimals)
  const isMet = (text: string) => Rule.evaluate(rule, text).met
  if (isMet(mirrored) !== isMet(value)) return mirrored
  // The truth is the target itself, or next to it.
  const beyond = [1.01, 0.99].map((factor) => (target * factor).toFixed(decimals))
  return beyond.find((text) => Decimal.isDecimal(text) && isMet(text) !== isMet(value)) ?? mirrored
}

const unsigned = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['x-observation', 'x-signature'].includes(name)),
  )
