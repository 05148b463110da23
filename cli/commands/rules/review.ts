import type { Command } from 'commander'
import { paths } from '../../../adapters/rules/service/Requests.ts'
import { print, write } from '../../terminal/output.ts'
import { askService, ofService, type ServiceOptions } from './askService.ts'

type Waiting = {
  report_id: string
  why: string[]
  created_at: string
  condition_id: string
  source: string | null
  confidence: number
  change: { kind: string; fields: string[]; ambiguity_before: number | null; ambiguity_after: number }
}

export function register(group: Command): void {
  ofService(group.command('review').description('reports that wait for a person'), 'review').action(review)
  for (const [decision, summary] of [
    ['approve', 'let a report that waits go out'],
    ['reject', 'keep a report that waits from going out'],
  ] as const) {
    ofService(
      group.command(`${decision} <reportId>`).description(summary),
      `${decision} rep_rrp_0x5c1a_1771632845123 --by ann`,
    )
      .requiredOption('--by <name>', 'who decides; kept with the report')
      .action((reportId: string, options: ServiceOptions & { by: string }) =>
        decide(decision, reportId, options),
      )
  }
  ofService(
    group
      .command('reparse [conditionIds...]')
      .description('parse markets again and report them; all that are watched where none are named'),
    'reparse --url https://rules.example.org --token-env MY_TOKEN',
  ).action(reparse)
}

async function review(options: ServiceOptions): Promise<void> {
  const reply = (await askService(options, 'GET', paths.review)) as { items: Waiting[] }
  if (options.json) return print(reply, options)
  if (reply.items.length === 0) return write('Nothing waits.\n')
  for (const { report_id, why, condition_id, source, confidence, change } of reply.items) {
    const { kind, fields, ambiguity_before: before, ambiguity_after: after } = change
    const ambiguity = before === null ? `${after}` : `${before} → ${after}`
    await write(
      `${report_id}  waits because of ${why.join(', ')}\n` +
        `  ${condition_id}  source ${source ?? 'unknown'}  confidence ${confidence}\n` +
        `  ${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}  ambiguity ${ambiguity}\n`,
    )
  }
}

async function decide(
  decision: string,
  reportId: string,
  options: ServiceOptions & { by: string },
): Promise<void> {
  const path = paths.decision.replace(':reportId', encodeURIComponent(reportId))
  const reply = await askService(options, 'POST', path, { decision, by: options.by })
  if (options.json) return print(reply, options)
  await write(`${reportId}: ${decision === 'approve' ? 'goes out' : 'does not go out'}, by ${options.by}.\n`)
}

async function reparse(conditionIds: string[], options: ServiceOptions): Promise<void> {
  const ids = conditionIds.map((id) => id.toLowerCase())
  const body = ids.length === 0 ? {} : { condition_ids: ids }
  const reply = (await askService(options, 'POST', paths.reparse, body)) as {
    accepted: number
    dropped: number
  }
  if (options.json) return print(reply, options)
  const later = reply.dropped === 0 ? '' : `, ${reply.dropped} of them at a later poll`
  await write(`${reply.accepted} markets are parsed again${later}.\n`)
}
