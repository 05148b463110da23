import { Address, Bytes, type Evidence, Hash, type Proof, type Spec, Trace } from '../../protocol/index.ts'

const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')
const deadline = '2026-01-31T12:00:00Z'
const window = { start: deadline, end: '2026-01-31T13:05:00Z' }

/** What a proof of about `leaves` leaves is built from: two for each item of evidence, one for each step. */
export function proofParts(leaves: number): Proof.Parts {
  const items = Array.from({ length: Math.floor(leaves / 3) }, (_, i) => item(i))
  // Evidence has one leaf of its own, reasoning three.
  const steps = Array.from({ length: leaves - 2 * items.length - 4 }, (_, i) => step(i, items.length))
  return {
    chain_id: 31337,
    market: Address.of('0x00000000000000000000000000000000000000aa'),
    market_id: '12',
    round: 1,
    promptSpec,
    evidence: {
      schema_version: 'v1',
      bundle_id: 'evidence',
      collector_id: 'bench',
      items,
      collection_time: window.end,
      provenance_summary: { best_tier: 3, worst_used_tier: 3 },
    },
    trace: {
      schema_version: 'v1',
      trace_id: 'trace',
      steps,
      policy: { determinism: 'deterministic', temperature: 0, seed: 42, max_tier: 3 },
      evidence_refs: [...new Set(steps.flatMap(({ inputs }) => inputs.evidence_ids))],
    },
    verdict: {
      schema_version: 'v1',
      market_id: '12',
      outcome: 'YES',
      confidence_bps: 9900,
      resolution_time: deadline,
      resolution_rule_id: 'met',
      selected_leaf_refs: [0],
    },
    ruleCheck: { observed_at: 1_769_860_830, value: '101500.5', tier: 3, result: 'YES' },
    createdAt: window.end,
  }
}

function item(i: number): Evidence.EvidenceItem {
  const content = `{"page":${i},"prices":[[1769860830000,101500.5],[1769861130000,101499.25]]}`
  return {
    schema_version: 'v1',
    evidence_id: `e${i}`,
    source: { source_id: sourceId, provider: 'coingecko', uri: `https://example.com/prices/${i}` },
    retrieval: {
      retrieved_at: '2026-01-31T12:10:00Z',
      method: 'REPLAY',
      request_hash: Hash.ofText(`GET ${i}`),
      response_hash: Hash.ofBytes(Bytes.fromText(content)),
      status: 200,
      tool: 'replay',
    },
    provenance: { kind: 'none', tier: 3, proof: null, confidence_bps: 9000 },
    content_type: 'application/json',
    content,
    normalized: { observed_at: '2026-01-31T12:00:30Z', value: '101500.5' },
    used: i === 0,
  }
}

const step = (i: number, items: number): Trace.ReasoningStep =>
  Trace.commit({
    step_id: `s${i}`,
    type: i === 0 ? 'search' : 'deduce',
    inputs: { evidence_ids: [`e${i % items}`], prior_step_ids: i === 0 ? [] : [`s${i - 1}`] },
    action: 'compare the sample with the target',
    output: { value: '101500.5', met: true, position: i },
  })

const promptSpec: Spec.PromptSpec = {
  schema_version: 'v1',
  task_type: 'prediction_resolution',
  market: {
    schema_version: 'v1',
    market_id: '12',
    question:
      '§question Is bitcoin above 100,000 dollars at noon?\n§rule\nsource:coingecko:bitcoin\nop:gt\ntarget:100000',
    event_definition: 'The first sample of the price at or after the deadline.',
    timezone: 'UTC',
    resolution_deadline: deadline,
    resolution_window: window,
    resolution_rules: {
      rules: [{ rule_id: 'met', outcome: 'YES', condition: 'price_usd is more than 100000' }],
      predicate: { source_id: sourceId, op: 'gt', target: '100000' },
    },
    allowed_sources: [{ source_id: 'coingecko', provider: 'coingecko', description: 'prices', max_tier: 3 }],
    min_provenance_tier: 3,
    dispute_policy: { challenge_window_seconds: 7200, max_rounds: 3 },
  },
  prediction_semantics: {
    target_entity: 'bitcoin',
    predicate: 'price_usd gt',
    threshold: '100000',
    timeframe: 'at the deadline',
  },
  data_requirements: [],
  output_schema: 'DeterministicVerdict/v1',
  forbidden_behaviors: [],
  prompt_hashes: [],
}
