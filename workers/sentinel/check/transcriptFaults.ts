import { Bytes, Finding, type Hash, Merkle, type Proof } from '../../../protocol/index.ts'
import { type Case, type Found, found, provenLeaves } from './Case.ts'
import { demandedLeaf } from './contradiction.ts'
import { transcriptProof } from './evidence.ts'

/** What a leaf of the transcript is called, and where it comes from in the file. */
export function leafName(index: number, workers: number): { name: string; worker?: number } {
  if (index === 0) return { name: 'question' }
  if (index === 1) return { name: 'rule' }
  if (index === 4 * workers + 2) return { name: 'tally' }
  const worker = Math.floor((index - 2) / 4)
  return { name: ['answer', 'check', 'defence', 'scores'][(index - 2) % 4]!, worker }
}

/** Leaves under the reported root that contradict the docket: each of them voids the round (kind 4). */
export function contradictedLeaves(about: Case): Found[] {
  const leaves = provenLeaves(about)
  if (leaves === null) return []
  const { report, file } = about
  const n = file.workers.length
  const tree = Merkle.build(leaves)
  return leaves.flatMap((leaf, index) => {
    const demanded = demandedLeaf(index, n, report)
    if (demanded === null || Bytes.equal(demanded, leaf)) return []
    const siblings = Merkle.prove(tree, index)
    const hex = Bytes.toHex(leaf)
    const branch: Proof.Branch = {
      tree: 'transcript',
      leaf: hex,
      index,
      count: tree.count,
      branch: siblings,
      root: tree.root,
      outer: null,
    }
    const evidence = transcriptProof(report, { leaf: hex, index, count: tree.count, siblings })
    const { name, worker } = leafName(index, n)
    const whose = worker === undefined ? '' : ` of worker ${file.cohort_start + worker}`
    const message = `The ${name}${whose} in the transcript is not the one that was reported.`
    const code = index === 1 ? 'RULE_MISMATCH' : 'CHECK_MISMATCH'
    const more = { evidence, branch, ...(worker === undefined ? {} : { worker }) }
    return [found(about, [Finding.transcriptLeaf(index), code, `/leaves/${index}`, message], more)]
  })
}

/** Where the transcript is not what chain and signed replies give. */
export function otherLeaves(about: Case): Found[] {
  const { file, rebuilt, report } = about
  const findings: Found[] = []
  const published = file.leaves
  const rebuiltRoot = Merkle.root(rebuilt.leaves)
  if (published === null) {
    if (rebuiltRoot === report.roundRoot) return []
    const message = `Chain and replies give the root ${rebuiltRoot}, but ${report.roundRoot} was reported.`
    return [found(about, [Finding.nowhere, 'ROOT_MISMATCH', '/report/round_root', message])]
  }
  const root = rootOf(published as Bytes.Hex[])
  if (root !== report.roundRoot) {
    const message = `The leaves of the file give the root ${root}, but ${report.roundRoot} was reported.`
    const at = [Finding.nowhere, 'ROOT_MISMATCH', '/leaves', message] as const
    findings.push(found(about, at, { remedy: rebuiltRoot === report.roundRoot ? 'none' : 'appeal' }))
  }
  const count = Math.max(published.length, rebuilt.leaves.length)
  for (let index = 0; index < count; index++) {
    const expected = rebuilt.leaves[index]
    if (expected !== undefined && published[index] === Bytes.toHex(expected)) continue
    const { name, worker } = leafName(index, file.workers.length)
    const message = `The leaf (${name}) is not what chain and replies give.`
    const at = [Finding.transcriptLeaf(index), 'LEAF_MISMATCH', `/leaves/${index}`, message] as const
    const more = worker === undefined || worker >= file.workers.length ? {} : { worker }
    findings.push(found(about, at, { ...more, remedy: root === report.roundRoot ? 'appeal' : 'none' }))
  }
  return findings
}

const rootOf = (leaves: readonly Bytes.Hex[]): Hash.Hash => Merkle.root(leaves.map(Bytes.fromHex))
