import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Hash, Merkle } from '../../protocol/index.ts'
import { readVectors } from '../../scripts/vectors/runner.ts'

const leaf = fc.uint8Array({ maxLength: 40 })
const leaves = fc.array(leaf, { minLength: 1, maxLength: 40 })
const tree = leaves.chain((each) => fc.record({ leaves: fc.constant(each), index: fc.nat(each.length - 1) }))

const proofOf = (from: readonly Uint8Array[], index: number): Merkle.Proof => {
  const built = Merkle.build(from)
  return {
    root: built.root,
    count: from.length,
    index,
    leaf: from[index]!,
    branch: Merkle.prove(built, index),
  }
}

describe('Merkle', () => {
  it('C26: proves every leaf of a tree', () => {
    fc.assert(
      fc.property(leaves, (each) => {
        const built = Merkle.build(each)
        each.forEach((one, index) => {
          const branch = Merkle.prove(built, index)
          expect(Merkle.verify({ root: built.root, count: each.length, index, leaf: one, branch })).to.equal(
            true,
          )
        })
      }),
      { numRuns: 30 },
    )
  })

  it('C26: proves no other leaf, index or count with the same branch', () => {
    fc.assert(
      fc.property(
        tree,
        leaf,
        fc.nat(80),
        fc.nat(80),
        ({ leaves: each, index }, otherLeaf, otherIndex, otherCount) => {
          const proof = proofOf(each, index)
          const verdict = (change: Partial<Merkle.Proof>) => Merkle.verify({ ...proof, ...change })
          expect(verdict({ leaf: otherLeaf })).to.equal(Bytes.equal(otherLeaf, proof.leaf))
          if (otherIndex !== index) {
            // Only a twin subtree may stand at another index: then that index truly holds this leaf.
            const isTwin = each[otherIndex] !== undefined && Bytes.equal(each[otherIndex], proof.leaf)
            if (!isTwin) expect(verdict({ index: otherIndex })).to.equal(false)
          }
          if (otherCount !== each.length) expect(verdict({ count: otherCount })).to.equal(false)
        },
      ),
    )
  })

  it('C26: proves nothing once a bit of the root or the branch is flipped, or the branch cut or extended', () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(255), ({ leaves: each, index }, place, bit) => {
        const proof = proofOf(each, index)
        const flip = (hash: Hash.Hash): Hash.Root => {
          const bytes = Bytes.fromHex(hash)
          bytes[bit >> 3]! ^= 1 << (bit & 7)
          return Hash.asRoot(Bytes.toHex(bytes))
        }
        const { branch } = proof
        const at = branch.length === 0 ? -1 : place % branch.length
        expect(Merkle.verify({ ...proof, root: flip(proof.root) })).to.equal(false)
        expect(Merkle.verify({ ...proof, branch: [...branch, Bytes.zero32] })).to.equal(false)
        if (at < 0) return
        expect(Merkle.verify({ ...proof, branch: branch.with(at, flip(branch[at]!)) })).to.equal(false)
        expect(Merkle.verify({ ...proof, branch: branch.toSpliced(at, 1) })).to.equal(false)
        expect(Merkle.verify({ ...proof, branch: branch.toSpliced(at, 0, branch[at]!) })).to.equal(false)
      }),
    )
  })

  it('C26: gives different lists of leaves different roots', () => {
    fc.assert(
      fc.property(leaves, leaves, (a, b) => {
        const same = a.length === b.length && a.every((one, i) => Bytes.equal(one, b[i]!))
        expect(Merkle.root(a) === Merkle.root(b)).to.equal(same)
        // CVE-2012-2459: where an odd node is paired with itself, a repeated end gives the same root.
        expect(Merkle.root([...a, a.at(-1)!])).to.not.equal(Merkle.root(a))
      }),
    )
  })

  it('C26: hashes as written: 0x00 leaf, 0x01 node, 0x02 ‖ uint32 count ‖ top', () => {
    const keccak = (...parts: Uint8Array[]) => Hash.rawOfBytes(Bytes.concat(...parts))
    const [a, b, c] = ['a', 'b', 'c'].map(Bytes.fromText) as [Uint8Array, Uint8Array, Uint8Array]
    const hashes = [a, b, c].map((one) => keccak(Uint8Array.of(0), one)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    const pair = keccak(Uint8Array.of(1), hashes[0], hashes[1])
    const top = keccak(Uint8Array.of(1), pair, hashes[2])
    expect(Merkle.root([a, b, c])).to.equal(Bytes.toHex(keccak(Uint8Array.of(2, 0, 0, 0, 3), top)))
    expect(Merkle.root([])).to.equal(Bytes.toHex(keccak(Uint8Array.of(2, 0, 0, 0, 0))))
    expect(Merkle.fromHashes(hashes).root).to.equal(Merkle.root([a, b, c]))
  })

  it('refuses to prove a leaf that is not there', () => {
    const built = Merkle.build([new Uint8Array(1)])
    for (const index of [-1, 1, 0.5, Number.NaN]) {
      expect(() => Merkle.prove(built, index))
        .to.throw()
        .with.property('name', 'Merkle.NoSuchLeafError')
    }
  })

  it('never throws on a proof of any shape', () => {
    const odd = fc.oneof(fc.integer(), fc.double(), fc.constant(2 ** 32), fc.constant(2 ** 53))
    const hash = fc.oneof(fc.string(), fc.constant(Bytes.zero32), fc.constant(Bytes.zero32.toUpperCase()))
    const proof = fc.record({
      root: hash,
      count: odd,
      index: odd,
      leaf,
      branch: fc.array(hash, { maxLength: 40 }),
    })
    fc.assert(fc.property(proof, (each) => Merkle.verify(each as Merkle.Proof) === false))
  })

  it('takes a hash in one spelling only', () => {
    const proof = proofOf(['a', 'b'].map(Bytes.fromText), 0)
    const loud = (hash: Hash.Hash) => `0x${hash.slice(2).toUpperCase()}` as Hash.Root
    expect(Merkle.verify({ ...proof, branch: proof.branch.map(loud) })).to.equal(false)
    expect(Merkle.verify({ ...proof, root: loud(proof.root) })).to.equal(false)
  })

  it('C26: has vectors that say in their names what they expect', () => {
    for (const { name, fn, output } of readVectors('merkle').cases) {
      if (fn === 'verify') expect(output, name).to.equal(name.startsWith('accepts'))
    }
  })
})

