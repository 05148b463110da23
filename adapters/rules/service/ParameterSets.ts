import type { Hash } from '../../../protocol/index.ts'
import type { Queries, Store } from '../../../services/store/Store.ts'
import { type Breach, hashOf, judge, type Parameters, schema } from './Parameters.ts'

/** Parameters that some process was given, and what people said of them. */
export type ParameterSet = {
  readonly hash: Hash.Hash
  readonly parameters: Parameters
  readonly breaches: readonly Breach[]
  /** `allowed` within the hard limits, where nobody has to be asked. */
  readonly status: 'allowed' | 'pending' | 'approved' | 'rejected'
  readonly proposedAt: Date
}

export type Said = {
  readonly isApproved: boolean
  readonly by: string
  readonly why: string
  readonly at: Date
}

type Row = { hash: string; parameters: string; proposed_at: Date; is_approved: boolean | null }

// The last word on a set is the one that holds.
const columns = `hash, parameters, proposed_at,
  (select is_approved from parameter_decisions where hash = parameter_sets.hash order by sequence desc limit 1) as is_approved`

/** Null for a row whose values are not those that its hash names, or that this code would not take from a config. */
function read({ hash, parameters: text, proposed_at, is_approved }: Row): ParameterSet | null {
  const parsed = schema.safeParse(toJson(text))
  if (!parsed.success || hashOf(parsed.data) !== hash) return null
  const { breaches } = judge(parsed.data)
  const said = is_approved === null ? 'pending' : is_approved ? 'approved' : 'rejected'
  const status = breaches.length === 0 ? 'allowed' : said
  return { hash: hash as Hash.Hash, parameters: parsed.data, breaches, status, proposedAt: proposed_at }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const mayBeUsed = ({ status }: ParameterSet): boolean => status === 'allowed' || status === 'approved'

/** Makes parameters known, so that people can look at them. */
export async function propose(store: Queries, parameters: Parameters, now: Date): Promise<ParameterSet> {
  const hash = hashOf(parameters)
  await store.query(
    'insert into parameter_sets (hash, parameters, proposed_at) values ($1, $2, $3) on conflict (hash) do nothing',
    [hash, JSON.stringify(parameters), now],
  )
  const set = await find(store, hash)
  if (set === null) throw new Error(`The parameters stored as ${hash} are others.`)
  return set
}

export async function find(store: Queries, hash: string): Promise<ParameterSet | null> {
  const [row] = await store.query<Row>(`select ${columns} from parameter_sets where hash = $1`, [hash])
  return row === undefined ? null : read(row)
}

/** Notes that a process goes by them from now on. */
export const use = (store: Queries, { hash }: ParameterSet, now: Date): Promise<unknown> =>
  store.query('update parameter_sets set used_at = greatest(used_at, $2) where hash = $1', [hash, now])

/** The parameters that were last in use and still may be; null where there are none. */
export async function lastUsed(store: Queries): Promise<ParameterSet | null> {
  const rows = await store.query<Row>(
    `select ${columns} from parameter_sets where used_at is not null order by used_at desc, hash limit 100`,
  )
  return rows.map(read).find((one) => one !== null && mayBeUsed(one)) ?? null
}

/** Those that wait for a person, the oldest first. */
export async function pendingSets(store: Queries): Promise<ParameterSet[]> {
  const rows = await store.query<Row>(
    `select ${columns} from parameter_sets
     where not exists (select 1 from parameter_decisions where hash = parameter_sets.hash)
     order by proposed_at, hash limit 1000`,
  )
  return rows.map(read).filter((one) => one?.status === 'pending') as ParameterSet[]
}

export type DecisionRow = {
  readonly hash: string
  readonly is_approved: boolean
  readonly decided_by: string
  readonly why: string
  readonly decided_at: Date
}

/** What people said, the newest first. */
export const decisions = (store: Queries): Promise<DecisionRow[]> =>
  store.query<DecisionRow>(
    `select hash, is_approved, decided_by, why, decided_at from parameter_decisions order by sequence desc limit 100`,
  )

/** Keeps what a person says of parameters; false where there is nothing to say: unknown, within the limits, or said already. */
export const decideParameters = (store: Store, hash: string, said: Said): Promise<boolean> =>
  store.transaction(async (queries) => {
    await queries.query('select 1 as one from parameter_sets where hash = $1 for update', [hash])
    const set = await find(queries, hash)
    const isNews = set !== null && set.status !== 'allowed'
    if (!isNews || set.status === (said.isApproved ? 'approved' : 'rejected')) return false
    await queries.query(
      `insert into parameter_decisions (hash, is_approved, decided_by, why, decided_at) values ($1, $2, $3, $4, $5)`,
      [hash, said.isApproved, said.by, said.why, said.at],
    )
    return true
  })
