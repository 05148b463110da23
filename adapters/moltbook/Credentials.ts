import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'

/** A key that can be sent, and cannot be printed: whatever turns it into text gets a placeholder. */
export class ApiKey {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  /** The header that carries it. */
  authorization(): string {
    return `Bearer ${this.#text}`
  }
  isIn(text: string): boolean {
    return text.includes(this.#text)
  }
  toString(): string {
    return '[key]'
  }
  toJSON(): string {
    return '[key]'
  }
  [inspect.custom](): string {
    return '[key]'
  }
}

export type Credentials = {
  readonly key: ApiKey
  readonly agentName: string | null
  /** Where this account's markets are posted unless a command says otherwise. */
  readonly submolt: string | null
}

const schema = z.object({
  // Anything else could not stand in a header, and the error about that would repeat it.
  api_key: z.string().regex(/^[\x21-\x7e]{8,512}$/),
  agent_name: z.string().min(1).max(128).optional(),
  submolt: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .optional(),
})

const maxBytes = 65_536

export const defaultHome = (): string => join(homedir(), '.config', 'moltbook')

/** `<account>-credentials.json`; without an account `credentials.json` (C63). */
export const fileOf = (home: string, account: string | undefined): string =>
  join(home, account === undefined ? 'credentials.json' : `${checkAccount(account)}-credentials.json`)

/** Where an account keeps its markets, its ledger and its proofs. */
export const folderOf = (home: string, account: string | undefined): string =>
  join(home, account === undefined ? 'data' : `${checkAccount(account)}-data`)

/** An account is part of a file's name, so it may not lead out of the folder. */
function checkAccount(account: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(account)) throw new InvalidAccountError(account)
  return account
}

/** Reads an account's key. A file that others may read is refused: the key is as good as lost then. */
export function read(home: string, account: string | undefined): Credentials {
  const file = fileOf(home, account)
  let value: unknown
  try {
    value = JSON.parse(readPrivate(file))
  } catch (error) {
    if (error instanceof BaseError) throw error
    // What the parser says about the text might repeat the key in it.
    throw new UnusableCredentialsError(file, 'it is not JSON.')
  }
  const result = schema.safeParse(value)
  if (!result.success) {
    const fields = result.error.issues.map(({ path }) => path.join('.') || 'the file')
    throw new UnusableCredentialsError(file, `${fields.join(', ')} is missing or not right.`)
  }
  const { api_key, agent_name, submolt } = result.data
  return { key: new ApiKey(api_key), agentName: agent_name ?? null, submolt: submolt ?? null }
}

/** The mode is that of the very file that is read, not of one that may be exchanged in between. */
function readPrivate(file: string): string {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new UnusableCredentialsError(file, code === 'ENOENT' ? 'there is no such file.' : `${code}.`)
  }
  try {
    const { mode, uid, size } = fstatSync(handle)
    if (process.platform !== 'win32') {
      if ((mode & 0o077) !== 0) throw new ExposedCredentialsError(file, mode & 0o777)
      const me = process.getuid?.()
      if (me !== undefined && uid !== me)
        throw new UnusableCredentialsError(file, 'it belongs to another user.')
    }
    if (size > maxBytes) throw new UnusableCredentialsError(file, 'it is too long.')
    const bytes = Buffer.alloc(maxBytes)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, maxBytes, 0))
  } finally {
    closeSync(handle)
  }
}

export class InvalidAccountError extends BaseError {
  override readonly name = 'Credentials.InvalidAccountError'
  constructor(account: string) {
    super(`${JSON.stringify(account.slice(0, 64))} is no name of an account.`, {
      metaMessages: ['A name has letters, digits, - and _.'],
    })
  }
}

export class UnusableCredentialsError extends BaseError {
  override readonly name = 'Credentials.UnusableCredentialsError'
  constructor(file: string, why: string) {
    super(`There is no key in ${file}: ${why}`, {
      metaMessages: ['It holds {"api_key": "moltbook_…", "agent_name": "…"} and has mode 600.'],
      docsPath: 'docs/aap.md',
    })
  }
}

export class ExposedCredentialsError extends BaseError {
  override readonly name = 'Credentials.ExposedCredentialsError'
  constructor(file: string, mode: number) {
    super(`Others may read the key in ${file} (mode ${mode.toString(8)}).`, {
      metaMessages: [`Run: chmod 600 ${file}`, 'If others had access, change the key at Moltbook.'],
    })
  }
}
