import type { Agent } from '../../protocol/Catalog.ts'
import type { Reading } from './Reading.ts'

const spans = 10
const width = 10_000 / spans

type Row = { span: number; answers: bigint; right: bigint; sum: bigint; squares: string }

/**
 * How sure an agent was against how often it was right, in ten spans of confidence: of each Yes or No that came out, what it said in the
 * last round that it was asked in, where a round file tells of it.
 */
export async function calibrationOf(
  { queries }: Reading,
  agentId: number,
): Promise<Agent['agent']['calibration']> {
  const rows = await queries.query<Row>(
    `select least(bps / ${width}, ${spans - 1}) as span, count(*) as answers, count(*) filter (where is_right) as right,
       sum(bps) as sum, sum(power(bps / 10000.0 - is_right::int, 2))::text as squares
     from (
       select distinct on (workers.market_id, workers.cohort) workers.vote = markets.outcome as is_right,
         (files.confidences::json ->> (workers.seat - workers.cohort * 32))::int as bps
       from workers join markets on markets.id = workers.market_id
         join rounds on rounds.market_id = workers.market_id and rounds.cohort = workers.cohort
         join files on files.round_root = rounds.round_root
       where workers.agent_id = $1 and workers.vote in ('YES', 'NO') and markets.outcome in ('YES', 'NO')
         and markets.status in ('settled', 'finalized') and not rounds.is_void
       order by workers.market_id, workers.cohort, rounds.round desc
     ) said where bps is not null group by 1`,
    [agentId],
  )
  const bins = Array.from({ length: spans }, (_, i) => {
    const row = rows.find(({ span }) => span === i)
    const answers = Number(row?.answers ?? 0)
    return {
      from_bps: i * width,
      to_bps: (i + 1) * width,
      answers,
      right: Number(row?.right ?? 0),
      mean_bps: row === undefined ? null : Math.round(Number(row.sum) / answers),
    }
  })
  const answers = bins.reduce((sum, bin) => sum + bin.answers, 0)
  const squares = rows.reduce((sum, row) => sum + Number(row.squares), 0)
  return { answers, brier: answers === 0 ? null : squares / answers, bins }
}
