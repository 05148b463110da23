import * as Fields from '../Fields.ts'
import * as Manifest from './Manifest.ts'
import type { Note } from './Note.ts'
import type { Parts } from './Parts.ts'
import * as Source from './SourceJson.ts'

/** Claims of a bundle that nothing in a pack can prove. */
export function claimsIn({ por_bundle }: Parts): Note[] {
  if (por_bundle === undefined) return []
  const claims = [
    ['signatures', 'Signatures'],
    ['tee_attestation', 'An attestation'],
  ] as const
  return claims
    .filter(([key]) => !Source.isEmpty(Source.field(por_bundle.value, key)))
    .map(([key, what]) => ({
      file: por_bundle.file,
      path: `/${key}`,
      message: `${what} in a form that its protocol does not fix.`,
    }))
}

/** What such a pack cannot show, whoever checks it: most of all what no root covers. */
export function limitsOf(manifest: Manifest.Manifest, files: Manifest.Files, parts: Parts): Note[] {
  const { evidence_bundle, reasoning_trace, por_bundle } = parts
  const notes: Note[] = []
  const say = (file: string, path: string, message: string) => notes.push({ file, path, message })
  if (evidence_bundle !== undefined) {
    say(
      evidence_bundle.file,
      '/items',
      'Where evidence comes from, and its tier, are the collector’s own words.',
    )
    say(evidence_bundle.file, '', `Beside /items, ${onlyManifest}`)
  }
  if (reasoning_trace !== undefined) say(reasoning_trace.file, '', `Beside /steps, ${onlyManifest}`)
  if (por_bundle !== undefined) {
    say(por_bundle.file, '', `Beside its roots and its verdict, ${onlyManifest}`)
    if (Source.text(por_bundle.value, 'por_root') === null)
      say(por_bundle.file, '/por_root', 'It states none.')
  }
  const listed = Fields.pairs(manifest.files)
  for (const [key, { path }] of listed)
    if (!(key in parts)) say(path, '', `No root covers the ${key}: ${onlyManifest}`)
  say(Manifest.file, '', 'Nothing covers the manifest: its date, version and notes are its own words.')
  const known = new Set([Manifest.file, ...listed.map(([, { path }]) => path)])
  for (const file of files.keys()) if (!known.has(file)) say(file, '', 'The manifest does not list it.')
  return [...notes, ...ownRootsIn(parts)]
}

const onlyManifest = 'only the hash in the manifest covers it.'

/** A verdict repeats roots that its judge reckoned in its own way: over ids instead of content, for one. */
function ownRootsIn({ verdict, por_bundle }: Parts): Note[] {
  if (verdict === undefined || por_bundle === undefined) return []
  const roots = ['prompt_spec_hash', 'evidence_root', 'reasoning_root'] as const
  return roots.flatMap((root) => {
    const own = Source.text(verdict.value, root)
    if (own === null || own.toLowerCase() === Source.text(por_bundle.value, root)?.toLowerCase()) return []
    return [
      {
        file: verdict.file,
        path: `/${root}`,
        message: 'It is not that of the bundle, and was not recomputed.',
      },
    ]
  })
}
