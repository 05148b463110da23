import { Bytes, Docket, Leaf, Vote } from '../../../protocol/index.ts'

/** What the contract's judge would say of a leaf: EvidenceLib.sol, in TypeScript, so that nobody pays to be refused. */

/** Where a round stands, and what was reported of it. */
export type Reported = {
  readonly marketId: bigint
  readonly round: number
  readonly docket: Docket.Docket | null
}

/** Why a leaf of a worker's own proof contradicts what it answered, or null. */
export function contradictsAnswer(
  leaf: Uint8Array,
  tree: 'evidence' | 'reasoning',
  check: Docket.Check,
  { docket, marketId, round }: Reported,
): string | null {
  if (docket === null) return null
  if (tree === 'evidence') return badReceipt(leaf, docket.rule, check)
  const place = { marketId, round }
  if (leaf[0] === Leaf.kinds.ownCheck && leaf.length === 60) {
    if (Bytes.equal(leaf, Leaf.ownCheck({ ...check, ...place }))) return null
    return isHere(leaf.subarray(24), place) ? 'Its own check is not the one it answered with.' : elsewhere
  }
  if (leaf[0] === Leaf.kinds.verdict && leaf.length === 40) {
    if (leaf[1] !== Vote.code(check.result)) return 'Its own verdict is not what it answered.'
    return isHere(leaf.subarray(4), place) ? null : elsewhere
  }
  return null
}

const elsewhere = 'Its proof is about another market or round.'

/** Only evidence that the verdict rests on must meet window and tier. An Invalid rests on no sample. */
function badReceipt(leaf: Uint8Array, rule: Docket.Rule, check: Docket.Check): string | null {
  if (leaf[0] !== Leaf.kinds.receipt || leaf.length !== 72 || leaf[1] !== 1 || check.result === 'INVALID')
    return null
  const reader = new Bytes.Reader(leaf.subarray(34))
  const observedAt = reader.number(5)
  const tier = reader.number(1)
  if (observedAt < rule.from || observedAt > rule.to) return 'Its evidence is from outside the window.'
  return tier > check.tier ? `Its evidence is of tier ${tier}, but it claims tier ${check.tier}.` : null
}

const isHere = (packed: Uint8Array, { marketId, round }: Leaf.Position): boolean =>
  Bytes.equal(packed, Bytes.concat(Bytes.uint(marketId, 32), Bytes.uint(round, 4)))

/** The leaf of a transcript that the docket demands at a place, or null where it demands none. */
export function demandedLeaf(index: number, workers: number, reported: Reported): Uint8Array | null {
  const { docket, marketId, round } = reported
  if (index === 1) return Leaf.rule(docket?.rule ?? null)
  if (index < 3 || index > 4 * workers || (index - 3) % 4 !== 0) return null
  const workerIndex = (index - 3) / 4
  const check = docket?.checks[workerIndex]
  const isNone = check === undefined || Bytes.equal(Docket.packCheck(check), Docket.packCheck(Docket.noCheck))
  return Leaf.check(isNone ? null : check, { marketId, round, workerIndex })
}

/** Whether a sample of the source, in the window and not later than the worker's, has another result. */
export function contradictsSample(
  rule: Docket.Rule,
  check: Docket.Check,
  sample: { readonly observedAt: number; readonly value: bigint },
): boolean {
  const { observedAt, value } = sample
  if (observedAt < rule.from || observedAt > rule.to) return false
  const isNotLater = check.result === 'INVALID' || observedAt <= check.observedAt
  return isNotLater && (Docket.holds(rule.op, value, rule.target) ? 'YES' : 'NO') !== check.result
}
