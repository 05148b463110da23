import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Fields from './Fields.ts'
import * as Hash from './Hash.ts'
import * as Schema from './Schema.ts'

/**
 * Reads the roots of original Cournot packs. Verify-only: that tree is SHA-256 without domain separation and repeats the
 * last node of an odd layer, so [a, b, c] and [a, b, c, c] have one root. Nothing here ever makes such a root.
 *
 * Their canonical JSON spells floats as Python does, which JavaScript cannot repeat, so leaves are taken as the texts
 * that the pack holds, byte for byte.
 */

/** A pack: its parts as they were written, and the roots it states. */
export const pack = z.object({
  prompt_spec: z.string(),
  evidence: z.array(z.string()),
  reasoning: z.array(z.string()),
  verdict: z.string(),
  roots: z.object({
    prompt_spec_hash: Schema.hash,
    evidence_root: Schema.hash,
    reasoning_root: Schema.hash,
    verdict_hash: Schema.hash,
    por_root: Schema.hash,
  }),
})
/** A pack as the schema reads it. */
export type Pack = z.infer<typeof pack>
/** The roots of a pack, by name. */
export type Roots = Readonly<Record<keyof Pack['roots'], Bytes.Hex>>

const leafHash = (text: string): Uint8Array => Hash.sha256(Bytes.fromText(text))

/** The root over leaves that are given as their texts. */
export const rootOfTexts = (texts: readonly string[]): Bytes.Hex => rootOf(texts.map(leafHash))

/**
 * The root over hashes of leaves, as Cournot's code computes it.
 *
 * @example
 * const [a, b, c] = ['a', 'b', 'c'].map((text) => Hash.sha256(Bytes.fromText(text)))
 * Cournot.rootOf([a]) === Bytes.toHex(a) // true
 * Cournot.rootOf([a, b, c, c]) // throws Cournot.AmbiguousPackError
 */
export function rootOf(leaves: readonly Uint8Array[]): Bytes.Hex {
  if (leaves.length === 0) return Bytes.toHex(Hash.sha256(new Uint8Array(0)))
  let layer = leaves
  while (layer.length > 1) {
    if (repeatsItsTail(layer)) throw new AmbiguousPackError(leaves.length)
    const next: Uint8Array[] = []
    for (let i = 0; i < layer.length; i += 2) {
      next.push(Hash.sha256(Bytes.concat(layer[i]!, layer[i + 1] ?? layer[i]!)))
    }
    layer = next
  }
  return Bytes.toHex(layer[0]!)
}

/** A root that does not hold: which one, what the pack states, and what its parts give. */
export type Mismatch = {
  readonly root: keyof Pack['roots']
  readonly expected: string
  readonly actual: string
}

/**
 * Recomputes all roots of a pack; an empty list means that they hold.
 *
 * @example
 * const sha256 = (text) => Bytes.toHex(Hash.sha256(Bytes.fromText(text)))
 * const hashes = ['prompt', 'evidence', 'reasoning', 'verdict'].map(sha256)
 * const [prompt_spec_hash, evidence_root, reasoning_root, verdict_hash] = hashes
 * const por_root = Cournot.rootOf(hashes.map(Bytes.fromHex))
 * const pack = {
 *   prompt_spec: 'prompt',
 *   evidence: ['evidence'],
 *   reasoning: ['reasoning'],
 *   verdict: 'verdict',
 *   roots: { prompt_spec_hash, evidence_root, reasoning_root, verdict_hash, por_root },
 * }
 * Cournot.verify(pack) // []
 * Cournot.verify({ ...pack, verdict: 'other' }).map(({ root }) => root) // ['verdict_hash', 'por_root']
 */
export function verify(value: unknown): Mismatch[] {
  const { prompt_spec, evidence, reasoning, verdict, roots } = Schema.read(pack, value)
  const all = rootsOf({ prompt_spec, evidence, reasoning, verdict })
  return Fields.names(all)
    .filter((root) => all[root] !== roots[root])
    .map((root) => ({ root, expected: roots[root], actual: all[root] }))
}

/**
 * All roots that the canonical texts of a pack's parts give. The last is made of the others, so that one altered leaf shows all the way up.
 *
 * @example
 * const parts = { prompt_spec: '{}', evidence: ['{"a":1.0}'], reasoning: [], verdict: '{}' }
 * Cournot.rootsOf(parts).verdict_hash === Cournot.rootsOf(parts).prompt_spec_hash // true
 */
export function rootsOf({ prompt_spec, evidence, reasoning, verdict }: Omit<Pack, 'roots'>): Roots {
  const four = {
    prompt_spec_hash: Bytes.toHex(leafHash(prompt_spec)),
    evidence_root: rootOfTexts(evidence),
    reasoning_root: rootOfTexts(reasoning),
    verdict_hash: Bytes.toHex(leafHash(verdict)),
  }
  const { prompt_spec_hash, evidence_root, reasoning_root, verdict_hash } = four
  const leaves = [prompt_spec_hash, evidence_root, reasoning_root, verdict_hash]
  return { ...four, por_root: rootOf(leaves.map((hash) => Bytes.bytes32(hash))) }
}

// The tree cannot tell an odd layer from the same layer with its last node written twice; a pack that writes it twice is
// therefore refused instead of being waved through.
function repeatsItsTail(layer: readonly Uint8Array[]): boolean {
  return layer.length % 2 === 0 && Bytes.equal(layer.at(-1)!, layer.at(-2)!)
}

/** Thrown for a pack that repeats its last leaf, which this kind of tree cannot tell from a shorter one. */
export class AmbiguousPackError extends BaseError {
  override readonly name = 'Cournot.AmbiguousPackError'
  constructor(count: number) {
    super(
      `The last of ${count} leaves are repeated, and this tree cannot tell that from leaves that are not there.`,
    )
  }
}
