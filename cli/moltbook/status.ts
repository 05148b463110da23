import type { Command } from 'commander'
import { clip, type Summary, summarize } from '../../adapters/moltbook/index.ts'
import { failureExit } from '../terminal/failure.ts'
import { print, write } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { type CommonOptions, reading, withAdapter } from './options.ts'

type Options = CommonOptions & { reopen?: boolean }

export function register(root: Command): void {
  reading(root.command('status'))
    .description('the account, its markets, its outbox')
    .option('--reopen', 'let writing go on after failed challenges were looked into')
    .addHelpText('after', '\nExample:\n  $ market status --account w3cash --json')
    .action(async (options: Options) => {
      const summary = await withAdapter({ ...options, isReadOnly: options.reopen !== true }, (adapter) => {
        if (options.reopen) adapter.ledger.add({ type: 'reopened', at: adapter.clock.now() })
        return summarize(adapter)
      })
      if (options.json) await print(summary, { json: true })
      else await write(`${tell(summary)}\n`)
      if (summary.account === null) process.exitCode = failureExit
    })
}

const mostShown = 20

function outboxLine(entry: Summary['outbox'][number]): string {
  const { key, state, attempts, send_from, expires_at, can_be_sent } = entry
  const from = send_from === null ? '' : ` until ${send_from}`
  const end = expires_at === null ? '' : `, of use before ${expires_at}`
  const never = can_be_sent ? '' : ': it can never be sent'
  return `In the outbox: ${key}, ${state}${from}, sent ${attempts} times${end}${never}.`
}

function tell(summary: Summary): string {
  const { account, account_problem, writing, outbox, markets, events, leaderboard } = summary
  const lines = [
    account === null
      ? `Moltbook: ${account_problem}`
      : `${clip(account.name)}: karma ${account.karma}${account.is_claimed ? '' : ', not claimed'}`,
  ]
  if (account?.is_suspended) lines.push(`Suspended: ${account.suspension}`)
  const left = writing.comments_left_today
  lines.push(
    writing.is_open
      ? `Next post from ${writing.next_post_at}, next comment from ${writing.next_comment_at}; ${left} comments left today.`
      : 'Nothing is written at present.',
    `Challenges failed in a row: ${writing.failures_in_a_row} of ${writing.failures_allowed}.`,
    `Markets: ${Object.entries(markets)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}.`,
  )
  lines.push(...outbox.map(outboxLine))
  for (const { event, all } of events) {
    lines.push('', event === null ? 'Of no event:' : `${clip(event, 80)}:`)
    for (const { id, status, question_display, deadline } of all.slice(0, mostShown))
      lines.push(`  ${id}  ${status}, ${deadline}  ${clip(question_display, 80)}`)
    if (all.length > mostShown) lines.push(`  and ${all.length - mostShown} more`)
  }
  if (leaderboard.length > 0) {
    const rows = leaderboard
      .slice(0, 20)
      .map((one) => [clip(one.agent, 32), String(one.markets), (one.brierBps / 10_000).toFixed(4)])
    lines.push('', table(['agent', 'markets', 'Brier'], rows))
  }
  return lines.join('\n')
}
