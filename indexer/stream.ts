import type { Queries } from '../services/store/Store.ts'
import type { Event } from './Event.ts'
import type { Feed } from './Feed.ts'
import type { Seen } from './look.ts'
import { eventsAfter, idOf, toShown } from './queries/events.ts'
import { asOfBlock, numbersOf } from './queries/Reading.ts'

export type StreamOptions = {
  readonly queries: Queries
  readonly feed: Feed
  readonly marketId: number | null
  /** The last event that the reader has; null: from now on. */
  readonly after: string | null
  readonly commentMs: number
  readonly stopping: AbortSignal
  /** Called once, when the stream is over. */
  readonly ended: () => void
}

const page = 200
/** What a reader may be behind, in bytes: one that does not read is cut off, and comes back with its last id. */
const mostBehind = 1_048_576

const encoder = new TextEncoder()

/** Events as they come, in the form of `text/event-stream`. */
export function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  const { queries, feed, marketId, commentMs, stopping, ended } = options
  let close = () => {}
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let isOver = false
        let place: readonly [number, number] | null = null
        const waiting: Seen[] = []
        let isLive = false

        const send = (text: string) => {
          if (isOver) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < -mostBehind) close()
        }
        const sendEvent = (event: Event) => {
          if (place !== null && !isAfter(event, place)) return
          place = [event.block, event.log]
          send(`id: ${idOf(event)}\nevent: chain\ndata: ${JSON.stringify(toShown(event))}\n\n`)
        }
        const tell = ({ head, events, removedFrom }: Seen) => {
          if (removedFrom !== null) {
            if (place !== null && place[0] >= removedFrom) place = [removedFrom - 1, mostLogs]
            send(`event: removed\ndata: ${JSON.stringify({ from_block: removedFrom })}\n\n`)
          }
          for (const event of events) if (marketId === null || event.marketId === marketId) sendEvent(event)
          send(`event: head\ndata: ${JSON.stringify(asOfBlock(head))}\n\n`)
        }
        const forget = feed.subscribe((seen) => {
          if (isLive) tell(seen)
          else waiting.push(seen)
        })
        const timer = setInterval(() => send(': still here\n\n'), commentMs)
        close = () => {
          if (isOver) return
          isOver = true
          forget()
          clearInterval(timer)
          stopping.removeEventListener('abort', close)
          try {
            controller.close()
          } catch {
            // The reader has gone already.
          }
          ended()
        }
        stopping.addEventListener('abort', close, { once: true })
        if (stopping.aborted) return close()
        send(': events of the chain\n\n')
        try {
          const numbers = options.after === null ? null : numbersOf(options.after, 2)
          if (numbers !== null) {
            place = [numbers[0]!, numbers[1]!]
            for (let more = true; more && !isOver; ) {
              const after: string = `${place[0]}-${place[1]}`
              const events = await eventsAfter(queries, { marketId, order: 'old' }, { after, limit: page })
              for (const event of events) sendEvent(event)
              more = events.length === page
            }
          }
          isLive = true
          for (const seen of waiting) tell(seen)
        } catch {
          // What could not be read is asked for again by a reader that comes back.
          close()
        }
      },
      cancel() {
        close()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
  )
}

const mostLogs = 999_999_999

const isAfter = ({ block, log }: Event, [atBlock, atLog]: readonly [number, number]): boolean =>
  block > atBlock || (block === atBlock && log > atLog)
