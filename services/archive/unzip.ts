import { crc32, inflateRawSync } from 'node:zlib'
import { BaseError } from '../../protocol/index.ts'

/** How much is taken out of an archive; what declares more is refused before anything is unpacked. */
export type Limits = { readonly files: number; readonly bytes: number }

/** What a directory says of a file. */
type Entry = {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/**
 * The files of a ZIP archive, by name. Everything in it may be hostile: a name that leads elsewhere, a link, a name that stands twice,
 * a file that grows beyond its declared size, or whose local header says something else, makes the whole archive be refused.
 *
 * @example
 * const files = unzip(readFileSync('pack.zip'), { files: 64, bytes: 64 * 1024 * 1024 })
 * files.get('manifest.json')
 */
export function unzip(archive: Uint8Array, limits: Limits): Map<string, Uint8Array> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const entries = readDirectory(archive, view, limits)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.bytes)
    throw new UnsafeError(`it unpacks to ${total} bytes, and ${limits.bytes} are taken`)
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (files.has(entry.name)) throw new UnsafeError(`${show(entry.name)} stands twice in it`)
    files.set(entry.name, unpack(archive, view, entry))
  }
  return files
}

/** Whether bytes begin as such an archive does. */
export const isZip = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, i) => bytes[i] === byte)

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endSize = 22
const entrySize = 46
const localSize = 30
const longestComment = 0xffff

function readDirectory(archive: Uint8Array, view: DataView, { files: most }: Limits): Entry[] {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  const at = view.getUint32(end + 16, true)
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new DamagedError('it is one of several parts')
  if (count === 0xffff || at === 0xffffffff) throw new UnsafeError('it is of the kind for very large files')
  if (count > most) throw new UnsafeError(`it has ${count} files, and ${most} are taken`)
  const entries: Entry[] = []
  let next = at
  for (let i = 0; i < count; i++) {
    if (next + entrySize > end || view.getUint32(next, true) !== entryMark)
      throw new DamagedError('its directory is not whole')
    const length = view.getUint16(next + 28, true)
    const rest = view.getUint16(next + 30, true) + view.getUint16(next + 32, true)
    const name = nameOf(archive.subarray(next + entrySize, next + entrySize + length))
    refuseSpecial(view, next, name)
    // Folders are implied by the names of files.
    if (!name.endsWith('/'))
      entries.push({
        name,
        method: view.getUint16(next + 10, true),
        crc: view.getUint32(next + 16, true),
        packed: view.getUint32(next + 20, true),
        size: view.getUint32(next + 24, true),
        at: view.getUint32(next + 42, true),
      })
    next += entrySize + length + rest
  }
  if (next > end) throw new DamagedError('its directory is not whole')
  return entries
}

/** The end record is the last thing in an archive, before a comment. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endSize - longestComment)
  for (let at = view.byteLength - endSize; at >= first; at--) {
    if (
      view.getUint32(at, true) === endMark &&
      at + endSize + view.getUint16(at + 20, true) === view.byteLength
    )
      return at
  }
  throw new DamagedError('its end is missing')
}

function nameOf(bytes: Uint8Array): string {
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnsafeError('a name in it is not UTF-8')
  }
  const parts = name.replace(/\/$/, '').split('/')
  const isPlain =
    !/[\\:\p{Cc}\p{Cf}]/u.test(name) && parts.every((part) => part !== '' && !/^\.+$/.test(part))
  if (!isPlain) throw new UnsafeError(`the name ${show(name)} leads elsewhere`)
  return name
}

const unixLink = 0o120000

function refuseSpecial(view: DataView, at: number, name: string): void {
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw new UnsafeError(`${show(name)} is encrypted`)
  const kind = view.getUint16(at + 40, true) & 0o170000
  if (kind === unixLink) throw new UnsafeError(`${show(name)} is a link`)
}

function unpack(archive: Uint8Array, view: DataView, entry: Entry): Uint8Array {
  const { name, at, packed, size, method } = entry
  if (at + localSize > archive.length || view.getUint32(at, true) !== localMark)
    throw new DamagedError(`${show(name)} is not where its directory says`)
  const length = view.getUint16(at + 26, true)
  const from = at + localSize + length + view.getUint16(at + 28, true)
  const local = archive.subarray(at + localSize, at + localSize + length)
  // Readers that go by the local headers must see the same files.
  if (new TextDecoder().decode(local) !== name || view.getUint16(at + 8, true) !== method)
    throw new UnsafeError(`${show(name)} has another name or form in its own header`)
  if (from + packed > archive.length) throw new DamagedError(`${show(name)} is cut off`)
  const data = archive.subarray(from, from + packed)
  const bytes = method === stored ? Uint8Array.from(data) : inflate(name, data, size, method)
  if (bytes.length !== size)
    throw new DamagedError(`${show(name)} has ${bytes.length} bytes instead of ${size}`)
  if (crc32(bytes) !== entry.crc)
    throw new DamagedError(`${show(name)} has changed: its checksum is another one`)
  return bytes
}

const stored = 0
const deflated = 8

function inflate(name: string, data: Uint8Array, size: number, method: number): Uint8Array {
  if (method !== deflated)
    throw new UnsafeError(`${show(name)} is packed by method ${method}; 0 and 8 are read`)
  try {
    // Stops at the declared size, which the limits have passed.
    return new Uint8Array(inflateRawSync(data, { maxOutputLength: Math.max(1, size) }))
  } catch (cause) {
    throw new DamagedError(`${show(name)} cannot be unpacked, or grows beyond its ${size} bytes`, { cause })
  }
}

const show = (name: string): string => JSON.stringify(name.slice(0, 128))

/** Thrown for an archive that tries, or could be used, to do harm. */
export class UnsafeError extends BaseError {
  override readonly name = 'Zip.UnsafeError'
  constructor(why: string) {
    super(`The archive is not unpacked: ${why}.`)
  }
}

/** Thrown for an archive that is not whole. */
export class DamagedError extends BaseError {
  override readonly name = 'Zip.DamagedError'
  constructor(why: string, options: { cause?: unknown } = {}) {
    super(`The archive is damaged: ${why}.`, options)
  }
}
