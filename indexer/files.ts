import { RoundFile, Wire } from '../protocol/index.ts'
import { operatorsChoice } from '../services/fetch/guard.ts'
import { request } from '../services/fetch/request.ts'
import type { Indexer } from './Indexer.ts'

const mostAtOnce = 20
const mostBytes = 4_194_304
const timeoutMs = 10_000
/** A file that is not there yet is asked for again after this long, then twice as long. */
const firstRetryMs = 1_000
const lastRetryMs = 3_600_000

type Wanted = { readonly market_id: bigint; readonly round: number; readonly round_root: string }
type Tried = { readonly at: number; readonly delay: number }

const tried = new WeakMap<Indexer, Map<string, Tried>>()

/**
 * Looks for the files of reported rounds at the gateways, and keeps what they say that no contract knows: how sure each agent was. Only a
 * file that hashes to the reported root is believed, so that no gateway can tell another story.
 */
export async function readFiles(indexer: Indexer): Promise<void> {
  const { store, config, metrics, status, stopping, now } = indexer
  if (config.gateways.length === 0) return
  const known = tried.get(indexer) ?? new Map<string, Tried>()
  tried.set(indexer, known)
  const rows = await store.query<Wanted>(
    `select distinct on (round_root) market_id, round, round_root from rounds
     where round_root is not null and not exists (select 1 from files where files.round_root = rounds.round_root)
     order by round_root, market_id`,
  )
  metrics.missingFiles.set(rows.length)
  const due = rows.filter(({ round_root }) => {
    const last = known.get(round_root)
    return last === undefined || now() >= last.at + last.delay
  })
  for (const wanted of due.slice(0, mostAtOnce)) {
    if (stopping.aborted) return
    if (await readFile(indexer, wanted)) known.delete(wanted.round_root)
    else {
      const before = known.get(wanted.round_root)?.delay ?? firstRetryMs / 2
      known.set(wanted.round_root, { at: now(), delay: Math.min(lastRetryMs, before * 2) })
    }
  }
  const [row] = await store.query<{ count: bigint }>('select count(*) as count from files')
  status.files = Number(row!.count)
}

async function readFile({ store, config, stopping }: Indexer, wanted: Wanted): Promise<boolean> {
  for (const gateway of config.gateways) {
    const url = `${gateway}/rounds/${wanted.market_id}/${wanted.round}`
    const confidences = await request(
      { method: 'GET', url },
      { ...operatorsChoice, maxBytes: mostBytes, timeoutMs, signal: stopping },
    )
      .then(({ status, body }) => (status === 200 ? confidencesIn(body, wanted.round_root) : null))
      .catch(() => null)
    if (confidences === null) continue
    await store.query(
      'insert into files (round_root, gateway, confidences) values ($1, $2, $3) on conflict do nothing',
      [wanted.round_root, gateway, JSON.stringify(confidences)],
    )
    return true
  }
  return false
}

/** By place: how sure the answer was that counts; null for a file that is not the round's. */
export function confidencesIn(body: Uint8Array, root: string): (number | null)[] | null {
  try {
    const file = RoundFile.read(JSON.parse(new TextDecoder().decode(body)))
    const rebuilt = RoundFile.rebuild(file)
    if (rebuilt.report.roundRoot !== root) return null
    return rebuilt.admissions.map(({ answer }) => (answer === null ? null : Wire.confidenceBps(answer.reply)))
  } catch {
    return null
  }
}
