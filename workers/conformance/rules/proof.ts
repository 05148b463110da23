import { Json, Proof, Schema, Verification, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import { describe, objectOf, type Probe, replyOf, type Subject } from '../Probe.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { countable } from './answer.ts'

/** What an answer's proof of reasoning shows, where it has one. */
type Case = {
  subject: Subject
  reply: Wire.ResolveReply
  por: NonNullable<Wire.ResolveReply['por']>
}

const maxProofBytes = 2_000_000
const maxProofDepth = Json.maxDepth

/** The numbers' answer before the words': a contract can decide more of it. */
async function caseOf(probe: Probe): Promise<Case | null> {
  for (const subject of [probe.auto, probe.manual]) {
    const { reply } = Wire.readAnswer(replyOf(await probe.resolve(subject.request)))
    if (reply?.por !== undefined) return { subject, reply, por: reply.por }
  }
  return null
}

const none = skip(
  'No proof is sent.',
  'It is optional; without one, Evidence Strength is capped as for unverified evidence.',
)

async function proofOf(probe: Probe, { por }: Case): Promise<Proof.Proof | null> {
  const reply = await probe.get(por.uri, maxProofBytes)
  return reply === null ? null : (objectOf(reply, maxProofDepth) as Proof.Proof | null)
}

const judged =
  (judge: (one: Case, proof: Proof.Proof, probe: Probe) => RuleResult) => async (probe: Probe) => {
    const one = await caseOf(probe)
    if (one === null) return none
    const proof = await proofOf(probe, one)
    return proof === null ? skip('The proof is not here to look at.') : judge(one, proof, probe)
  }

const fetched = [...countable, 'auto-answer', 'por-fetch']

export const proof: readonly ConformanceRule[] = [
  {
    id: 'por-fetch',
    title: 'the proof can be fetched where por.uri says',
    requirement: 'C34 Wire',
    severity: 'must',
    needs: [...countable, 'auto-answer'],
    async run(probe) {
      const one = await caseOf(probe)
      if (one === null) return none
      const reply = await probe.get(one.por.uri, maxProofBytes)
      if (reply === null)
        return skip(
          'por.uri leads to another origin, which is not fetched.',
          'Check that one with `cresolver proof verify`.',
        )
      if (reply.kind === 'reply' && reply.status === 200 && objectOf(reply, maxProofDepth) !== null)
        return pass(`${reply.body.length} bytes of JSON.`)
      return fail(`${one.por.uri} gave ${describe(reply)}.`, 'Serve the bundle as JSON at that address.')
    },
  },
  {
    id: 'por-valid',
    title: 'every leaf, root, citation and signature of the proof holds',
    requirement: 'S2-91 Proof of reasoning',
    severity: 'must',
    needs: fetched,
    run: judged((_, proof) => {
      const { ok, findings } = Verification.verifyPorBundle(proof)
      if (ok) return pass('It verifies.')
      const told = findings.slice(0, 3).map(({ code, path, message }) => `${code} at ${path}: ${message}`)
      return fail(
        `${findings.length} findings: ${told.join(' ')}`,
        'See `cresolver proof verify` for all of them.',
      )
    }),
  },
  {
    id: 'por-root',
    title: 'the proof has the root that the answer names',
    requirement: 'Wire',
    severity: 'must',
    needs: [...fetched, 'por-valid'],
    run: judged(({ por }, { bundle }) =>
      bundle.por_root === por.root
        ? pass(por.root)
        : fail(
            `The answer names ${por.root}, the proof has ${bundle.por_root}.`,
            'Serve the proof you answered with.',
          ),
    ),
  },
  {
    id: 'por-market',
    title: 'the proof is for this market and round',
    requirement: 'Proof of reasoning',
    severity: 'must',
    needs: [...fetched, 'por-valid', 'por-root'],
    run: judged(({ subject: { asked } }, { bundle }, probe) => {
      const wanted = [asked.chainId, asked.market, String(asked.marketId), asked.round]
      const found = [bundle.chain_id, bundle.market, bundle.market_id, bundle.round]
      if (Json.canonical(found) === Json.canonical(wanted)) return pass(`Round ${bundle.round}.`)
      const told = `It is for ${found.join(', ')}; asked was ${wanted.join(', ')}.`
      const isAtHome = bundle.chain_id === asked.chainId && bundle.market === asked.market
      // A worker may know its own market only, and the kit's does not exist.
      if (probe.options.market === null && !isAtHome)
        return skip(told, 'Name the market your worker serves with --market and --chain-id.')
      return fail(told, 'Build a proof per market and round.')
    }),
  },
  {
    id: 'por-verdict',
    title: 'the verdict of the proof is the answer',
    requirement: 'Challenges kind 3',
    severity: 'must',
    needs: [...fetched, 'por-valid', 'por-root'],
    run: judged(({ reply }, { bundle: { verdict } }) => {
      const answered = `${Wire.outcomeOf(reply)} at ${Wire.confidenceBps(reply)} bps`
      const proven = `${verdict.outcome} at ${verdict.confidence_bps} bps`
      if (answered === proven) return pass(`${proven}.`)
      return fail(
        `The proof says ${proven}, the answer ${answered}.`,
        'Answer what you proved: a contradiction costs the whole stake.',
      )
    }),
  },
  {
    id: 'por-check',
    title: 'the check of the proof is the rule_check of the answer',
    requirement: 'Challenges kind 3',
    severity: 'must',
    needs: [...fetched, 'por-valid', 'por-root'],
    run: judged(({ reply }, { bundle }) => {
      const wanted = reply.rule_check ?? null
      if (Json.canonical(bundle.rule_check) === Json.canonical(wanted)) return pass('The same check.')
      return fail(
        `The proof has ${Json.canonical(bundle.rule_check)}, the answer ${Json.canonical(wanted)}.`,
        'Answer what you proved: a contradiction costs the whole stake.',
      )
    }),
  },
  {
    id: 'por-tier',
    title: 'no better tier is claimed than the evidence has',
    requirement: 'C28 Challenges kind 3',
    severity: 'must',
    needs: [...fetched, 'por-valid', 'por-root'],
    run: judged(({ reply }, proof) => {
      const claimed = reply.rule_check?.tier
      if (claimed === undefined) return pass('No tier is claimed.')
      const { evidence } = Schema.read(Proof.schema, proof)
      const used = evidence.items.filter((item) => item.used).map((item) => item.provenance.tier)
      const worst = Math.max(...used, -1)
      if (worst <= claimed) return pass(`Tier ${claimed} is claimed, the evidence has ${worst}.`)
      return fail(
        `Tier ${claimed} is claimed, evidence of tier ${worst} is used.`,
        'Claim the tier of the worst evidence you use: a better one costs the whole stake.',
      )
    }),
  },
]
