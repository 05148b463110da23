import type { Store } from '../../../../services/store/Store.ts'
import { channelOf, topic } from '../identity.ts'
import type { Report } from '../ObservationReport.ts'
import { emittedAfter } from '../Reports.ts'

export type Subscription = { stop(): Promise<void> }

const atOnce = 200

/**
 * Hears every report after a position, in order, each once. A notification only says that there is more: what is heard is read
 * from the table, so nothing is missed when a connection breaks. Whoever keeps the last position can go on from there.
 *
 * @example
 * await subscribe(store, { after: 0n }, async (report, position) => console.log(position, report.report_id))
 */
export async function subscribe(
  store: Store,
  options: { readonly after: bigint; readonly channel?: string; readonly failed?: (error: unknown) => void },
  heard: (report: Report, position: bigint) => Promise<void> | void,
): Promise<Subscription> {
  const { channel = channelOf(topic), failed = () => {} } = options
  let after = options.after
  let isStopped = false
  let isAsked = true
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      for (let rows = await emittedAfter(store, after, atOnce); rows.length > 0; ) {
        for (const { position, body } of rows) {
          if (isStopped) return
          await heard(JSON.parse(body) as Report, position)
          after = position
        }
        rows = await emittedAfter(store, after, atOnce)
      }
    }
  }

  function look(): void {
    isAsked = true
    reading ??= read()
      .catch(failed)
      .finally(() => {
        reading = null
        if (isAsked && !isStopped) look()
      })
  }

  const silence = await store.listen(channel, look)
  look()
  return {
    async stop() {
      isStopped = true
      await silence()
      await reading
    },
  }
}
