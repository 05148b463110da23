import { chmod, lstat, unlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { BaseError } from '../../protocol/index.ts'
import { lines } from './lines.ts'

export type Listening = { close(graceMs: number): Promise<void> }

const idleMs = 60_000

/** Answers lines on a Unix socket that only its own user may open. */
export async function listen(path: string, answer: (line: string) => Promise<string>): Promise<Listening> {
  await clear(path)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(idleMs, () => socket.destroy())
    converse(socket, answer).then(
      () => socket.end(),
      () => socket.destroy(),
    )
  })
  server.maxConnections = 64
  // Between binding and chmod anyone could connect otherwise.
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  } finally {
    process.umask(mask)
  }
  await chmod(path, 0o600)
  return {
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => open.forEach((socket) => void socket.destroy()), graceMs)
      for (const socket of open) socket.end()
      await closed
      clearTimeout(timer)
    },
  }
}

async function converse(socket: Socket, answer: (line: string) => Promise<string>): Promise<void> {
  for await (const line of lines(socket)) socket.write(`${await answer(line)}\n`)
}

/** What a signer that crashed left behind is taken away; a signer that lives, or anything that is no socket, is left alone. */
async function clear(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null) return
  if (!found.isSocket() || (await isAnswered(path))) throw new SocketTakenError(path)
  await unlink(path)
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export class SocketTakenError extends BaseError {
  override readonly name = 'Config.SocketTakenError'
  constructor(path: string) {
    super(`${path} is in use already.`, {
      metaMessages: ['Stop the signer that listens there, or name another path.'],
    })
  }
}
