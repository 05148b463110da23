import * as z from 'zod'
import * as Bytes from '../Bytes.ts'
import * as Fields from '../Fields.ts'
import * as Hash from '../Hash.ts'
import type { Noting } from './Note.ts'
import * as Source from './SourceJson.ts'

/** The files of a pack, by the path that its manifest gives them. */
export type Files = ReadonlyMap<string, Uint8Array>

/** The name of the file that names the others. */
export const file = 'manifest.json'

const format = 'pack.v1'
const mostFiles = 64
const entry = z.object({
  path: z.string().min(1).max(256),
  sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, 'expected 64 hex digits'),
  bytes: z.int().min(0),
})
const schema = z.object({
  format_version: z.string().max(64),
  market_id: z.string().max(512),
  por_root: z.string().max(80),
  files: z
    .record(z.string().max(128), entry)
    .refine((files) => Object.keys(files).sort().length <= mostFiles, `expected at most ${mostFiles} files`),
})
/** Which files there are, and the SHA-256 of each. */
export type Manifest = z.infer<typeof schema>

/** The manifest among the files of a pack; null, and a fault, where there is none that can be read. */
export function read(files: Files, note: Noting): Manifest | null {
  const bytes = files.get(file)
  if (bytes === undefined) {
    note('MISSING_FILE', file, '', 'A pack has a manifest that names its files.')
    return null
  }
  const value = readJson(bytes)
  if (value === undefined) {
    note('NOT_JSON', file, '', 'The file is not JSON that has each key once.')
    return null
  }
  const parsed = schema.safeParse(toPlain(value))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    note('SCHEMA', file, `/${issue!.path.join('/')}`, issue!.message)
    return null
  }
  const { format_version } = parsed.data
  if (format_version !== format)
    note(
      'UNKNOWN_FORMAT',
      file,
      '/format_version',
      `It is ${JSON.stringify(format_version)}, and ${format} is read.`,
    )
  return parsed.data
}

/** The paths that a manifest lists, and its own. Those that lead out of the pack are left out. */
export function pathsIn(bytes: Uint8Array): string[] {
  const value = readJson(bytes)
  const parsed = schema.safeParse(value === undefined ? undefined : toPlain(value))
  const listed = parsed.success ? Fields.pairs(parsed.data.files).map(([, { path }]) => path) : []
  return [file, ...listed.filter(isSafe)]
}

/** Holds every listed file against what the manifest says of it. */
export function checkFiles({ files: listed }: Manifest, files: Files, note: Noting): void {
  for (const [key, { path, sha256, bytes: size }] of Fields.pairs(listed)) {
    const bytes = files.get(path)
    if (!isSafe(path))
      note(
        'UNSAFE_PATH',
        file,
        `/files/${key}/path`,
        `${JSON.stringify(path)} is no plain name below the pack.`,
      )
    else if (bytes === undefined)
      note('MISSING_FILE', path, '', `The manifest lists it as ${key}, and it is not there.`)
    else checkFile(path, bytes, { sha256, size }, note)
  }
}

function checkFile(
  path: string,
  bytes: Uint8Array,
  { sha256, size }: { sha256: string; size: number },
  note: Noting,
): void {
  const actual = Bytes.toHex(Hash.sha256(bytes)).slice(2)
  if (actual !== sha256.toLowerCase())
    note('FILE_MISMATCH', path, '', `Its SHA-256 is ${actual}; the manifest says ${sha256}.`)
  else if (size !== bytes.length)
    note('FILE_MISMATCH', path, '', `It has ${bytes.length} bytes; the manifest says ${size}.`)
}

/** Names below the pack, without a way up or out. */
export const isSafe = (path: string): boolean =>
  path.split('/').every((part) => /^[A-Za-z0-9_.-]+$/.test(part) && !/^\.+$/.test(part))

/** The JSON of a file; undefined where it is none, is not UTF-8, or has a key twice. */
export function readJson(bytes: Uint8Array): Source.SourceJson | undefined {
  try {
    const text = Bytes.toText(bytes)
    // Bytes that are no UTF-8 would be read as something else than what was hashed.
    return Bytes.equal(Bytes.fromText(text), bytes) ? Source.parse(text) : undefined
  } catch {
    return undefined
  }
}

const toPlain = (value: Source.SourceJson): unknown => JSON.parse(Source.canonical(value))
