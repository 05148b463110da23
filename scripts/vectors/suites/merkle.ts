import { Bytes, Merkle } from '../../../protocol/index.ts'

type Leaves = { readonly leaves: readonly Bytes.Hex[] }
type Proof = Omit<Merkle.Proof, 'leaf'> & { readonly leaf: Bytes.Hex }

const build = ({ leaves }: Leaves) => Merkle.build(leaves.map(Bytes.fromHex))

export const run = {
  root: (input: Leaves) => build(input).root,
  branch: (input: Leaves & { readonly index: number }) => Merkle.prove(build(input), input.index),
  verify: (input: Proof) => Merkle.verify({ ...input, leaf: Bytes.fromHex(input.leaf) }),
}
