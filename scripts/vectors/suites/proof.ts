import { Cournot, Proof, Verification } from '../../../protocol/index.ts'

export const run = {
  build: (input: Proof.Parts) => Proof.buildPorBundle(input).bundle,
  verify: (input: unknown) => Verification.verifyPorBundle(input),
  // The whole document is long: cases change one text of it.
  verifyChanged: (input: { parts: Proof.Parts; from: string; to: string }) => {
    const text = JSON.stringify(Proof.buildPorBundle(input.parts))
    const { ok, challenged_leaf, findings } = Verification.verifyText(text.replace(input.from, input.to))
    return { ok, challenged_leaf, codes: findings.map(({ code }) => code) }
  },
  branch: (input: { parts: Proof.Parts; tree: Proof.TreeName; index: number }) =>
    Proof.branch(Proof.buildPorBundle(input.parts), input.tree, input.index),
  verifyBranch: (input: { branch: Proof.Branch; porRoot: string }) =>
    Proof.verifyBranch(input.branch, input.porRoot),
  signingDigest: (input: { parts: Proof.Parts; role: Proof.Role }) =>
    Proof.signingDigest(Proof.buildPorBundle(input.parts).bundle, input.role),
  marketNumber: (input: string) => Proof.marketNumber(input),
  cournot: (input: unknown) => Cournot.verify(input),
}
