import { setTimeout as sleep } from 'node:timers/promises'
import { type Transport, TransportError } from '../../../services/fetch/Transport.ts'
import type { Entry } from './Entry.ts'

type Options = {
  /** Milliseconds, from any beginning. */
  readonly now?: () => number
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Longer than this nobody waits for a turn: the source is then unreachable for this answer. */
const longestWait = 5_000

/** A transport that keeps the rates that the sources of a registry ask for, host by host. */
export function pace(
  transport: Transport,
  entries: readonly Pick<Entry, 'url' | 'rate'>[],
  { now = () => performance.now(), wait = waitFor }: Options = {},
): Transport {
  const spans = new Map<string, number>()
  for (const { url, rate } of entries) {
    if (rate === undefined) continue
    const host = new URL(url.replace(/\{[^}]*\}/g, 'x')).host
    spans.set(host, Math.max(spans.get(host) ?? 0, (rate.seconds * 1_000) / rate.requests))
  }
  const turns = new Map<string, number>()
  return async (request, options) => {
    const host = URL.canParse(request.url) ? new URL(request.url).host : ''
    const span = spans.get(host)
    if (span === undefined) return transport(request, options)
    const turn = Math.max(now(), turns.get(host) ?? 0)
    const pause = turn - now()
    if (pause > longestWait)
      throw new TransportError('timeout', `${host} takes no more requests for ${Math.ceil(pause / 1_000)} s.`)
    turns.set(host, turn + span)
    if (pause > 0) await wait(pause, options?.signal)
    return transport(request, options)
  }
}

const waitFor = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, signal === undefined ? {} : { signal })
}
