import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { type Hostile, hostileRequests, type Raw, rawRequests } from './hostileRequests.ts'

export type Driven = {
  /** Replies by status, over HTTP. */
  readonly statuses: Readonly<Record<string, number>>
  /** First status lines on bare sockets, or `closed` where there was none. */
  readonly raw: Readonly<Record<string, number>>
  /** Connections that the worker closed before it had answered. */
  readonly broken: number
  readonly kinds: Readonly<Record<string, number>>
  readonly serverErrors: readonly string[]
}

export type DriveOptions = {
  readonly url: string
  readonly count: number
  /** On bare sockets. */
  readonly raw: number
  readonly seed?: number
  readonly concurrency?: number
  readonly note?: (done: number) => void
}

/** Sends hostile requests to a worker, so many at a time, and counts what comes back. */
export async function drive(options: DriveOptions): Promise<Driven> {
  const { url, count, seed = 1, concurrency = 32, note = () => {} } = options
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const statuses: Record<string, number> = {}
  const raw: Record<string, number> = {}
  const kinds: Record<string, number> = {}
  const serverErrors: string[] = []
  let broken = 0
  let done = 0
  const increment = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  await each(hostileRequests(count, seed), concurrency, async (hostile) => {
    increment(kinds, hostile.kind)
    const status = await send(agent, url, hostile)
    if (status === null) broken++
    else increment(statuses, String(status))
    if (status !== null && status >= 500 && serverErrors.length < 10)
      serverErrors.push(
        `${status} ${hostile.kind} ${Buffer.from(hostile.body).toString('utf8').slice(0, 200)}`,
      )
    if (++done % 10_000 === 0) note(done)
  })
  await each(rawRequests(options.raw, seed), concurrency, async (one) => {
    increment(kinds, one.kind)
    const line = await sendRaw(url, one)
    increment(raw, line)
    if (/^5/.test(line)) serverErrors.push(`${line} ${one.kind}`)
  })
  agent.destroy()
  return { statuses, raw, broken, kinds, serverErrors }
}

async function each<item>(
  items: Iterable<item>,
  most: number,
  work: (item: item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: most }, lane))
}

/** The status, or null when the connection broke: a body that is left unread may cost the caller its connection. */
function send(agent: Agent, url: string, hostile: Hostile): Promise<number | null> {
  return new Promise((resolve) => {
    const { body, contentType, isChunked, path } = hostile
    const length = isChunked ? {} : { 'content-length': String(body.length) }
    const type = contentType === '' ? {} : { 'content-type': contentType }
    const sent = request(
      `${url}${path}`,
      { method: 'POST', agent, headers: { ...type, ...length } },
      (response) => {
        response.resume()
        response.on('close', () => end(response.statusCode!))
      },
    )
    const end = (status: number | null) => {
      clearTimeout(timer)
      resolve(status)
    }
    // A connection that ends unseen must not hold up the rest.
    const timer = setTimeout(() => {
      end(null)
      sent.destroy()
    }, 30_000)
    sent.on('error', () => end(null))
    if (isChunked) sent.write(body.subarray(0, body.length >> 1))
    sent.end(isChunked ? body.subarray(body.length >> 1) : body)
  })
}

/** The status of the first reply, or how the connection ended; whatever happens, it ends. */
function sendRaw(url: string, { bytes }: Raw): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'closed')
    }
    const timer = setTimeout(() => {
      text ||= 'HTTP/1.1 000 left open'
      end()
    }, 30_000)
    socket.on('data', (chunk) => {
      text += text.length < 20 ? chunk.toString('latin1') : ''
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes)
  })
}
