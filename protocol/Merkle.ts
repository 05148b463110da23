import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'

/**
 * A positional, domain-separated Merkle tree that commits to its leaf count:
 * leaf = keccak(0x00 ‖ bytes), node = keccak(0x01 ‖ left ‖ right), an odd node moves up unchanged,
 * root = keccak(0x02 ‖ uint32 count ‖ top). Mirrored by contracts/libraries/ProofLib.sol.
 */
export type Tree = {
  readonly count: number
  /** Layer 0 holds the leaf hashes; each next layer is half as long, rounded up. */
  readonly layers: readonly (readonly Uint8Array[])[]
  readonly root: Hash.Root
}

const leafPrefix = Uint8Array.of(0x00)
const nodePrefix = Uint8Array.of(0x01)
const rootPrefix = Uint8Array.of(0x02)

/** The most leaves that a tree can commit to. */
export const maxLeaves = 0xffffffff

/**
 * The hash of a leaf: keccak256 of 0x00 and the leaf.
 *
 * @example
 * const tree = Merkle.fromHashes([Merkle.leafHash(Bytes.fromText('a'))])
 * tree.root === Merkle.root([Bytes.fromText('a')]) // true
 */
export const leafHash = (leaf: Uint8Array): Uint8Array => Hash.rawOfBytes(Bytes.concat(leafPrefix, leaf))

const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  Hash.rawOfBytes(Bytes.concat(nodePrefix, left, right))

const rootHash = (count: number, top: Uint8Array): Hash.Root =>
  Hash.ofBytes(Bytes.concat(rootPrefix, Bytes.uint(count, 4), top)) as Hash.Root

/**
 * Builds a tree over leaves in their given order.
 *
 * @example
 * const tree = Merkle.build([Bytes.fromText('a'), Bytes.fromText('b'), Bytes.fromText('c')])
 * tree.count // 3
 * tree.layers.map((layer) => layer.length) // [3, 2, 1]
 */
export const build = (leaves: readonly Uint8Array[]): Tree => fromHashes(leaves.map(leafHash))

/** Builds the same tree from hashes of leaves. */
export function fromHashes(hashes: readonly Uint8Array[]): Tree {
  const layers: (readonly Uint8Array[])[] = [hashes]
  let layer = hashes
  while (layer.length > 1) {
    const next: Uint8Array[] = []
    for (let i = 0; i < layer.length; i += 2) {
      const left = layer[i]!
      const right = layer[i + 1]
      next.push(right === undefined ? left : nodeHash(left, right))
    }
    layers.push(next)
    layer = next
  }
  const top = layer[0] ?? new Uint8Array(0)
  return { count: hashes.length, layers, root: rootHash(hashes.length, top) }
}

/**
 * The root over leaves in their given order.
 *
 * @example
 * Merkle.root([Bytes.fromText('a')]) === Merkle.root([Bytes.fromText('a'), Bytes.fromText('a')]) // false
 */
export const root = (leaves: readonly Uint8Array[]): Hash.Root => build(leaves).root

/**
 * The hashes that lead from a leaf to the root, bottom up.
 *
 * @example
 * const tree = Merkle.build([Bytes.fromText('a'), Bytes.fromText('b'), Bytes.fromText('c')])
 * Merkle.prove(tree, 0).length // 2
 * Merkle.prove(tree, 3) // throws Merkle.NoSuchLeafError
 */
export function prove(tree: Tree, index: number): Hash.Hash[] {
  if (!Number.isInteger(index) || index < 0 || index >= tree.count)
    throw new NoSuchLeafError(index, tree.count)
  const branch: Hash.Hash[] = []
  let position = index
  for (const layer of tree.layers) {
    const sibling = layer[position ^ 1]
    if (sibling !== undefined) branch.push(Hash.fromRaw(sibling))
    position >>>= 1
  }
  return branch
}

/** A leaf, its place in a tree, and the hashes that lead to the root. */
export type Proof = {
  readonly root: Hash.Root
  readonly count: number
  readonly index: number
  readonly leaf: Uint8Array
  readonly branch: readonly Hash.Hash[]
}

/**
 * Whether `leaf` stands at `index` of the tree of `count` leaves with this root. Never throws.
 *
 * @example
 * const leaves = ['a', 'b', 'c'].map(Bytes.fromText)
 * const tree = Merkle.build(leaves)
 * const proof = { root: tree.root, count: 3, index: 1, leaf: leaves[1], branch: Merkle.prove(tree, 1) }
 * Merkle.verify(proof) // true
 * Merkle.verify({ ...proof, index: 0 }) // false
 */
export function verify(proof: Proof): boolean {
  const { count, index, branch } = proof
  if (!Number.isInteger(count) || count < 1 || count > maxLeaves) return false
  if (!Number.isInteger(index) || index < 0 || index >= count) return false
  let hash = leafHash(proof.leaf)
  let used = 0
  let position = index
  for (let width = count; width > 1; width = Math.ceil(width / 2)) {
    const isPromoted = position === width - 1 && width % 2 === 1
    if (!isPromoted) {
      const sibling = branch[used++]
      if (sibling === undefined || !isHash(sibling)) return false
      const other = Bytes.fromHex(sibling)
      hash = position % 2 === 0 ? nodeHash(hash, other) : nodeHash(other, hash)
    }
    position = Math.floor(position / 2)
  }
  return used === branch.length && rootHash(count, hash) === proof.root
}

// Lower case only: a proof has one spelling.
const isHash = (hex: string): boolean => /^0x[0-9a-f]{64}$/.test(hex)

/** Thrown for a place that is not in the tree. */
export class NoSuchLeafError extends BaseError {
  override readonly name = 'Merkle.NoSuchLeafError'
  constructor(index: number, count: number) {
    super(`There is no leaf ${index} in a tree of ${count}.`)
  }
}
