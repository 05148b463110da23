import { join } from 'node:path'
import { BaseError, Instant, type Proof, Resolver } from '../../protocol/index.ts'
import type { Adapter } from './Adapter.ts'
import * as Commitment from './Commitment.ts'
import { recordPublished } from './create.ts'
import { type Decision, unheeded } from './Decision.ts'
import { replaceFile } from './durable.ts'
import { type Market, type OnChain, toExact } from './Market.ts'
import * as MarketBook from './MarketBook.ts'
import { clip } from './Replies.ts'
import { byResolver, type Resolution, resolve } from './resolve.ts'
import { explain, resolveStep, type Step } from './Step.ts'
import { resolutionWords } from './words.ts'

export type CycleOptions = {
  readonly decisions?: ReadonlyMap<string, Decision> | undefined
  /** Seconds from resolution to finality. */
  readonly window?: number | undefined
  /** What the twin of a market ended as on its chain, or null as long as that may change; not asked where this is left out. */
  readonly twin?: ((link: OnChain) => Promise<Decision['outcome'] | null>) | undefined
}

/**
 * Sync, resolve, post; each step for every market, in the order of markets.json. Whatever was done before is not done again, and
 * what fails for one market does not keep the others from their turn. On a read-only adapter this is a plan: the same steps, not taken.
 */
export async function cycle(adapter: Adapter, options: CycleOptions = {}): Promise<Step[]> {
  const { files, clock, checkpoint, isReadOnly } = adapter
  const { decisions = new Map<string, Decision>(), window = 7_200, twin } = options
  const steps: Step[] = []
  await resumeAll(adapter, steps)
  let book = MarketBook.read(files.markets)
  const keep = (market: Market): void => {
    book = MarketBook.withMarket(book, { ...market, updated_at: Instant.format(clock.now()) })
    if (!isReadOnly) MarketBook.write(files.markets, book, checkpoint)
  }
  const forEach = async (
    status: Market['status'],
    work: (market: Market) => Promise<void>,
  ): Promise<void> => {
    for (const market of Object.values(book.markets)) {
      if (market.status !== status) continue
      try {
        await work(market)
      } catch (error) {
        steps.push(explain(market.id, error))
      }
    }
  }

  /** When the comments of each market were read: none is resolved before all that came in time were. */
  const readAt = new Map<string, number>()
  await forEach('open', async (market) => {
    const at = clock.now()
    const comments = await adapter.moltbook.comments(market.moltbook_post_id)
    readAt.set(market.id, at)
    const { commitments, late } = Commitment.collect(comments ?? [], Instant.parse(market.deadline))
    const merged = Commitment.merge(market.commitments, commitments)
    if (JSON.stringify(merged) !== JSON.stringify(market.commitments))
      keep({ ...market, commitments: merged })
    steps.push({ step: 'sync', id: market.id, commitments: merged.length, late: late.length })
  })

  await forEach('open', async (market) => {
    if ((readAt.get(market.id) ?? 0) < Instant.parse(market.deadline)) return
    const found = await resolve(adapter.resolving, market, clock.now())
    const isOurs =
      found.kind !== 'manual' || Resolver.isServedBy(found.resolver, (await adapter.writer.me()).name)
    const decision = isOurs ? decisions.get(market.id) : undefined
    const resolution =
      found.kind === 'manual' && decision !== undefined
        ? byResolver(decision.outcome, decision.note, decision.uri)
        : found
    if (resolution.kind === 'waiting') steps.push({ step: 'wait', id: market.id, why: resolution.why })
    else if (resolution.kind === 'manual') {
      const who = `${clip(resolution.resolver ?? 'this account', 64)} decides`
      const how = isOurs
        ? `: market cycle --decide ${market.id}=YES --because "…"`
        : ', and this account does not'
      steps.push({ step: 'wait', id: market.id, why: `${who}${how}` })
    } else {
      if (resolution.proof !== null && !isReadOnly) saveProof(adapter, resolution.proof)
      keep(resolved(market, resolution, clock.now()))
      steps.push(resolveStep(market.id, resolution))
    }
  })

  const account = decisions.size === 0 ? null : await nameOf(adapter)
  steps.push(...unheeded(decisions, book.markets, { now: clock.now(), account }))

  await forEach('resolved', async (market) => {
    const content = resolutionWords(market)
    const next = market.outcome === null ? ('invalid' as const) : ('settled' as const)
    const commentId = market.resolution_comment_id ?? (await comment(adapter, market, content))
    steps.push({ step: 'post', id: market.id, comment_id: commentId, content })
    steps.push({ step: 'status', id: market.id, status: next })
    // A plan knows no id, and without one there is nothing to keep.
    if (commentId !== null) keep({ ...market, resolution_comment_id: commentId, status: next })
  })

  await forEach('settled', async (market) => {
    if (clock.now() < Instant.parse(market.resolved_at!) + window) return
    if (twin !== undefined && market.onchain !== null) {
      const there = await twin(market.onchain)
      if (there === null) {
        steps.push({
          step: 'wait',
          id: market.id,
          why: `its twin on chain ${market.onchain.chain_id} is not final yet`,
        })
        return
      }
      if (there !== market.outcome) throw new OtherOutcomeError(market, there)
    }
    keep({ ...market, status: 'finalized' })
    steps.push({ step: 'status', id: market.id, status: 'finalized' })
  })
  return steps
}

