import type { Agent } from '../../protocol/Catalog.ts'
import { Payout, Score, Vote } from '../../protocol/index.ts'
import { type Row, toAgentRows } from './agents.ts'
import { calibrationOf } from './calibration.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'
import { type StateRow, stateOf } from './state.ts'

type PartRow = StateRow & {
  market_id: bigint
  title: string | null
  outcome: Vote.Outcome | null
  cohort: number
  seat: number | null
  has_left: boolean
  vote: Vote.Outcome | null
  reason: Vote.Reason | null
  res: number
  src: number
  depth: number
  stake: string
  payout: string | null
  is_struck: boolean
  recorded_at: bigint | null
  answered_before: number
}

const parts = `select workers.market_id, markets.title, markets.outcome, markets.status, markets.is_appealing, markets.draw_block,
    markets.seats, markets.deadline, markets.answered_before, markets.recorded_at, workers.cohort, workers.seat, workers.has_left,
    workers.vote, workers.reason, workers.res, workers.src, workers.depth, workers.stake, workers.payout,
    workers.strike is not null as is_struck
  from workers join markets on markets.id = workers.market_id where workers.agent_id = $1`

const mostRecords = 200

/** `GET /v1/agents/{agentId}`: null for one that never joined. */
export async function showAgent(reading: Reading, agentId: number, page: Page): Promise<Agent | null> {
  const { queries, seen } = reading
  const [row] = await queries.query<Row>('select * from agents where id = $1', [agentId])
  if (row === undefined) return null
  const place = page.after === null ? null : numbersOf(page.after, 2)
  const [[shown], some, settled, calibration, faults, strikes] = await Promise.all([
    toAgentRows(reading, [row]),
    queries.query<PartRow>(
      `${parts} and ($2::bigint is null or (workers.market_id, workers.cohort) < ($2::bigint, $3::int))
       order by workers.market_id desc, workers.cohort desc limit $4`,
      [agentId, place?.[0] ?? null, place?.[1] ?? null, page.limit + 1],
    ),
    queries.query<PartRow>(
      `${parts} and workers.seat is not null and markets.recorded_at is not null
       order by markets.recorded_at desc, workers.market_id desc limit ${mostRecords + 50}`,
      [agentId],
    ),
    calibrationOf(reading, agentId),
    countBy(
      reading,
      `select reason as name, count(*) as count from workers
       where agent_id = $1 and reason is not null and reason <> 'struck' group by 1 order by 1`,
      agentId,
    ),
    countBy(
      reading,
      `select strike::json ->> 'kind' as name, count(*) as count from workers
       where agent_id = $1 and strike is not null group by 1 order by 1`,
      agentId,
    ),
  ])
  const { items, next } = cut(some, page.limit, ({ market_id, cohort }) => `${market_id}-${cohort}`)
  const sure = await confidencesOf(
    reading,
    agentId,
    items.map(({ market_id }) => market_id),
  )
  return {
    as_of: asOfBlock(seen),
    agent: {
      ...shown!,
      wallet: row.wallet as Agent['agent']['wallet'],
      uri: row.uri,
      parts: items.map((one) => toPart(one, { now: seen.time, sure })),
      next,
      record: recordOf(row, settled),
      calibration,
      faults,
      strikes_by_kind: strikes,
    },
  }
}

type Part = Agent['agent']['parts'][number]

const isOver = (status: string): boolean => status === 'settled' || status === 'finalized'

/** By market and cohort: how sure an agent was in the last round that it was asked in, where a round file tells of it. */
async function confidencesOf(
  { queries }: Reading,
  agentId: number,
  markets: readonly bigint[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ market_id: bigint; cohort: number; bps: string | null }>(
    `select workers.market_id, workers.cohort, files.confidences::json ->> (workers.seat - workers.cohort * 32) as bps
     from workers join rounds on rounds.market_id = workers.market_id and rounds.cohort = workers.cohort
       join files on files.round_root = rounds.round_root
     where workers.agent_id = $1 and workers.market_id = any($2::bigint[]) and workers.seat is not null
       and not rounds.is_void order by rounds.round`,
    [agentId, markets],
  )
  return new Map(
    rows.flatMap(({ market_id, cohort, bps }) =>
      bps === null ? [] : [[`${market_id} ${cohort}`, Number(bps)] as const],
    ),
  )
}

type Around = { readonly now: number; readonly sure: ReadonlyMap<string, number> }

function toPart(row: PartRow, { now, sure }: Around): Part {
  const { outcome, vote, status } = row
  const isJudged = isOver(status) && (outcome === 'YES' || outcome === 'NO') && vote !== null
  return {
    market_id: Number(row.market_id),
    title: row.title,
    state: stateOf(row, now),
    outcome,
    deadline: Number(row.deadline),
    cohort: row.cohort,
    seat: row.seat,
    has_left: row.has_left,
    vote,
    reason: row.reason,
    is_right: isJudged ? vote === outcome : null,
    confidence_bps: sure.get(`${row.market_id} ${row.cohort}`) ?? null,
    scores: { result: row.res, sources: row.src, depth: row.depth },
    stake: row.stake,
    payout: row.payout,
    is_struck: row.is_struck,
  }
}

/**
 * How a record grew, by the contract's own rules, back from what it is now; in the order in which markets were settled. The rows are the
 * last settled ones, the youngest first.
 */
function recordOf(now: Row, rows: readonly PartRow[]): Agent['agent']['record'] {
  let { settled: count, correct, sum_res: sumRes, sum_src: sumSrc, sum_depth: sumDepth } = now
  const points: Agent['agent']['record'] = []
  for (const row of rows) {
    if (points.length === mostRecords || count === 0) break
    const standing = standingOf(row)
    if (!remembered.has(standing)) continue
    const reputation = { count, correct, sumRes, sumSrc, sumDepth }
    points.push({
      time: Number(row.recorded_at),
      market_id: Number(row.market_id),
      settled: count,
      correct,
      factor_bps: Score.factorBps(reputation),
    })
    count--
    if (standing !== 'rewarded') continue
    correct--
    sumRes -= BigInt(row.res)
    sumSrc -= BigInt(row.src)
    sumDepth -= BigInt(row.depth)
  }
  return points.reverse()
}

const remembered: ReadonlySet<Payout.Standing> = new Set(['rewarded', 'wrong', 'silent', 'struck'])

function standingOf({ vote, reason, cohort, seat, answered_before, outcome }: PartRow): Payout.Standing {
  const said = vote !== null ? Vote.cast(vote) : reason === null ? null : Vote.none(reason)
  const answeredBefore = cohort === 0 && (answered_before & (1 << seat!)) !== 0
  return Payout.standingOf({ vote: said, answeredBefore }, outcome ?? 'INVALID-no-record')
}

async function countBy({ queries }: Reading, sql: string, agentId: number): Promise<Record<string, number>> {
  const rows = await queries.query<{ name: string; count: bigint }>(sql, [agentId])
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}
