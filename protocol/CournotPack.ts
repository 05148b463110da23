import * as Cournot from './Cournot.ts'
import { claimsIn, limitsOf } from './cournot/limits.ts'
import * as Manifest from './cournot/Manifest.ts'
import type { Fault, Note, Noting } from './cournot/Note.ts'
import * as Parts from './cournot/Parts.ts'
import * as Source from './cournot/SourceJson.ts'
import * as Fields from './Fields.ts'

/**
 * Packs of the original Cournot protocol as they are handed over: `manifest.json` with the SHA-256 of every other file, the five
 * artifacts that a proof is made of, and the tool plan. What no root of a pack covers is said, not passed over.
 */

export { codes } from './cournot/Note.ts'
export type { Fault, Note }
/** The files of a pack, by the path that its manifest gives them. */
export type Files = Manifest.Files

/** What checking a pack comes to. */
export type Result = {
  /** Whether everything that a pack commits to holds. */
  readonly ok: boolean
  readonly market_id: string | null
  readonly outcome: string | null
  /** As the bundle states it. */
  readonly por_root: string | null
  readonly findings: readonly Fault[]
  /** Claims of this pack that nothing in it can prove: signatures, attestations. */
  readonly not_checked: readonly Note[]
  /** What no pack of this kind can show. */
  readonly limits: readonly Note[]
}

/** The name of the file that names the others. */
export const manifestFile = Manifest.file

/**
 * The paths that a manifest lists, and its own; whoever opens no others stays inside the pack.
 *
 * @example
 * CournotPack.pathsIn(Bytes.fromText('{}')) // ['manifest.json']
 */
export const pathsIn = (manifest: Uint8Array): string[] => Manifest.pathsIn(manifest)

/**
 * Checks a pack: each file against its manifest, all roots against the files, and what the files say of each other.
 *
 * @example
 * CournotPack.verify(new Map()).findings.map(({ code, file }) => [code, file]) // [['MISSING_FILE', 'manifest.json']]
 */
export function verify(files: Files): Result {
  const findings: Fault[] = []
  const note: Noting = (code, file, path, message) => findings.push({ code, file, path, message })
  const manifest = Manifest.read(files, note)
  if (manifest === null) return { ...unread, findings }
  Manifest.checkFiles(manifest, files, note)
  const parts = Parts.read(manifest, files, note)
  checkRoots(parts, note)
  checkManifest(manifest, parts, note)
  checkMarkets(manifest, parts, note)
  checkVerdicts(parts, note)
  checkReferences(parts, note)
  return {
    ok: findings.length === 0,
    market_id: manifest.market_id,
    outcome: Source.text(parts.verdict?.value, 'outcome'),
    por_root: Source.text(parts.por_bundle?.value, 'por_root'),
    findings,
    not_checked: claimsIn(parts),
    limits: limitsOf(manifest, files, parts),
  }
}

const unread = { ok: false, market_id: null, outcome: null, por_root: null, not_checked: [], limits: [] }

function checkRoots(parts: Parts.Parts, note: Noting): void {
  const { prompt_spec, evidence_bundle, reasoning_trace, verdict, por_bundle } = parts
  if (!prompt_spec || !evidence_bundle || !reasoning_trace || !verdict || !por_bundle) return
  const evidence = leavesOf(evidence_bundle, 'items', note)
  const reasoning = leavesOf(reasoning_trace, 'steps', note)
  if (evidence === null || reasoning === null) return
  const actual = Cournot.rootsOf({
    prompt_spec: Source.canonical(prompt_spec.value),
    evidence,
    reasoning,
    verdict: Source.canonical(verdict.value),
  })
  const files = {
    prompt_spec_hash: prompt_spec.file,
    evidence_root: evidence_bundle.file,
    reasoning_root: reasoning_trace.file,
    verdict_hash: verdict.file,
    por_root: por_bundle.file,
  }
  for (const root of Fields.names(files)) {
    const stated = Source.text(por_bundle.value, root)
    // A bundle may leave this one out; it is made of the other four.
    if (stated === null && root === 'por_root') continue
    if (stated?.toLowerCase() !== actual[root])
      note(
        'ROOT_MISMATCH',
        files[root],
        `/${root}`,
        `${por_bundle.file} states ${stated}; the files give ${actual[root]}.`,
      )
  }
}

