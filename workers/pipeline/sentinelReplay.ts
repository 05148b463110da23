import { Evidence, Finding, Hash, Json, Proof, Schema, type Spec, type Trace } from '../../protocol/index.ts'

/** What the deterministic stages make of a proof's own evidence. */
export type Replayed = {
  readonly promptSpec: Spec.PromptSpec
  readonly evidence: Evidence.EvidenceBundle
  readonly trace: Trace.ReasoningTrace
  readonly verdict: Proof.Parts['verdict']
  readonly ruleCheck: Proof.RuleCheck | null
}

/** Re-executes a proof. Null when it was not made by anything that can be run here, so that nothing can be said of it. */
export type Replay = (proof: Proof.Proof) => Replayed | null

/**
 * Compares a proof with what its own evidence gives, byte for byte: each difference is found at its leaf.
 *
 * @example
 * compareReplay(proof, replay(proof)!) // []
 */
export function compareReplay(proof: Proof.Proof, replayed: Replayed): Finding.Finding[] {
  const { bundle } = proof
  const findings: Finding.Finding[] = []
  const add = (where: Finding.At, path: string, message: string) =>
    findings.push(Finding.at(where, 'REPLAY_MISMATCH', path, message))
  if (Hash.ofJson(replayed.promptSpec) !== Hash.ofJson(proof.prompt_spec))
    add(Finding.porLeaf(0), '/prompt_spec', 'The question compiles to another prompt.')
  for (const [i, item] of proof.evidence.items.entries()) {
    const again = replayed.evidence.items[i]
    const isSame = again !== undefined && Json.canonical(again) === Json.canonical(item)
    if (isSame) continue
    // Leaf 2i is the receipt, which holds the sample's time; 2i + 1 is the whole item.
    const isReceipt = again !== undefined && receiptOf(again) !== receiptOf(item)
    const message = 'Read again, the content gives another sample, or another part in the verdict.'
    add(Finding.evidenceLeaf(2 * i + (isReceipt ? 0 : 1)), `/evidence/items/${i}`, message)
  }
  const conclusion = { verdict: replayed.verdict, rule_check: replayed.ruleCheck }
  const expected = Proof.reasoningLeaves(replayed.trace, { ...bundle, ...conclusion })
  const actual = Proof.reasoningLeaves(proof.trace, bundle)
  const steps = proof.trace.steps.length
  for (let j = 0; j < Math.max(expected.length, actual.length); j++) {
    if (text(expected[j]) === text(actual[j])) continue
    const at = Finding.reasoningLeaf(Math.min(j, actual.length - 1))
    add(at, pathOf(j, steps), `Executed again, ${nameOf(j, steps)} is another one.`)
    // With a step more or less, all leaves after it have moved.
    if (expected.length !== actual.length) break
  }
  const { justification_hash, ...verdict } = bundle.verdict
  if (Json.canonical(verdict) !== Json.canonical(replayed.verdict))
    add(Finding.porLeaf(3), '/bundle/verdict', `Executed again, the verdict is ${replayed.verdict.outcome}.`)
  return findings
}

const receiptOf = (item: Evidence.EvidenceItem): string => text(Evidence.leaves(item)[0])

const text = (leaf: Uint8Array | undefined): string =>
  leaf === undefined ? '' : Buffer.from(leaf).toString('hex')

function nameOf(leaf: number, steps: number): string {
  if (leaf < steps) return `step ${leaf}`
  return ['the rule check', 'the verdict', "the trace's header"][leaf - steps] ?? `leaf ${leaf}`
}

function pathOf(leaf: number, steps: number): string {
  if (leaf < steps) return `/trace/steps/${leaf}`
  return ['/bundle/rule_check', '/bundle/verdict', '/trace'][leaf - steps] ?? '/trace'
}

/** Whether a value is a proof at all; what is none was found to be so already. */
export function readProof(value: unknown): Proof.Proof | null {
  try {
    const proof = Schema.read(Proof.schema, value)
    Json.canonical(proof)
    return proof
  } catch {
    return null
  }
}
