import { Hash, Merkle, type Proof } from '../../protocol/index.ts'
import type { Stage } from './Stage.ts'

/** Which stage answers for which leaf. The order within a tree is that of the proof's leaves. */
export type Entry = {
  readonly stage: Stage
  readonly tree: Proof.TreeName
  readonly index: number
  readonly hash: Hash.Hash
}

/** Collects leaves as the stages emit them; an index is given once and never moved. */
export class LeafRegistry {
  private readonly trees: Record<Proof.TreeName, Entry[]> = { por: [], evidence: [], reasoning: [] }

  add(stage: Stage, tree: Proof.TreeName, leaves: readonly Uint8Array[]): void {
    const entries = this.trees[tree]
    for (const leaf of leaves) {
      const hash = Hash.fromRaw(Merkle.leafHash(leaf))
      entries.push({ stage, tree, index: entries.length, hash })
    }
  }

  /** Evidence first, then reasoning, then the four of the proof itself. */
  list(): readonly Entry[] {
    return [...this.trees.evidence, ...this.trees.reasoning, ...this.trees.por]
  }

  of(tree: Proof.TreeName): readonly Entry[] {
    return this.trees[tree]
  }

  /** The first leaf that differs from what the proof commits to, or null when all are the same and in order. */
  difference(tree: Proof.TreeName, hashes: readonly string[]): number | null {
    const entries = this.trees[tree]
    const length = Math.max(entries.length, hashes.length)
    for (let i = 0; i < length; i++) if (entries[i]?.hash !== hashes[i]) return i
    return null
  }
}
