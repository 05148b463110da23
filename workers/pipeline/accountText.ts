import type { Proof } from '../../protocol/index.ts'
import type { Account } from './Account.ts'
import { policyFor } from './Claim.ts'
import type { Checked, Silence } from './concludeText.ts'
import { outputOf } from './judgeRule.ts'
import { checkedIn } from './judgeText.ts'
import { keywords } from './keywords.ts'

const longestQuote = 240

/** Tells what a proof about a free-text question shows. All quotes are the evidence's; no model's words are repeated. */
export function accountText(proof: Proof.Proof): Account {
  const { prompt_spec: spec, trace, bundle } = proof
  const { market } = spec
  const { verdict } = bundle
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === verdict.resolution_rule_id)!
  const name = keywords(market.question).names.join(' and ') || spec.prediction_semantics.target_entity
  const checked = checkedIn(trace)
  const admitted = checked.filter(({ check }) => check.admitted)
  const refused = checked.filter(({ check }) => !check.admitted)
  const { primaries } = outputOf<Silence>(trace, 'check-silence')
  const { assumptions } = outputOf<{ assumptions: number }>(trace, 'check-proposals')
  const sourceName = (id: string) => policyFor(spec, id)?.description ?? id
  const readPrimaries = primaries.filter((one) => one.readable).map((one) => sourceName(one.evidence_id))
  const unread = primaries.filter((one) => !one.readable).map((one) => sourceName(one.evidence_id))
  const deadline = market.resolution_deadline
  const quoted = ({ claim, check }: Checked) =>
    `${sourceName(claim.evidence_id)} (${check.class}), dated ${check.dated?.from ?? 'nowhere'}, states of ${name}: "${shorten(claim.quote)}".`
  const silent =
    verdict.resolution_rule_id === 'silent'
      ? [
          `By the deadline ${deadline} no filing or announcement about ${name} was published by ${list(readPrimaries)}.`,
        ]
      : []
  const down = unread.length === 0 ? [] : [`${list(unread)} could not be read about ${name}.`]
  const first = admitted[0]
  const decisive =
    first === undefined
      ? `${rule.condition}: about ${name} I read ${list(readPrimaries) || 'no primary source'} up to ${deadline} (market ${market.market_id}).`
      : quoted(first)
  return {
    observed: [...admitted.map(quoted), ...silent, ...down],
    reasoning: [
      `The market's rule ${rule.rule_id} applies to ${name}: ${rule.condition}.`,
      ...(admitted.length > 1 && verdict.outcome !== 'INVALID'
        ? [`${admitted.length} sources agree that this holds for ${name}.`]
        : []),
    ],
    against: [
      ...(refused.length === 0
        ? [
            `No conflicting passage about ${name} was found in ${list(readPrimaries) || 'what could be read'}.`,
          ]
        : refused.map((one) => `Against it: ${whyRefused(one, sourceName(one.claim.evidence_id), name)}`)),
    ],
    limits: [
      `A model pointed at the passages about ${name}; each quote was found in its page, and the verdict follows from rules.`,
      ...(assumptions === 0 ? [] : [`${assumptions} assumptions lower the confidence.`]),
    ],
    conclusion: `For ${name} the ${verdict.outcome === 'INVALID' ? 'outcome' : 'answer'} is therefore ${verdict.outcome}.`,
    decisive,
    wouldChange: `A document about ${name} of ${list(primaries.map((one) => sourceName(one.evidence_id))) || 'a primary source'} dated up to ${deadline} that says otherwise would make me give up ${verdict.outcome}; it would be found at the addresses I name as sources.`,
    weakest: `The weakest point is that pages about ${name} came over plain HTTPS (tier 3) and that a model chose the passages. The answer stands because ${rule.condition}, which anyone can check in the published evidence of ${proof.evidence.items.length} items.`,
  }
}

const shorten = (quote: string): string =>
  quote.length <= longestQuote ? quote : `${[...quote].slice(0, longestQuote).join('')}…`

const list = (names: readonly string[]): string => names.join(', ')

function whyRefused({ check }: Checked, source: string, name: string): string {
  if (!check.class_admitted)
    return `${source} is no admitted source, so its word about ${name} does not count.`
  if (check.dated === null) return `a passage of ${source} about ${name} bears no date.`
  if (!check.in_window)
    return `a passage of ${source} about ${name} is dated ${check.dated.from}, outside the window.`
  if (!check.firm)
    return `a passage of ${source} about ${name} reports talks or plans, nothing that happened.`
  return `a passage of ${source} does not say what is asked about ${name}.`
}
