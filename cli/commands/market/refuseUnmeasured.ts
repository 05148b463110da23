import { hexToBytes } from 'viem'
import { identityRegistryAbi } from '../../../deployments/abi/index.ts'
import { BaseError, Json, Question, Rule } from '../../../protocol/index.ts'
import { describe, type Figures, figuresOf, fitnessOf } from '../../../workers/agent/Evaluation.ts'
import { exchange } from '../../../workers/conformance/exchange.ts'
import { health } from '../../../workers/sdk/health.ts'
import { addressIn } from '../../chain/deployment.ts'
import { getMarket, type Reader } from '../../chain/marketState.ts'
import { read } from '../../chain/send.ts'
import { UsageError } from '../../terminal/failure.ts'
import { asUsage } from '../../terminal/service.ts'

export type MeasuredOptions = {
  /** The config of the worker that will answer. */
  readonly worker?: string | undefined
  /** Stake all the same. */
  readonly unmeasured?: boolean | undefined
}

/** What is known of a worker: how it stands (null: it needs no eval), or why nothing is known. */
type Known = { readonly fitness: Figures | null } | { readonly unknown: string }

/**
 * Refuses to stake in a market in words for a worker that reads and was not measured, or was wrong too often. Gives a line for the one who stakes all
 * the same, or whose worker cannot be asked; null where all is well.
 */
export async function refuseUnmeasured(
  from: Reader,
  { marketId, agentId }: { readonly marketId: bigint; readonly agentId: bigint },
  { worker, unmeasured = false }: MeasuredOptions,
): Promise<string | null> {
  if (!(await isInWords(from, marketId))) return null
  const known = worker === undefined ? await askWorker(from, agentId) : await readWorker(worker, agentId)
  if ('unknown' in known) return `Whether its worker was measured is not known: ${known.unknown}.`
  const { fitness } = known
  if (fitness === null || fitness.state === 'fit') return null
  const said = describe(fitness)
  if (!unmeasured) throw new UnmeasuredError(agentId, said)
  return `Warning: ${said} It stakes all the same.`
}

/** Numbers decide the others: an eval of reading says nothing of them. */
async function isInWords(from: Reader, marketId: bigint): Promise<boolean> {
  const { question, deadline } = await getMarket(from, marketId)
  const parsed = Question.parse(question, { deadline: Number(deadline) })
  return !(Rule.isAuto(parsed.rule) && Question.hasNoError(parsed))
}

async function readWorker(file: string, agentId: bigint): Promise<Known> {
  const { participantExtension } = await import('../../../adapters/participant/extension.ts')
  const { readConfig } = await import('../../../workers/agent/Config.ts')
  const config = asUsage(() => readConfig(file, [participantExtension]))
  if (BigInt(config.agentId) !== agentId)
    throw new UsageError(`${file} is the config of agent ${config.agentId}, not of agent ${agentId}.`)
  const fitness = fitnessOf(config)
  return { fitness: fitness === null ? null : figuresOf(fitness) }
}

const limits = { timeout: 5_000, maxBytes: 65_536 }

/** Asks the worker at the endpoint that is registered for its agent: it says of itself how it stands. */
async function askWorker(from: Reader, agentId: bigint): Promise<Known> {
  const endpoint = await endpointOf(from, agentId)
  if (endpoint === '') return { unknown: 'its agent has no endpoint; name its config with --worker' }
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    return { unknown: 'its endpoint is not a URL; name its config with --worker' }
  const url = new URL('health', endpoint.endsWith('/') ? endpoint : `${endpoint}/`)
  const got = await exchange(url, { method: 'GET' }, limits)
  if (got.kind !== 'reply') return { unknown: 'it does not answer; name its config with --worker' }
  return knownFrom(new TextDecoder().decode(got.body))
}

async function endpointOf(from: Reader, agentId: bigint): Promise<string> {
  const bytes = await read(
    from.client.readContract({
      address: addressIn(from.deployment, 'IdentityRegistry'),
      abi: identityRegistryAbi,
      functionName: 'getMetadata',
      args: [agentId, 'a2a'],
    }),
  )
  return new TextDecoder().decode(hexToBytes(bytes))
}

/** What a worker's health says of it; one of other software says nothing of an eval. */
function knownFrom(text: string): Known {
  try {
    return { fitness: health.shape.eval.parse((Json.parse(text) as { eval?: unknown }).eval) }
  } catch {
    return { unknown: 'it says nothing of an eval' }
  }
}

/** Thrown where a stake would stand on a reader of unknown or poor quality. */
export class UnmeasuredError extends BaseError {
  override readonly name = 'Cli.UnmeasuredError'
  constructor(agentId: bigint, said: string) {
    super(`The worker of agent ${agentId} does not stake. ${said}`, {
      metaMessages: [
        'Measure it: cresolver eval cases.jsonl --model <its config>',
        'Or stake all the same with --unmeasured.',
      ],
      docsPath: 'docs/evaluating.md',
    })
  }
}
