import { type FileHandle, open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BaseError, Hash, Json, Schema } from '../../protocol/index.ts'
import { refusals } from './Message.ts'

/**
 * All that a signer was asked to sign, one line each, on disk before a signature leaves. Each line holds the hash of the one before
 * it, so that none can be changed or taken out unseen but from the end.
 */
const entry = z.strictObject({
  at: z.int().min(0),
  decision: z.enum(['signed', ...refusals]),
  subject_type: z.enum(['CLAIM', 'INTENT']),
  subject_hash: Schema.hash,
  fund_id: z.string().max(128),
  epoch_id: z.int().min(0),
  expires_at: z.int().min(0),
  nonce: z.int().min(0),
  digest: Schema.hash.nullable(),
})
export type Entry = z.infer<typeof entry>

const line = z.strictObject({ ...entry.shape, previous: Schema.hash })

export type AuditLog = {
  /** What stands in it. */
  readonly entries: readonly Entry[]
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

const start = Hash.ofText('cresolver signer audit v1')

/** Opens a log and checks all of it. A last line that was cut off by a crash was never answered, and is taken out. */
export async function openAuditLog(file: string): Promise<AuditLog> {
  const { entries, last, length } = await readLog(file)
  const handle = await open(file, 'a', 0o600)
  await handle.truncate(length)
  return writer(handle, entries, last)
}

function writer(handle: FileHandle, entries: Entry[], last: Hash.Hash): AuditLog {
  let previous = last
  return {
    entries,
    async append(entry) {
      const text = Json.canonical({ ...entry, previous })
      await handle.appendFile(`${text}\n`)
      await handle.sync()
      previous = Hash.ofText(text)
      entries.push(entry)
    },
    close: () => handle.close(),
  }
}

async function readLog(file: string): Promise<{ entries: Entry[]; last: Hash.Hash; length: number }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries: Entry[] = []
  let last = start
  for (const [i, each] of whole.split('\n').slice(0, -1).entries()) {
    const { previous, ...found } = readLine(file, i + 1, each)
    if (previous !== last) throw new BrokenLogError(file, i + 1)
    last = Hash.ofText(each)
    entries.push(found)
  }
  return { entries, last, length: Buffer.byteLength(whole) }
}

function readLine(file: string, number: number, text: string): z.infer<typeof line> {
  try {
    return Schema.read(line, Json.parse(text))
  } catch (cause) {
    throw new BrokenLogError(file, number, { cause })
  }
}

export class BrokenLogError extends BaseError {
  override readonly name = 'Signer.BrokenLogError'
  constructor(file: string, number: number, options: { cause?: unknown } = {}) {
    super(`Line ${number} of ${file} does not follow from the ones before it.`, {
      metaMessages: ['Somebody changed the audit log. Find out what was signed before you start a new one.'],
      ...options,
    })
  }
}