/** Goes on where an earlier command stopped, and records what it posted. */
async function resumeAll(adapter: Adapter, steps: Step[]): Promise<void> {
  const { writer, isReadOnly } = adapter
  for (const entry of writer.interrupted()) {
    try {
      if (isReadOnly) await writer.checkWaiting(entry)
      const { state } = isReadOnly ? entry : await writer.resume(entry.key)
      steps.push({ step: 'resume', key: entry.key, state: state.type })
    } catch (error) {
      steps.push(explain(entry.key, error))
    }
  }
  if (!isReadOnly) for (const id of recordPublished(adapter)) steps.push({ step: 'record', id })
}

/** Null where Moltbook cannot be asked: who decides is not known then, and nothing was decided. */
const nameOf = ({ writer }: Adapter): Promise<string | null> =>
  writer.me().then(
    ({ name }) => name,
    (error: unknown) => {
      if (error instanceof BaseError) return null
      throw error
    },
  )

/** Null in a plan. */
async function comment(
  { writer, isReadOnly }: Adapter,
  market: Market,
  content: string,
): Promise<string | null> {
  if (isReadOnly) return null
  const write = { kind: 'comment' as const, postId: market.moltbook_post_id, body: { content } }
  const purpose = { type: 'resolution', id: market.id }
  const { state } = await writer.submit(`resolution:${market.id}`, write, { purpose })
  if (state.type !== 'published' || state.id === null) throw new NamelessCommentError(market.id)
  return state.id
}

const resolved = (market: Market, found: Extract<Resolution, { kind: 'resolved' }>, now: number): Market => ({
  ...market,
  status: 'resolved',
  outcome: found.outcome,
  outcome_value: found.value === null ? null : toExact(found.value),
  outcome_evidence: found.evidence,
  resolved_at: Instant.format(now),
})

/** Before the market that names its root: a root always has its proof. */
function saveProof({ files, checkpoint }: Adapter, proof: Proof.Proof): void {
  replaceFile(join(files.proofs, `${proof.bundle.por_root}.json`), `${JSON.stringify(proof)}\n`)
  checkpoint('proof:saved')
}

export class NamelessCommentError extends BaseError {
  override readonly name = 'Moltbook.NamelessCommentError'
  constructor(id: string) {
    super(`The resolution of ${id} is published, but Moltbook did not say under which id.`)
  }
}

/** Two decided the same question and differ. Nothing is rewritten: a person has to look at both proofs. */
export class OtherOutcomeError extends BaseError {
  override readonly name = 'Moltbook.OtherOutcomeError'
  constructor({ outcome, outcome_evidence, onchain }: Market, there: Decision['outcome']) {
    super(`It was published as ${outcome}, and its twin on chain ${onchain!.chain_id} ended as ${there}.`, {
      metaMessages: [
        `Compare the proof ${outcome_evidence?.por_root ?? '(none)'} with that of market ${onchain!.market_id} of ${onchain!.contract}.`,
        'Whichever is wrong, comment on the post: what is published stays.',
      ],
    })
  }
}
