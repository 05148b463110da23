import { expect } from 'chai'
import { Bytes, Merkle, Proof, Trace, Verification } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { buildProof, type Pieces } from '../../../workers/pipeline/buildProof.ts'
import { LeafRegistry } from '../../../workers/pipeline/LeafRegistry.ts'
import { subjectOf } from '../../../workers/pipeline/replay.ts'
import type { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'
import { own, points, sources, taskOf, transportOf } from './helpers.ts'

describe('buildProof', () => {
  let proof: Proof.Proof
  let pieces: Pieces
  before(async () => {
    const transport = transportOf({ [own]: points('80000') })
    proof = (await aap({ collectorId: 'agent-7', sources, transport }).resolve(taskOf())).proof!
    const { justification_hash: _, ...verdict } = proof.bundle.verdict
    pieces = {
      spec: proof.prompt_spec,
      evidence: proof.evidence,
      trace: proof.trace,
      verdict,
      ruleCheck: proof.bundle.rule_check,
    }
  })

  /** The leaves as the stages emit them, with one more or one less where a test wants that. */
  function registryOf(change: (leaves: Uint8Array[]) => Uint8Array[] = (leaves) => leaves): LeafRegistry {
    const registry = new LeafRegistry()
    registry.add('collector', 'evidence', Proof.evidenceLeaves(proof.evidence))
    registry.add('auditor', 'reasoning', change(proof.trace.steps.map(Trace.leaf)))
    const conclusion = Proof.reasoningLeaves(proof.trace, proof.bundle).slice(proof.trace.steps.length)
    registry.add('judge', 'reasoning', conclusion)
    return registry
  }

  const failureOf = (registry: LeafRegistry): SOPExecutionError => {
    try {
      buildProof(subjectOf(proof), pieces, registry)
    } catch (error) {
      return error as SOPExecutionError
    }
    throw new Error('It went through.')
  }

  it('S2-106: refuses a root whose leaves are not those that the stages emitted', () => {
    const registry = new LeafRegistry()
    registry.add('collector', 'evidence', [new Uint8Array([1])])
    expect(failureOf(registry).code).to.equal('LEAF_ORDER')
  })

  it('S2-106: names the tree and the first leaf that differs, whether it is moved, missing or new', () => {
    const last = proof.trace.steps.length - 1
    const cases: [string, number, (leaves: Uint8Array[]) => Uint8Array[]][] = [
      ['moved', 0, ([first, second, ...rest]) => [second!, first!, ...rest]],
      ['missing', last, (leaves) => leaves.slice(0, -1)],
      ['new', last + 1, (leaves) => [...leaves, new Uint8Array([1])]],
    ]
    for (const [name, at, change] of cases) {
      const error = failureOf(registryOf(change))
      expect(error, name).to.include({ stage: 'buildProof', code: 'LEAF_ORDER' })
      expect(error.reason).to.equal(`leaf ${at} of the reasoning tree is not the one that a stage emitted.`)
    }
  })

  it('S2-64: commits the pieces to one root, dates it by the evidence, and emits its own four leaves', () => {
    const registry = registryOf()
    const built = buildProof(subjectOf(proof), pieces, registry)
    expect(Verification.verifyPorBundle(built)).to.include({ ok: true, por_root: proof.bundle.por_root })
    expect(built.created_at).to.equal(proof.evidence.collection_time)
    expect(registry.of('por').map(({ stage, hash }) => `${stage} ${hash}`)).to.deep.equal(
      Proof.porLeaves(proof.bundle).map((leaf) => `buildProof ${Bytes.toHex(Merkle.leafHash(leaf))}`),
    )
  })
})
