import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type Address, Json, Schema } from '../../protocol/index.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import { readKey } from '../../services/http/readKey.ts'
import { lockFolder } from '../../services/store/lockFolder.ts'
import { type AuditLog, openAuditLog } from './AuditLog.ts'
import type { Config } from './Config.ts'
import { listen } from './listen.ts'
import { type Reply, type Request, request } from './Message.ts'
import { sentences } from './Policy.ts'
import { makeSigner, type Signer } from './Signer.ts'

export type Running = { readonly address: Address.Address; readonly socket: string; stop(): Promise<void> }

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Unix seconds. */
  readonly now?: () => number
}

/** A whole signer from its config: key, audit log, socket. The key is in here, and no reply, line or message holds it. */
export async function startSigner(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log), now = () => Math.floor(Date.now() / 1_000) } = options
  const key = readKey('keyEnv', config.keyEnv, env)
  const socket = resolve(config.folder, config.socket)
  const audit = await openOwn(resolve(config.folder, config.audit))
  const signer = makeSigner(key, config, audit, now)
  try {
    const listening = await listen(socket, async (line) => JSON.stringify(await answer(signer, line, log)))
    log.info({ address: signer.address, socket }, 'signing')
    return {
      address: signer.address,
      socket,
      async stop() {
        await listening.close(config.graceMs)
        await audit.close()
      },
    }
  } catch (error) {
    await audit.close()
    throw error
  }
}

/** Two signers on one log would each take the other's lines for a forgery, and forget the other's limits. */
async function openOwn(folder: string): Promise<AuditLog> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(folder)
  try {
    const log = await openAuditLog(join(folder, 'audit.jsonl'))
    return { ...log, close: () => log.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function answer(signer: Signer, line: string, log: Logger): Promise<Reply> {
  let read: Request
  try {
    read = Schema.read(request, Json.parse(line, { depth: 8 }))
  } catch {
    return { ok: false, reason: 'malformed', message: sentences.malformed }
  }
  const named = read.id === undefined ? {} : { id: read.id }
  const { address } = signer
  if (read.op === 'address') return { ...named, ok: true, address }
  try {
    const result = await signer.attest(read.draft)
    if ('signature' in result) return { ...named, ok: true, address, signature: result.signature }
    log.warn({ refusal: result.refusal, subject: read.draft.subjectHash }, 'not signed')
    return { ...named, ok: false, reason: result.refusal, message: sentences[result.refusal] }
  } catch (err) {
    log.error({ err }, 'the signer failed')
    return { ...named, ok: false, reason: 'internal', message: sentences.internal }
  }
}
