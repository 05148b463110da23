import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { CournotPack } from '../../../protocol/index.ts'
import { isZip, unzip } from '../../../services/archive/unzip.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readBytes } from '../../terminal/input.ts'

/** Packs hold JSON of one market; what is larger than this is none. */
const limits = { files: 64, bytes: 64 * 1024 * 1024 }

/** What was handed over as a pack: its files, or one file that is no archive. */
export type Handed = { readonly files: CournotPack.Files } | { readonly bytes: Uint8Array }

/** Reads a folder, an archive, or a single file; stdin is one of the latter two. */
export async function readPack(path: string | undefined): Promise<Handed> {
  if (path !== undefined && path !== '-' && (await isFolder(path))) return { files: await readFolder(path) }
  const bytes = await readBytes(path)
  return isZip(bytes) ? { files: atTop(unzip(bytes, limits)) } : { bytes }
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // What can't be looked at is reported by whoever reads it.
    return false
  }
}

/** Only what the manifest lists is opened, and no link is followed. */
async function readFolder(folder: string): Promise<CournotPack.Files> {
  const files = new Map<string, Uint8Array>()
  const root = await realpath(folder)
  let room = limits.bytes
  const take = async (path: string) => {
    const bytes = await readFile(root, path, room)
    if (bytes === null) return
    room -= bytes.length
    files.set(path, bytes)
  }
  await take(CournotPack.manifestFile)
  const manifest = files.get(CournotPack.manifestFile)
  if (manifest !== undefined)
    for (const path of CournotPack.pathsIn(manifest)) if (!files.has(path)) await take(path)
  // What the manifest does not list is named, not read.
  for (const { name } of await readdir(root, { withFileTypes: true }))
    if (!files.has(name) && ![...files.keys()].some((path) => path.startsWith(`${name}/`)))
      files.set(name, new Uint8Array())
  return files
}

async function readFile(root: string, name: string, room: number): Promise<Uint8Array | null> {
  const path = join(root, name)
  const refuse = (why: string, cause?: unknown) =>
    new UsageError(`Cannot read ${path}.`, { cause, metaMessages: [why] })
  let file: FileHandle
  try {
    if (!`${await realpath(dirname(path))}${sep}`.startsWith(`${root}${sep}`)) throw refuse(linked)
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw cause instanceof UsageError ? cause : refuse(code === 'ELOOP' ? linked : message, cause)
  }
  try {
    const found = await file.stat()
    if (!found.isFile()) throw refuse('It is no file.')
    if (found.size > room) throw refuse(`With it the pack is larger than ${limits.bytes} bytes.`)
    const bytes = new Uint8Array(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const linked = 'It is a link, and a pack has none.'

/** A folder that was packed as a whole holds the pack one step down. */
function atTop(files: Map<string, Uint8Array>): CournotPack.Files {
  if (files.has(CournotPack.manifestFile)) return files
  const [first = ''] = files.keys()
  const folder = `${first.split('/', 1)[0]}/`
  if (![...files.keys()].every((name) => name.startsWith(folder))) return files
  return new Map([...files].map(([name, bytes]) => [name.slice(folder.length), bytes]))
}
