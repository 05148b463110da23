import * as Manifest from './Manifest.ts'
import type { Noting } from './Note.ts'
import type * as Source from './SourceJson.ts'

/** What a pack must hold beside its manifest; a tool plan and lists of checks may be there too. */
const names = ['prompt_spec', 'evidence_bundle', 'reasoning_trace', 'verdict', 'por_bundle'] as const

/** An artifact that could be read, with the name of its file. */
export type Part = { readonly file: string; readonly value: Source.SourceJson }
/** The artifacts of a pack, as far as they could be read. */
export type Parts = { readonly [name in (typeof names)[number]]?: Part }

/** Reads the artifacts of a pack; what is missing or no object is a fault. */
export function read({ files: listed }: Manifest.Manifest, files: Manifest.Files, note: Noting): Parts {
  const parts: { -readonly [name in keyof Parts]: Parts[name] } = {}
  for (const name of names) {
    const file = listed[name]?.path
    if (file === undefined) {
      note('MISSING_FILE', Manifest.file, '/files', `The manifest lists no ${name}.`)
      continue
    }
    const bytes = Manifest.isSafe(file) ? files.get(file) : undefined
    // That it is not there was said already.
    if (bytes === undefined) continue
    const value = Manifest.readJson(bytes)
    if (value === undefined) note('NOT_JSON', file, '', 'The file is not JSON that has each key once.')
    else if (!(value instanceof Map)) note('SCHEMA', file, '', 'expected an object')
    else parts[name] = { file, value }
  }
  return parts
}
