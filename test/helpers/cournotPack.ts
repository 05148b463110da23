import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bytes, Hash } from '../../protocol/index.ts'
import { unzip } from '../../services/archive/unzip.ts'

/** A pack as the original tools of that protocol write one, about a market that we made up; it has floats and odd keys. */
export const packPath = join(import.meta.dirname, '../fixtures/cournot/pack.zip')

export const packFiles = (): Map<string, Uint8Array> =>
  unzip(readFileSync(packPath), { files: 64, bytes: 1_048_576 })

/** The files with one of them changed as text. */
export function edited(files: ReadonlyMap<string, Uint8Array>, name: string, edit: (text: string) => string) {
  const text = edit(Bytes.toText(files.get(name)!))
  return new Map(files).set(name, Bytes.fromText(text))
}

/** The files with a manifest that has the hash of each again, as whoever alters a pack would leave it. */
export function resealed(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return edited(files, 'manifest.json', (text) => {
    const manifest = JSON.parse(text)
    for (const entry of Object.values<{ path: string; sha256: string; bytes: number }>(manifest.files)) {
      const bytes = files.get(entry.path)
      if (bytes === undefined) continue
      entry.sha256 = Bytes.toHex(Hash.sha256(bytes)).slice(2)
      entry.bytes = bytes.length
    }
    return JSON.stringify(manifest)
  })
}
