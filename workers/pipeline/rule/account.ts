import { type Proof, Rule } from '../../../protocol/index.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import type { Account } from '../Account.ts'
import { displayIn } from '../questionIn.ts'
import { crossCheckId, crossCheckIn, sampleId } from './compile.ts'
import { agreementIn, isTouchWording, outputOf } from './judge.ts'

const signs = { gte: 'at least', lte: 'at most', gt: 'more than', lt: 'less than', eq: 'exactly' } as const

/** Tells what a proof about an auto rule shows: every figure in it is one of the proof's. */
export function accountRule(proof: Proof.Proof): Account {
  const { market } = proof.prompt_spec
  const { op, target } = market.resolution_rules.predicate!
  const { outcome, resolution_rule_id } = proof.bundle.verdict
  const own = proof.evidence.items.find((item) => item.evidence_id === sampleId)
  const other = proof.evidence.items.find((item) => item.evidence_id === crossCheckId)
  const [requirement] = proof.prompt_spec.data_requirements
  const { target_entity: asset, predicate } = proof.prompt_spec.prediction_semantics
  const metric = predicate.split(' ')[0]!
  const name = keywords(displayIn(proof.prompt_spec)).names[0] ?? asset
  const provider = requirement!.source_id
  const { start, end } = market.resolution_window
  const bound = `${signs[op]} ${target}`
  const sample = own?.normalized ?? null
  const crossCheck = crossCheckIn(proof.prompt_spec)
  const agreement = agreementIn(proof.trace)
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === resolution_rule_id)!
  const where = `${provider}, the resolution source that the rule names,`
  const asked = `Asked: whether ${name} (${asset} ${metric} at ${provider}) is ${bound}, ${sampleText(metric, start, end)}.`
  if (sample === null || outcome === 'INVALID') {
    const seen =
      sample === null
        ? `${where} gave no sample of ${name} (${asset} ${metric}) between ${start} and ${end}.`
        : `${where} recorded ${name} (${asset} ${metric}) at ${sample.value} on ${sample.observed_at}.`
    const second =
      other?.normalized == null
        ? []
        : [
            `${crossCheck!.provider} recorded ${name} at ${other.normalized.value} on ${other.normalized.observed_at}.`,
          ]
    return {
      asked,
      observed: [seen, ...second],
      reasoning: [`Rule ${rule.rule_id} applies: ${rule.condition}.`],
      against: [`A sample in that window would decide whether ${name} is ${bound}.`],
      limits: [],
      conclusion: `For ${name} the outcome is therefore INVALID.`,
      decisive: `${rule.condition}: for ${name} nothing but a sample of ${provider} between ${start} and ${end} decides, and I will not guess its value.`,
      wouldChange: `A sample of ${provider} ${asset} ${metric} for ${name} observed between ${start} and ${end} would make me give up INVALID; it is found in the history that ${provider} publishes.`,
      weakest: `The weakest point is that I asked ${provider} only once about ${name}; it stands because a verdict without a sample of ${metric} would be a guess.`,
    }
  }
  const { margin_bps } = outputOf<{ margin_bps: number | null }>(proof.trace, 'compare')
  const margin = margin_bps === null ? '' : `, ${Math.abs(margin_bps)} bps from the target`
  const holds = outcome === 'YES' ? 'is' : 'is not'
  const tier = own!.provenance.tier
  const agreed =
    agreement === null || crossCheck === null || other?.normalized == null
      ? []
      : [
          `${crossCheck.provider} independently recorded ${name} at ${other.normalized.value} on ${other.normalized.observed_at}; both confirm the same result within ${agreement.difference_bps} bps.`,
        ]
  const decided = `${provider} recorded ${name} at ${sample.value} on ${sample.observed_at}`
  const isExtreme = Rule.isExtreme(metric)
  const until = isExtreme ? end : sample.observed_at
  const chosen = isExtreme
    ? `the extreme from ${start} to ${end}`
    : `the first that the window from ${start} admits`
  return {
    asked,
    observed: [`${where} recorded ${name} at ${sample.value} on ${sample.observed_at}.`, ...agreed],
    reasoning: [
      `Within the window that the rule specifies, ${name} at ${sample.value} ${holds} ${bound}${margin}.`,
    ],
    against: [
      ...spare(margin_bps, name, sample.value, outcome, bound),
      crossCheck === null
        ? `Values of ${name} ${isExtreme ? 'outside that window' : 'later than this sample'} do not apply.`
        : `No contradiction between the providers about ${name} remains beyond ${crossCheck.toleranceBps} bps.`,
      ...(isTouchWording(proof.prompt_spec)
        ? [
            `The words could be read as "at any time"; the rule's metric ${metric}, which decides, is one sample.`,
          ]
        : []),
    ],
    limits: [tierNote(tier, name, own!.retrieval.response_hash)],
    conclusion: `For ${name} the answer is therefore ${outcome}.`,
    decisive: `${decided}, ${chosen}, and ${sample.value} ${holds} ${bound}. Against it only another sample of the same source counts that was observed from ${start} to ${until}.`,
    wouldChange: `A sample of ${provider} ${asset} ${metric} for ${name}, observed from ${start} to ${until}, that ${outcome === 'YES' ? 'is not' : 'is'} ${bound}. It would be found in the history that ${provider} publishes for that time.`,
    weakest: `${tierNote(tier, name, own!.retrieval.response_hash)} The answer stands because anyone can read the same history again: ${decided}.`,
  }
}

/** How far off the value could be without turning the answer: what a doubt in the source would have to amount to. */
function spare(margin: number | null, name: string, value: string, outcome: string, bound: string): string[] {
  if (margin === null || Math.abs(margin) < 2) return []
  const side = outcome === 'YES' ? bound : `not ${bound}`
  return [
    `Even if ${name} at ${value} were off by ${Math.abs(margin) - 1} bps of the target, it would be ${side}.`,
  ]
}

const sampleText = (metric: string, start: string, end: string): string =>
  Rule.isExtreme(metric)
    ? `at the extreme between ${start} and ${end}`
    : `in the first sample at or after the deadline ${start}`

const tierNote = (tier: number, name: string, hash: string): string =>
  tier === 3
    ? `The reply about ${name} came over plain HTTPS (tier 3): its hash ${hash.slice(0, 18)} shows what was received, and no signature shows who sent it.`
    : `The reply about ${name} is proven at tier ${tier}; its hash is ${hash.slice(0, 18)}.`
