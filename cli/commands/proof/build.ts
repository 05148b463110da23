import type { Command } from 'commander'
import { z } from 'zod'
import { Evidence, Instant, Proof, Schema, Spec, Trace, Verdict } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'

/** What a proof is built from: the models as they are published, less what building adds. */
const parts = z.strictObject({
  id: z.unknown().optional(),
  chain_id: Proof.porBundle.shape.chain_id,
  market: Proof.porBundle.shape.market,
  market_id: Proof.porBundle.shape.market_id,
  round: Proof.porBundle.shape.round,
  prompt_spec: Spec.promptSpec,
  evidence: Evidence.bundle.extend({
    provenance_summary: Evidence.bundle.shape.provenance_summary.optional(),
  }),
  trace: Trace.schema.extend({ steps: z.array(Trace.step.partial({ hash_commitment: true })).min(1) }),
  verdict: Verdict.schema.omit({ justification_hash: true }),
  rule_check: Proof.ruleCheck.nullable().default(null),
  created_at: Schema.instant.optional(),
})

export function register(group: Command): void {
  group
    .command('build')
    .description('commit a piece of reasoning to one root')
    .argument('[file]', 'one JSON value or JSON lines; stdin when left out')
    .option('--json', 'one line per input (always so)')
    .option('--strict', 'fail when any of several inputs fails')
    .addHelpText('after', '\nExample:\n  cresolver proof build parts.json > proof.json')
    .action((file: string | undefined, options: { strict?: boolean }) => answerEach(file, buildOne, options))
}

function buildOne(input: unknown): object {
  const { prompt_spec, evidence, trace, rule_check, created_at, id, ...rest } = Schema.read(parts, input)
  const proof = Proof.buildPorBundle({
    ...rest,
    promptSpec: prompt_spec,
    evidence: { ...evidence, provenance_summary: Evidence.summarize(evidence.items) },
    trace: { ...trace, steps: trace.steps.map(({ hash_commitment, ...step }) => Trace.commit(step)) },
    ruleCheck: rule_check,
    // The wall clock is outside every hash, so it may be now.
    createdAt: created_at ?? Instant.format(Math.floor(Date.now() / 1_000)),
  })
  // A proof knows no other keys, so an input with an `id` gets it in an envelope.
  return id === undefined ? proof : { proof }
}
