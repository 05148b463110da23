import { sampleParts } from '../../../../local/samples/proof.ts'
import { Address, Proof } from '../../../../protocol/index.ts'
import type { Call } from '../conformingWorker.ts'
import { type Breaking, html, json, type Responder, status, taking } from './Breaking.ts'

const proofAt = (when: (call: Call) => boolean, respond: Responder) =>
  taking((call) => call.path.startsWith('/por/') && when(call), respond)
const always = () => true

export const proofs: Breaking[] = [
  {
    rule: 'por-fetch',
    name: 'does not have the proof',
    twist: proofAt(always, status(404)),
    seen: /status 404/,
  },
  { rule: 'por-fetch', name: 'sends elsewhere for the proof', twist: proofAt(always, status(302)) },
  { rule: 'por-fetch', name: 'shows a page for a proof', twist: proofAt(always, html(200)) },
  {
    rule: 'por-fetch',
    name: 'sends a proof without end',
    twist: proofAt(always, (response) => response.writeHead(200, json).end(' '.repeat(2_000_001))),
    seen: /more than 2000000 bytes/,
  },
  {
    rule: 'por-valid',
    name: 'changes the evidence afterwards',
    twist: () => ({
      proof: (proof) => {
        proof.evidence.items[0]!.content += ' '
        return proof
      },
    }),
    seen: /CONTENT_MISMATCH|LEAF_MISMATCH/,
  },
  { rule: 'por-valid', name: 'sends something else for a proof', twist: () => ({ proof: () => ({}) }) },
  {
    rule: 'por-root',
    name: 'shows another proof',
    twist: () => ({ proof: () => Proof.buildPorBundle(sampleParts({ value: '80000' })) }),
  },
  ...([{ round: 9 }, { chain_id: 1 }, { market: Address.of(`0x${'ab'.repeat(20)}`) }] as const).map(
    (change): Breaking => ({
      rule: 'por-market',
      name: `proves it for another ${Object.keys(change)[0]}`,
      twist: () => ({ parts: (parts) => ({ ...parts, ...change }) }),
      options: { market: `0x${'cd'.repeat(20)}` },
    }),
  ),
  {
    rule: 'por-verdict',
    name: 'is surer than its proof',
    twist: () => ({
      parts: (parts) => ({ ...parts, verdict: { ...parts.verdict, confidence_bps: 6_000 } }),
    }),
    seen: /6000 bps/,
  },
  {
    rule: 'por-check',
    name: 'proves another value',
    twist: () => ({
      parts: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, value: '75121' } }),
    }),
    seen: /75121/,
  },
  {
    rule: 'por-tier',
    name: 'claims a better tier than its evidence has',
    twist: () => ({
      parts: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, tier: 1 } }),
      answer: (reply) =>
        reply.por === undefined ? reply : { ...reply, rule_check: { ...reply.rule_check, tier: 1 } },
    }),
  },
]