/** The leaves under a root, in order; null, and a fault, where they are not there or could be others. */
function leavesOf({ file, value }: Parts.Part, key: 'items' | 'steps', note: Noting): string[] | null {
  const leaves = Source.list(value, key)?.map(Source.canonical) ?? null
  if (leaves === null) {
    note('SCHEMA', file, `/${key}`, 'expected a list')
    return null
  }
  try {
    Cournot.rootOfTexts(leaves)
    return leaves
  } catch (error) {
    if (!(error instanceof Cournot.AmbiguousPackError)) throw error
    note('AMBIGUOUS_TREE', file, `/${key}`, error.shortMessage)
    return null
  }
}

function checkManifest({ por_root }: Manifest.Manifest, { por_bundle }: Parts.Parts, note: Noting): void {
  if (por_bundle === undefined) return
  const stated = Source.text(por_bundle.value, 'por_root') ?? ''
  if (por_root.toLowerCase() !== stated.toLowerCase())
    note(
      'ROOT_MISMATCH',
      manifestFile,
      '/por_root',
      `It is ${por_root}; ${por_bundle.file} states ${stated}.`,
    )
}

function checkMarkets(manifest: Manifest.Manifest, parts: Parts.Parts, note: Noting): void {
  const { prompt_spec, evidence_bundle, verdict, por_bundle } = parts
  const said = [
    [manifestFile, '/market_id', manifest.market_id],
    [
      prompt_spec?.file,
      '/market/market_id',
      Source.text(Source.field(prompt_spec?.value, 'market'), 'market_id'),
    ],
    [evidence_bundle?.file, '/market_id', Source.text(evidence_bundle?.value, 'market_id')],
    [verdict?.file, '/market_id', Source.text(verdict?.value, 'market_id')],
    [por_bundle?.file, '/market_id', Source.text(por_bundle?.value, 'market_id')],
  ] as const
  const present = said.filter(([file]) => file !== undefined)
  const timesSaid = (id: string | null) => present.filter(([, , other]) => other === id).length
  // The file that stands alone is the one to look at.
  const [, , usual] = present.reduce((best, one) => (timesSaid(one[2]) > timesSaid(best[2]) ? one : best))
  for (const [file, path, id] of present)
    if (id !== usual)
      note('MARKET_MISMATCH', file!, path, `It is about ${id}; other files are about ${usual}.`)
}

function checkVerdicts({ verdict, por_bundle }: Parts.Parts, note: Noting): void {
  if (verdict === undefined || por_bundle === undefined) return
  const embedded = Source.field(por_bundle.value, 'verdict')
  if (embedded === undefined || Source.canonical(embedded) !== Source.canonical(verdict.value))
    note(
      'VERDICT_MISMATCH',
      por_bundle.file,
      '/verdict',
      `It is another verdict than that of ${verdict.file}.`,
    )
}

function checkReferences({ evidence_bundle, reasoning_trace }: Parts.Parts, note: Noting): void {
  if (evidence_bundle === undefined || reasoning_trace === undefined) return
  const { file, value } = reasoning_trace
  const items = Source.list(evidence_bundle.value, 'items') ?? []
  const evidence = new Set(items.map((item) => Source.text(item, 'evidence_id')))
  const earlier = new Set<string | null>()
  for (const [i, step] of (Source.list(value, 'steps') ?? []).entries()) {
    for (const id of Source.texts(step, 'evidence_ids'))
      if (!evidence.has(id))
        note('UNKNOWN_EVIDENCE', file, `/steps/${i}/evidence_ids`, `No evidence has the id ${id}.`)
    for (const id of Source.texts(step, 'prior_step_ids'))
      if (!earlier.has(id))
        note('UNKNOWN_STEP', file, `/steps/${i}/prior_step_ids`, `No earlier step has the id ${id}.`)
    earlier.add(Source.text(step, 'step_id'))
  }
}
