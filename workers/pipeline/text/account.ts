import { Calendar, Instant, type Proof } from '../../../protocol/index.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import type { Account } from '../Account.ts'
import { displayIn } from '../questionIn.ts'
import { outputOf } from '../rule/judge.ts'
import type { Checked, Silence } from './conclude.ts'
import { checkedIn } from './judge.ts'
import { policyFor } from './Quote.ts'

const longestQuote = 240

/** Tells what a proof about a free-text question shows. All quotes are the evidence's; no model's words are repeated. */
export function accountText(proof: Proof.Proof): Account {
  const { prompt_spec: spec, trace, bundle } = proof
  const { market } = spec
  const { verdict } = bundle
  const { names } = keywords(displayIn(spec))
  const name = names.slice(0, 3).join(' and ') || 'the subject of the question'
  const short = names[0]?.split(' ')[0] ?? name
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === verdict.resolution_rule_id)!
  const checked = checkedIn(trace)
  const admitted = checked.filter(({ check }) => check.admitted)
  const refused = checked.filter(({ check }) => !check.admitted)
  const { primaries } = outputOf<Silence>(trace, 'check-silence')
  const { assumptions } = outputOf<{ assumptions: number }>(trace, 'check-proposals')
  const sourceName = (id: string) => policyFor(spec, id)?.description ?? id
  const namesOf = (readable: boolean) =>
    primaries
      .filter((one) => one.readable === readable)
      .map((one) => sourceName(one.evidence_id))
      .join(' and ')
  const [read, unread] = [namesOf(true), namesOf(false)]
  const day = dayOf(market.resolution_deadline)
  const quoted = ({ claim, check }: Checked) =>
    `${sourceName(claim.evidence_id)} (${check.class}) stated of ${short} on ${dayOf(check.dated!.from)}: "${shorten(claim.quote)}".`
  const observed = [
    ...admitted.map(quoted),
    ...(verdict.resolution_rule_id === 'silent'
      ? [`Up to the deadline of ${day}, ${read} published no filing or release of ${short} that affirms it.`]
      : []),
    ...(unread === '' ? [] : [`About ${short}, ${unread} could not be read.`]),
  ]
  const agreed =
    admitted.length > 1 && verdict.outcome !== 'INVALID'
      ? [`On ${short}, ${admitted.length} sources agree.`]
      : []
  const retrieved = `on ${dayOf(proof.evidence.collection_time)}`
  return {
    asked: `Asked about ${name}: the event in question, with the deadline ${market.resolution_deadline}.`,
    observed,
    reasoning: [`For ${short} the market's rule "${rule.rule_id}" holds: ${rule.condition}.`, ...agreed],
    against:
      refused.length === 0
        ? [`In what was read ${retrieved}, no conflicting passage about ${short} was found.`]
        : refused.map((one) => whyRefused(one, sourceName(one.claim.evidence_id), short)),
    limits: [
      `Pages about ${short} were read ${retrieved} over plain HTTPS (tier 3); a model only pointed at passages, which were then found word for word.`,
      ...(assumptions === 0 ? [] : [`Suppositions that lower the confidence: ${assumptions}.`]),
    ],
    conclusion: `For ${short} the ${verdict.outcome === 'INVALID' ? 'outcome' : 'answer'} is therefore ${verdict.outcome}.`,
    decisive:
      admitted[0] === undefined
        ? `${observed[0] ?? rule.condition} Rule "${rule.rule_id}": ${rule.condition}.`
        : quoted(admitted[0]),
    wouldChange: `A document of ${[read, unread].filter((one) => one !== '').join(' or ')} about ${name}, dated up to ${day}, that says otherwise would make me give up ${verdict.outcome}. It would be found at the addresses of my sources.`,
    weakest: `The weakest point: pages about ${short} came over plain HTTPS (tier 3), and a model chose which of their passages to quote. The answer stands because ${rule.condition}; all ${proof.evidence.items.length} items of evidence are published for anyone to check.`,
  }
}

/** The day of an instant as people write it. */
function dayOf(text: string): string {
  const { year, month, day } = Calendar.dayAt(Math.floor(Instant.parse(text) / 86_400))
  const name = Calendar.monthNames[month - 1]!
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${day}, ${year}`
}

const shorten = (quote: string): string =>
  quote.length <= longestQuote ? quote : `${[...quote].slice(0, longestQuote).join('')}…`

function whyRefused({ check }: Checked, source: string, name: string): string {
  const passage = `Against it, a passage about ${name} in ${source} does not count: `
  if (!check.class_admitted) return `${passage}it is no admitted source.`
  if (check.dated === null) return `${passage}it bears no date.`
  if (!check.in_window) return `${passage}it is of ${dayOf(check.dated.from)}, outside the window.`
  if (!check.firm) return `${passage}it tells of talks or plans.`
  return `${passage}it does not say what is asked.`
}
