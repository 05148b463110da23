import * as Bytes from './Bytes.ts'
import type * as Docket from './Docket.ts'
import { BaseError } from './Errors.ts'
import type * as Hash from './Hash.ts'
import * as Leaf from './Leaf.ts'
import * as Merkle from './Merkle.ts'
import type * as Observation from './Observation.ts'
import * as Schema from './Schema.ts'
import * as Score from './Score.ts'
import type * as Tally from './Tally.ts'

/**
 * A round's leaves: question, rule, then answer, check, defence and scores of each worker, then the tally: 4n + 3.
 * Its root goes on-chain. JSON leaves hold hashes, never text, so anyone can rebuild them from chain and signed replies.
 */
export type Transcript = {
  readonly marketId: bigint
  readonly round: number
  /** The raw on-chain text. */
  readonly question: string
  readonly rule: Docket.Rule | null
  readonly requestHash: Hash.RequestHash
  readonly workers: readonly Worker[]
  readonly tally: Tally.Tally
}

/** A worker's entry, and the agent it belongs to. */
export type Worker = Observation.Entry & { readonly agentId: number }

/**
 * How many leaves the transcript of a round has.
 *
 * @example
 * Transcript.leafCount(3) // 15
 */
export const leafCount = (workers: number): number => 4 * workers + 3

/**
 * Where a worker's leaves are.
 *
 * @example
 * Transcript.leafIndex(1, 'check') // 7
 */
export const leafIndex = (worker: number, part: Part): number => 2 + 4 * worker + parts.indexOf(part)
const parts = ['answer', 'check', 'defence', 'scores'] as const
/** One of a worker's four leaves. */
export type Part = (typeof parts)[number]

/** The leaves of a round, in order. */
export function leaves(transcript: Transcript): Uint8Array[] {
  return [
    Bytes.fromText(transcript.question),
    Leaf.rule(transcript.rule),
    ...transcript.workers.flatMap((worker, index) => workerLeaves(transcript, worker, index)),
    tallyLeaf(transcript.tally),
  ]
}

/**
 * The tree over a round's leaves; its root goes on-chain.
 *
 * @example
 * const vote = Vote.none('silent')
 * const transcript = {
 *   marketId: 7n,
 *   round: 1,
 *   question: '§question Will it rain?\n§rule\nsource:manual',
 *   rule: null,
 *   requestHash: Hash.asRequestHash(Hash.ofText('the request')),
 *   workers: [{ ...Round.unanswered(vote), agentId: 3 }],
 *   tally: Tally.count([{ vote, weight: 0n }]),
 * }
 * const tree = Transcript.build(transcript)
 * tree.count // 7
 * Transcript.recheck(transcript, tree.root) // 7
 * Transcript.recheck({ ...transcript, round: 2 }, Bytes.zero32) // throws Transcript.OtherRootError
 */
export const build = (transcript: Transcript): Merkle.Tree => Merkle.build(leaves(transcript))

/** Proves every leaf under a reported root, and counts them; a root of something else is an error. */
export function recheck(transcript: Transcript, root: Hash.Root): number {
  const tree = build(transcript)
  if (tree.root !== root) throw new OtherRootError(root, tree.root)
  for (const [index, leaf] of leaves(transcript).entries()) {
    const branch = Merkle.prove(tree, index)
    if (!Merkle.verify({ root, count: tree.count, index, leaf, branch }))
      throw new OtherRootError(root, tree.root)
  }
  return tree.count
}

function workerLeaves(transcript: Transcript, worker: Worker, workerIndex: number): Uint8Array[] {
  const { marketId, round } = transcript
  return [
    answerLeaf(worker, transcript.requestHash),
    Leaf.check(checkOf(worker), { marketId, round, workerIndex }),
    defenceLeaf(worker.defence),
    scoresLeaf(worker),
  ]
}

/** A worker's check as the docket has it, or null. */
export const checkOf = ({ answer }: Observation.Entry): Docket.Check | null =>
  answer === null || answer.check === null ? null : { ...answer.check, porRoot: answer.porRoot }

function answerLeaf({ agentId, answer }: Worker, requestHash: Hash.RequestHash): Uint8Array {
  if (answer === null) return Leaf.absent
  return Schema.toBytes({
    agent_id: agentId,
    confidence_bps: answer.confidenceBps,
    outcome: answer.outcome,
    por_root: answer.porRoot,
    request_hash: requestHash,
    response_hash: answer.responseHash,
    signature: answer.signature,
  })
}

function defenceLeaf(defence: Observation.Defence | null): Uint8Array {
  if (defence === null) return Leaf.absent
  const { answered, asked, requestHash, responseHash, signature } = defence
  return Schema.toBytes({
    answered,
    asked,
    request_hash: requestHash,
    response_hash: responseHash,
    signature,
  })
}

/** Scores, verdicts on citations, and the vote or why there is none: so an exclusion is as public as an answer. */
function scoresLeaf({ dimensions, evaluator, testimony, vote }: Worker): Uint8Array {
  return Schema.toBytes({
    ...scoresOf(dimensions),
    citations: testimony.citations.join(''),
    dimensions: dimensions === null ? null : { ...dimensions },
    evaluator,
    reason: vote.reason,
    vote: vote.outcome,
  })
}

/** The three scores of a worker; zeros for one whose vote does not count. */
export const scoresOf = (dimensions: Score.Dimensions | null): Score.Scores =>
  Score.aggregate(dimensions ?? Score.all(0))

const tallyLeaf = (tally: Tally.Tally): Uint8Array =>
  Schema.toBytes({
    invalid: String(tally.invalid),
    no: String(tally.no),
    outcome: tally.outcome,
    quorum: tally.quorum,
    yes: String(tally.yes),
  })

/** Thrown for a transcript that does not give the reported root. */
export class OtherRootError extends BaseError {
  override readonly name = 'Transcript.OtherRootError'
  constructor(reported: Hash.Root, actual: Hash.Root) {
    super(`The transcript's root is ${actual}, but ${reported} was reported.`)
  }
}