describe("Merkle.verify on RFC 6962's inclusion proofs, translated", () => {
  type Vector = {
    leafIdx: number
    treeSize: number
    root: string
    leafHash: string
    proof: string[] | null
    desc: string
    wantErr: boolean
  }
  type Row = { kind: string; vector: Vector & { leaves_hex?: string[] } }
  const folder = process.env.CRESOLVER_DATA
  let rows: Row[] = []

  before(function () {
    if (folder === undefined) {
      console.log('skipped: CRESOLVER_DATA names no folder with the published vectors')
      this.skip()
    }
    const lines = readFileSync(join(folder!, 'merkle_vectors_dev.jsonl'), 'utf8').trim().split('\n')
    rows = lines.map((line) => JSON.parse(line))
  })

  const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

  // RFC 6962 splits at the largest power of two, which gives the same shape as moving an odd node up. So every node of
  // its tree has one counterpart in ours, and a proof can be carried over hash by hash.
  function dictionary(all: readonly Uint8Array[]) {
    const nodes = new Map<string, { ours: Uint8Array; leaves: readonly Uint8Array[] }>()
    const add = (hash: Uint8Array, range: readonly Uint8Array[]) => {
      const { layers } = Merkle.build(range)
      nodes.set(Buffer.from(hash).toString('base64'), { ours: layers.at(-1)![0]!, leaves: range })
      return hash
    }
    const visit = (range: readonly Uint8Array[]): Uint8Array => {
      if (range.length === 1) return add(sha256(Uint8Array.of(0), range[0]!), range)
      const half = 2 ** Math.ceil(Math.log2(range.length) - 1)
      return add(sha256(Uint8Array.of(1), visit(range.slice(0, half)), visit(range.slice(half))), range)
    }
    for (let size = 1; size <= all.length; size++) visit(all.slice(0, size))
    return nodes
  }

  it('C26: accepts and refuses as the published vectors do', () => {
    const eight = rows.find(({ vector }) => vector.leaves_hex?.length === 8)!.vector.leaves_hex!
    const nodes = dictionary(eight.map((hex) => Buffer.from(hex, 'hex')))
    const garbage = (hash: string) => Hash.asRoot(Hash.ofBytes(Buffer.from(hash, 'base64')))
    let accepted = 0
    let refused = 0
    for (const { kind, vector } of rows) {
      if (kind !== 'inclusion') continue
      const { root, leafHash, proof, leafIdx, treeSize, desc, wantErr } = vector
      // One vector's only leaf is known by its hash alone: let the hash be the leaf.
      const only = Buffer.from(leafHash, 'base64')
      const known = new Map([[leafHash, { ours: Merkle.leafHash(only), leaves: [only] }], ...nodes])
      const rootNode = known.get(root)
      const verdict = Merkle.verify({
        root: rootNode === undefined ? garbage(root) : Merkle.root(rootNode.leaves),
        count: treeSize,
        index: leafIdx,
        leaf: leafHash === '' ? new Uint8Array(0) : known.get(leafHash)!.leaves[0]!,
        branch: (proof ?? []).map((hash) => {
          const node = known.get(hash)
          return node === undefined ? garbage(hash) : Hash.fromRaw(node.ours)
        }),
      })
      expect(verdict, `${desc}: leaf ${leafIdx} of ${treeSize}`).to.equal(!wantErr)
      if (wantErr) refused++
      else accepted++
    }
    console.log(`RFC 6962: ${accepted} inclusion proofs accepted, ${refused} refused`)
    expect(Math.min(accepted, refused)).to.be.greaterThan(0)
  })
})
