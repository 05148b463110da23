import type { Command } from 'commander'
import { Decimal, Json, type Report, type Round, RoundFile } from '../../../protocol/index.ts'
import { outcomeName, reasonName } from '../../../services/chain/browser/names.ts'
import type { FullReport } from '../../../services/chain/browser/readReports.ts'
import { reader, stateOf } from '../../chain/marketState.ts'
import { reading } from '../../chain/options.ts'
import { readFacts } from '../../chain/roundFacts.ts'
import { getSeat } from '../../chain/seats.ts'
import { instant, wholeNumber } from '../../chain/units.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { titleOf } from '../market/title.ts'
import type { Options } from './document.ts'
import { fetchRound } from './fetchRound.ts'
import { roundNumber } from './number.ts'

export function register(group: Command): void {
  reading(group.command('show'))
    .description('what was reported of a round: votes, scores, checks, root')
    .argument('<marketId>', 'which market', wholeNumber)
    .option('--round <number>', 'which round (default: the last that was reported)', roundNumber)
    .option('--transcript <file>', 'the round’s file: adds what each worker said')
    .option('--gateway <url>', 'instead of a file: the gateway that publishes the round')
    .addHelpText('after', '\nExample:\n  $ cresolver round show 1 --transcript round.json')
    .action(async (marketId: bigint, options: Options) => {
      const from = await reader(options)
      const { facts, view, reports } = await readFacts(from, marketId, options.round)
      const { round } = facts
      const reported = reports.find((one) => one.round === round.round)!
      const seats = await Promise.all(
        reported.report.records.map((_, i) => getSeat(from, marketId, reported.cohortStart + i)),
      )
      const file = await fileOf(options, round)
      const rows = reported.report.records.map((record, i) => ({
        ...rowOf(reported, record, i),
        agent_id: round.workers[i]!.agentId,
        signer: round.workers[i]!.signer,
        now: nowOf(seats[i]!),
        ...(file === null ? {} : { reply: file.answers[i]?.reply ?? null }),
      }))
      if (options.json) {
        await print({ ...headOf(marketId, reported), workers: rows }, options)
        return
      }
      const lines = [
        `Market ${marketId}: ${titleOf(view.question)}`,
        `  ${stateOf(view)}; reported in round ${reported.round}: ${reported.outcome ?? 'no quorum'}${reported.isVoid ? ', void' : ''}`,
        `  root ${reported.roundRoot}, ${reported.report.leafCount} leaves`,
        ...readyLine(reported),
        `  transaction ${reported.transaction}`,
      ]
      await write(`${lines.join('\n')}\n\n${tableOf(rows)}\n`)
    })
}

/** From when on the rule could be decided, where a rule decides. */
function readyLine({ report: { docket } }: FullReport): string[] {
  return docket === null ? [] : [`  decidable from ${instant(docket.rule.readyAt)}`]
}

const headOf = (marketId: bigint, reported: FullReport) => ({
  market_id: Number(marketId),
  round: reported.round,
  outcome: reported.outcome,
  round_root: reported.roundRoot,
  leaf_count: reported.report.leafCount,
  void: reported.isVoid,
  ready_at: reported.report.docket?.rule.readyAt ?? null,
  block: Number(reported.block),
  transaction: reported.transaction,
})

const nowOf = ({ vote, reason }: { vote: number; reason: number }): string =>
  outcomeName(vote) ?? reasonName(reason)

function rowOf({ cohortStart, report }: FullReport, record: Report.Record, i: number) {
  const check = report.docket === null ? null : RoundFile.docketCheckAt(report.docket, i)
  return {
    seat: cohortStart + i,
    vote: record.vote.outcome,
    reason: record.vote.reason,
    res_quality: record.resQuality,
    src_quality: record.srcQuality,
    analysis_depth: record.analysisDepth,
    check:
      check === null
        ? null
        : {
            observed_at: check.observedAt,
            value: Decimal.fromFixed18(check.value),
            tier: check.tier,
            result: check.result,
            por_root: check.porRoot,
          },
  }
}

type Row = ReturnType<typeof rowOf> & { agent_id: number; now: string; reply?: unknown }

function tableOf(rows: readonly Row[]): string {
  const heading = ['seat', 'agent', 'vote', 'scores', 'check', 'now']
  const withWords = rows.some(({ reply }) => reply !== undefined)
  return table(
    withWords ? [...heading, 'evidence'] : heading,
    rows.map((row) => [
      String(row.seat),
      String(row.agent_id),
      row.vote ?? row.reason ?? '',
      `${row.res_quality}/${row.src_quality}/${row.analysis_depth}`,
      row.check === null || row.check.observed_at === 0
        ? ''
        : `${row.check.value} at ${instant(row.check.observed_at)}, tier ${row.check.tier}`,
      row.now === (row.vote ?? row.reason) ? '' : row.now,
      ...(withWords ? [wordsOf(row.reply)] : []),
    ]),
  )
}

/** The first words of a worker's evidence, on one line; control characters of foreign text stay out of the terminal. */
function wordsOf(reply: unknown): string {
  const evidence = (reply as { evidence?: unknown } | null | undefined)?.evidence
  if (typeof evidence !== 'string') return ''
  const line = evidence.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`
}

async function fileOf(
  { transcript, gateway }: Options,
  round: Round.Round,
): Promise<RoundFile.RoundFile | null> {
  if (transcript !== undefined) return RoundFile.read(Json.parse(await readText(transcript)))
  return gateway === undefined ? null : RoundFile.read(await fetchRound(gateway, round))
}
