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

const mostRecords = 500
const mostParts = 5_000

/** `GET /v1/agents/{agentId}`: null for one that never joined. */
export async function showAgent(reading: Reading, agentId: number, page: Page): Promise<Agent | null> {
  const { queries, seen } = reading
  const [row] = await queries.query<Row>('select * from agents where id = $1', [agentId])
  if (row === undefined) return null
  const place = page.after === null ? null : numbersOf(page.after, 2)
  const [[shown], sure, all, some] = await Promise.all([
    toAgentRows(reading, [row]),
    confidencesOf(reading, agentId),
    queries.query<PartRow>(
      `${parts} order by workers.market_id desc, workers.cohort desc limit ${mostParts}`,
      [agentId],
    ),
    queries.query<PartRow>(
      `${parts} and ($2::bigint is null or (workers.market_id, workers.cohort) < ($2::bigint, $3::int))
       order by workers.market_id desc, workers.cohort desc limit $4`,
      [agentId, place?.[0] ?? null, place?.[1] ?? null, page.limit + 1],
    ),
  ])
  const { items, next } = cut(some, page.limit, ({ market_id, cohort }) => `${market_id}-${cohort}`)
  const part = (one: PartRow) => toPart(one, { now: seen.time, sure })
  return {
    as_of: asOfBlock(seen),
    agent: {
      ...shown!,
      wallet: row.wallet as Agent['agent']['wallet'],
      uri: row.uri,
      parts: items.map(part),
      next,
      record: recordOf(all),
      calibration: calibrationOf(all.flatMap((one) => answered(part(one)))),
      faults: countBy(all, ({ reason }) => (reason === null || reason === 'struck' ? null : reason)),
      strikes_by_kind: await strikesOf(reading, agentId),
    },
  }
}

type Part = Agent['agent']['parts'][number]

const isOver = (status: string): boolean => status === 'settled' || status === 'finalized'

/** By market and cohort: how sure an agent was in the last round that it was asked in, where a round file tells of it. */
async function confidencesOf({ queries }: Reading, agentId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.query<{ market_id: bigint; cohort: number; bps: string | null }>(
    `select workers.market_id, workers.cohort, files.confidences::json ->> (workers.seat - workers.cohort * 32) as bps
     from workers join rounds on rounds.market_id = workers.market_id and rounds.cohort = workers.cohort
       join files on files.round_root = rounds.round_root
     where workers.agent_id = $1 and workers.seat is not null and not rounds.is_void order by rounds.round`,
    [agentId],
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

/** What counts for calibration: a Yes or No that came out, and how sure it was. */
const answered = ({ vote, is_right, confidence_bps }: Part) =>
  vote === 'INVALID' || is_right === null || confidence_bps === null
    ? []
    : [{ confidenceBps: confidence_bps, isRight: is_right }]

/** How a record grew, by the contract's own rules, in the order in which markets were settled. */
function recordOf(rows: readonly PartRow[]): Agent['agent']['record'] {
  const settled = rows
    .filter(({ seat, recorded_at }) => seat !== null && recorded_at !== null)
    .sort((a, b) => Number(a.recorded_at! - b.recorded_at!) || Number(a.market_id - b.market_id))
  let reputation = Score.newcomer
  const points: Agent['agent']['record'] = []
  for (const row of settled) {
    const standing = Payout.standingOf(
      {
        vote: row.vote === null ? (row.reason === null ? null : Vote.none(row.reason)) : Vote.cast(row.vote),
        answeredBefore: row.cohort === 0 && (row.answered_before & (1 << row.seat!)) !== 0,
      },
      row.outcome ?? 'INVALID-no-record',
    )
    if (!remembered.has(standing)) continue
    const { count, correct, sumRes, sumSrc, sumDepth } = reputation
    const isRight = standing === 'rewarded'
    reputation = {
      count: count + 1,
      correct: correct + (isRight ? 1 : 0),
      sumRes: sumRes + BigInt(isRight ? row.res : 0),
      sumSrc: sumSrc + BigInt(isRight ? row.src : 0),
      sumDepth: sumDepth + BigInt(isRight ? row.depth : 0),
    }
    points.push({
      time: Number(row.recorded_at),
      market_id: Number(row.market_id),
      settled: reputation.count,
      correct: reputation.correct,
      factor_bps: Score.factorBps(reputation),
    })
  }
  return points.slice(-mostRecords)
}

const remembered: ReadonlySet<Payout.Standing> = new Set(['rewarded', 'wrong', 'silent', 'struck'])

function countBy(rows: readonly PartRow[], nameOf: (row: PartRow) => string | null): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of rows.map(nameOf).filter((one) => one !== null)) counts[name] = (counts[name] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort())
}

async function strikesOf({ queries }: Reading, agentId: number): Promise<Record<string, number>> {
  const rows = await queries.query<{ kind: string; count: bigint }>(
    `select strike::json ->> 'kind' as kind, count(*) as count from workers
     where agent_id = $1 and strike is not null group by 1 order by 1`,
    [agentId],
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]))
}
