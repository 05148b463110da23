import { z } from 'zod'
import {
  Bytes,
  Decimal,
  Docket,
  type Hash,
  Leaf,
  Merkle,
  type Report,
  Rule,
  Schema,
  Vote,
} from '../../../protocol/index.ts'

/** A report as a person writes it: what each worker of the round said, in seat order. */
const score = z.int().min(0).max(100)
const scores = { res_quality: score, src_quality: score, analysis_depth: score }
const reasons = z.enum(Object.keys(Vote.reasons) as [Vote.Reason, ...Vote.Reason[]])

const check = z.strictObject({
  observed_at: z.int().min(0).default(0),
  value: Schema.decimal.default('0'),
  tier: Schema.tier.default(3),
  result: Schema.outcome,
  por_root: Schema.root.default(Bytes.zero32),
})

const rule = z.strictObject({
  source_id: Schema.hash,
  op: z.enum(Object.keys(Rule.opCodes) as [Rule.Op, ...Rule.Op[]]),
  target: Schema.decimal,
  from: z.int().min(0),
  to: z.int().min(0),
  ready_at: z.int().min(0),
  max_tier: Schema.tier,
})

const fields = z.strictObject({
  market_id: z.int().min(1),
  outcome: Schema.outcome.nullable(),
  votes: z
    .array(
      z.union([z.strictObject({ outcome: Schema.outcome, ...scores }), z.strictObject({ reason: reasons })]),
    )
    .min(1)
    .max(32),
  /** The rule is read from the market's question unless it is given. */
  docket: z.strictObject({ rule: rule.optional(), checks: z.array(check.nullable()) }).optional(),
  round_root: Schema.root.optional(),
  expires_at: z.int().optional(),
})

/** `marketId` is understood too: it is what the contract calls it. */
export const schema = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('marketId' in value)) return value
  const { marketId, ...rest } = value
  return { market_id: marketId, ...rest }
}, fields)
export type Votes = z.infer<typeof schema>

export const recordsOf = ({ votes }: Votes): Report.Record[] =>
  votes.map((vote) =>
    'reason' in vote
      ? { vote: Vote.none(vote.reason), resQuality: 0, srcQuality: 0, analysisDepth: 0 }
      : {
          vote: Vote.cast(vote.outcome),
          resQuality: vote.res_quality,
          srcQuality: vote.src_quality,
          analysisDepth: vote.analysis_depth,
        },
  )

export function docketOf({ docket }: Votes, ofQuestion: Docket.Rule | null): Docket.Docket | null {
  if (docket === undefined) return null
  const given = docket.rule === undefined ? ofQuestion : toRule(docket.rule)
  if (given === null) throw new Rule.ManualRuleError()
  const checks = docket.checks.map((one) =>
    one === null
      ? Docket.noCheck
      : {
          observedAt: one.observed_at,
          value: Decimal.toFixed18(one.value),
          tier: one.tier,
          result: one.result,
          porRoot: one.por_root,
        },
  )
  return { rule: given, checks }
}

const toRule = ({
  source_id,
  op,
  target,
  from,
  to,
  ready_at,
  max_tier,
}: z.infer<typeof rule>): Docket.Rule => ({
  sourceId: source_id,
  op: Rule.opCodes[op],
  target: Decimal.toFixed18(target),
  from,
  to,
  readyAt: ready_at,
  maxTier: max_tier,
})

/**
 * The root of a transcript that holds what is known here: question, rule, checks, votes. Nobody was asked, so answers and
 * defences are absent.
 */
export function rootOf(
  position: Leaf.Position,
  question: string,
  votes: Votes,
  docket: Docket.Docket | null,
): Hash.Root {
  const workers = votes.votes.flatMap((vote, workerIndex) => {
    const check = docket?.checks[workerIndex] ?? Docket.noCheck
    const leaf = check.result === null ? null : check
    return [
      Leaf.absent,
      Leaf.check(leaf, { ...position, workerIndex }),
      Leaf.absent,
      Schema.toBytes({ ...vote }),
    ]
  })
  return Merkle.root([
    Bytes.fromText(question),
    Leaf.rule(docket?.rule ?? null),
    ...workers,
    Schema.toBytes({ outcome: votes.outcome }),
  ])
}
