import type pg from 'pg'
import { UnavailableError } from './Store.ts'

type Heard = (payload: string) => void

const maxDelay = 10_000

/**
 * One connection of its own for all channels, since a pool may close its connections when idle. It lives while somebody
 * listens, and is made again when it breaks.
 */
export function listenOnServer(connect: () => pg.Client, warn: (error: unknown) => void) {
  const channels = new Map<string, Set<Heard>>()
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** One change at a time. */
  function inTurn<result>(change: () => Promise<result>): Promise<result> {
    const turn = last.then(change)
    last = turn.catch(() => {})
    return turn
  }

  async function open(): Promise<pg.Client> {
    if (client !== undefined) return client
    const next = connect()
    next.on('notification', ({ channel, payload = '' }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload)
    })
    let isBroken = false
    const onBreak = (error?: Error) => {
      isBroken = true
      if (error !== undefined) warn(error)
      if (client !== next) return
      client = undefined
      reconnectLater()
    }
    next.on('error', onBreak)
    next.on('end', () => onBreak())
    try {
      await next.connect()
      for (const channel of channels.keys()) await next.query(`listen ${channel}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (isBroken) throw new UnavailableError()
    client = next
    failures = 0
    return next
  }

  function reconnectLater(): void {
    if (isClosed || channels.size === 0 || again !== undefined) return
    const delay = Math.min(maxDelay, 100 * 2 ** failures++)
    again = setTimeout(() => {
      again = undefined
      inTurn(reconnect).catch((error) => {
        warn(error)
        reconnectLater()
      })
    }, delay)
    again.unref()
  }

  async function reconnect(): Promise<void> {
    if (isClosed || channels.size === 0 || client !== undefined) return
    await open()
    for (const listeners of channels.values()) for (const heard of listeners) heard('')
  }

  async function closeClient(): Promise<void> {
    const ending = client
    client = undefined
    await ending?.end().catch(() => {})
  }

  return {
    listen: (channel: string, heard: Heard) =>
      inTurn(async () => {
        // Two calls with one function are two listeners.
        const listener: Heard = (payload) => heard(payload)
        const connection = await open()
        if (!channels.has(channel)) await connection.query(`listen ${channel}`)
        const listeners = channels.get(channel) ?? new Set()
        channels.set(channel, listeners.add(listener))
        return () => inTurn(() => stop(channel, listener))
      }),

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(again)
      await inTurn(closeClient)
    },
  }

  async function stop(channel: string, listener: Heard): Promise<void> {
    const listeners = channels.get(channel)
    listeners?.delete(listener)
    if (listeners?.size !== 0) return
    channels.delete(channel)
    if (channels.size === 0) await closeClient()
    else await client?.query(`unlisten ${channel}`)
  }
}
