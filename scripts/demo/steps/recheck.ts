import { parseEventLogs } from 'viem'
import { connectSigned } from '../../../cli/chain/connect.ts'
import { defaultKeyEnv } from '../../../cli/chain/options.ts'
import { readFacts } from '../../../cli/chain/roundFacts.ts'
import { sendStrike, strikeIn } from '../../../cli/chain/strike.ts'
import { eth } from '../../../cli/chain/units.ts'
import { sourcesConfig } from '../../../local/workers/workerConfig.ts'
import { BaseError, RoundFile } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { inspectRound, replayWith } from '../../../workers/sentinel/index.ts'
import {
  createVerifiers,
  notaryOnChain,
  SourceConfig,
  sourceKeysOnChain,
} from '../../../workers/source/index.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'
import { sentinel } from '../people.ts'

/**
 * Fetches each published round, does it again from the first reply to the last leaf, and challenges on-chain what a contract can
 * decide. Anything else that is found means that something is wrong with this program.
 */
export async function recheck(stage: Stage): Promise<void> {
  for (const told of stage.told) {
    const file = await fetchRound(stage, told)
    const { facts } = await readFacts(stage.world.place, BigInt(told.market.id), told.round!.round)
    const { result, bundles } = await inspectRound(file, facts, meansOf(stage))
    told.rechecked = {
      proofs: file.proofs.length,
      leaves: file.leaves?.length ?? 0,
      findings: result.findings,
      citations: RoundFile.rebuild(file).entries.map(({ testimony }) => testimony.citations.join('')),
    }
    const wrong = result.findings.filter(({ remedy }) => remedy !== 'challenge')
    if (wrong.length > 0) throw new DoesNotHoldError(told.market.id, wrong[0]!.message)
    for (const bundle of bundles) if (bundle !== null) await strike(stage, told, bundle)
    stage.say(
      `market ${told.market.id}: round ${told.round!.round} done again, ${file.proofs.length} proofs and ${file.leaves?.length ?? 0} leaves hold`,
    )
    for (const line of looked(told, stage.cast)) stage.say(`market ${told.market.id}: ${line}`)
  }
}

/** What those said who looked for the pages that workers cite. */
export function looked({ round, rechecked }: MarketRecord, { names }: Stage['cast']): string[] {
  return rechecked!.citations.flatMap((verdicts, i) => {
    const { agentId, vote } = round!.votes[i]!
    const who = `agent ${agentId} (${names[agentId]}) says ${vote}`
    if (verdicts === '') return []
    return [
      verdicts.includes('f')
        ? `${who}; others find nothing where it says`
        : `${who}; others find the words that it cites`,
    ]
  })
}

type Bundle = NonNullable<Awaited<ReturnType<typeof inspectRound>>['bundles'][number]>

/** Sends a challenge as the sentinel made it. */
async function strike({ world: { chain, place }, say, cast }: Stage, told: MarketRecord, bundle: Bundle) {
  const options = { rpcUrl: chain.url, deployments: place.folder, keyEnv: defaultKeyEnv, account: sentinel }
  const me = { ...place, ...(await connectSigned(options)) }
  const receipt = await sendStrike(me, strikeIn(bundle, me))
  spend(told, 'challenge', receipt)
  const { abi } = at(place.market)
  const [struck] = parseEventLogs({ abi, eventName: 'WorkerStruck', logs: receipt.logs })
  const { agentId } = told.round!.votes[bundle.worker_index!]!
  const reward = struck?.args.reward ?? 0n
  told.strikes.push({ agentId, reward })
  say(`market ${told.market.id}: ${bundle.finding.message}`)
  say(
    `market ${told.market.id}: agent ${agentId} (${cast.names[agentId]}) is struck; its challenger earns ${eth(reward)}`,
  )
}

/** What proofs are executed again with: the same sources, and the keys of chain and config. */
function meansOf({ world: { place, sources } }: Stage) {
  const config = SourceConfig.schema.parse(sourcesConfig(sources))
  const { client, chainId } = place
  return {
    replay: replayWith(SourceConfig.createRegistry(config)),
    verifiers: createVerifiers({
      keys: config.publicKeys,
      sourceKeys: sourceKeysOnChain(client, chainId, place.at('SourceKeys')),
      notary: notaryOnChain(client, chainId, place.at('Notary')),
    }),
  }
}

const pauseMs = 200
const longestMs = 60_000

/** The round's file from the gateway, which publishes it a moment after it has seen the report. */
export async function fetchRound(
  { world: { gateway } }: Pick<Stage, 'world'>,
  { market, round }: MarketRecord,
): Promise<RoundFile.RoundFile> {
  const url = `${gateway.url}/rounds/${market.id}/${round!.round}`
  const until = performance.now() + longestMs
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return (await response.json()) as RoundFile.RoundFile
    await response?.body?.cancel()
    if (performance.now() > until) throw new UnpublishedError(market.id, response?.status ?? null)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

export class UnpublishedError extends BaseError {
  override readonly name = 'Demo.UnpublishedError'
  constructor(id: number, status: number | null) {
    super(
      `The gateway does not publish the round of market ${id}: ${status === null ? 'no answer' : `status ${status}`}.`,
    )
  }
}

export class DoesNotHoldError extends BaseError {
  override readonly name = 'Demo.DoesNotHoldError'
  constructor(id: number, message: string) {
    super(`The round of market ${id} does not hold: ${message}`)
  }
}
