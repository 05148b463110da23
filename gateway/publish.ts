import type { Publication, RoundFile } from '../protocol/index.ts'
import type { RoundStanding, RoundView } from '../services/chain/Chain.ts'
import { toItem } from './admissions.ts'
import { traceOf } from './askPhase.ts'
import { askAgain, fetchProofs } from './exhibits.ts'
import { findFile, keepFile, publicationsOf } from './Files.ts'
import type { Gateway, Key } from './Gateway.ts'
import { findRound, repliesOf } from './Records.ts'
import { findReport } from './Reports.ts'
import { askedDirectly, buildFile } from './rebuild.ts'

export type Published = 'whole' | 'in part' | 'not yet'

/**
 * Publishes a reported round, with what the DON is said to have known. Whoever says so needs no proof of who he is: it is taken only
 * if with it the round comes out as it was reported.
 */
export async function publish(
  gateway: Gateway,
  key: Key,
  more: readonly Publication.Publication[] = [],
): Promise<Published> {
  const { store, chain, log, metrics } = gateway
  const [row, reported, known] = await Promise.all([
    findRound(store, chain, key),
    findReport(store, chain, key),
    findFile(store, chain, key),
  ])
  if (row?.phase !== 'sealed' || reported === undefined) return 'not yet'
  if (known?.rebuilds && known.roundRoot === reported.roundRoot) return 'whole'
  const { view } = row
  const [collected, defences] = await Promise.all([
    itemsOf(gateway, key, 'answers'),
    itemsOf(gateway, key, 'defences'),
  ])
  // Replies that were kept long enough are gone; what was published of them stays.
  if (collected.length !== view.workers.length) return known === undefined ? 'not yet' : 'in part'
  const direct = askedDirectly({ view, reported, answers: collected })
  const answers = direct.length === 0 ? collected : await askAgain(gateway, view, collected, direct)
  const [parameters, standing, proofs, publications] = await Promise.all([
    chain.readParameters(),
    standingBefore(gateway, view, reported.block),
    fetchProofs(gateway, answers),
    publicationsOf(store, chain, key),
  ])
  const material = { view, answers, direct, defences, reported, standing, ...parameters, proofs }
  const { file, rebuilds } = buildFile(material, [...more, ...publications])
  if (known !== undefined && !rebuilds && known.roundRoot === reported.roundRoot) return 'in part'
  await keepFile(store, chain, key, {
    document: JSON.stringify(file),
    roundRoot: reported.roundRoot,
    rebuilds,
  })
  const { traceId: trace_id } = traceOf(gateway, key)
  const told = { trace_id, market_id: key.marketId, round: key.round, round_root: reported.roundRoot }
  metrics.rounds.inc({ step: rebuilds ? 'published' : 'unrebuilt' })
  if (rebuilds) log.info(told, 'the round is published')
  else log.warn(told, 'the round is published, but does not rebuild to the reported root')
  return rebuilds ? 'whole' : 'in part'
}

const itemsOf = async ({ store, chain }: Gateway, key: Key, phase: 'answers' | 'defences') =>
  (await repliesOf(store, chain, key, phase)).map(toItem) as RoundFile.Item[]

/** What the round was counted against: as of the block before its report, or, where the node has forgotten that, as of now. */
async function standingBefore(
  { chain }: Gateway,
  { marketId, round, isRepeat }: RoundView,
  block: bigint,
): Promise<RoundStanding> {
  const before = await chain.readStanding(marketId, block - 1n).catch(() => null)
  if (before !== null && before.round === round) return before
  return { ...(await chain.readStanding(marketId)), round, isRepeat }
}
