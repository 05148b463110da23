import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { reportFailure, usageExit } from './cli/failure.ts'
import { endQuietlyOnBrokenPipe, print, write } from './cli/output.ts'
import { table } from './cli/table.ts'
import { type Told, tell } from './demo/story.ts'

type Options = { seed: number; markets: number; json?: boolean }

const command = new Command('npm start --')
  .description(
    'Several markets in memory: questions parsed, proofs built, answers scored and tallied, all re-checked.',
  )
  .option('--seed <number>', 'other questions, prices and outcomes', wholeNumber, 1)
  .option('--markets <number>', 'how many', wholeNumber, 3)
  .option('--json', 'end with one line of JSON')
  .exitOverride()
  .action(run)

async function run({ seed, markets, json }: Options): Promise<void> {
  const start = performance.now()
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`)
  const told: Told[] = []
  for (let id = 1; id <= markets; id++) told.push(await tell(id, seed, say))
  const ms = Math.round(performance.now() - start)
  await (json ? print(summary(told, ms), { json }) : write(`\n${tables(told)}\n\nDone in ${ms} ms.\n`))
}

function tables(told: readonly Told[]): string {
  return told
    .map(({ id, conclusion, workers, payout, rechecked }) => {
      const rows = workers.map(({ name, vote, scores, weight }, i) => {
        return [name, vote, scores, String(weight), `${Number(payout.workers[i]!) / 1e18} ETH`]
      })
      return [
        `market ${id}: ${conclusion.tally.outcome ?? 'no quorum'}`,
        table(['worker', 'vote or reason', 'scores', 'weight', 'paid of 0.001'], rows),
        `re-checked: ${rechecked.proofs} proofs of reasoning, ${rechecked.leaves} leaves under ${conclusion.report.roundRoot}`,
      ].join('\n')
    })
    .join('\n\n')
}

const summary = (told: readonly Told[], ms: number) => ({
  ok: true,
  ms,
  markets: told.map(({ id, question, conclusion }) => ({
    id,
    question,
    status: 'Resolved',
    outcome: conclusion.tally.outcome,
  })),
  rounds: told.map(({ id, conclusion: { report, bytes, transcript } }) => ({
    marketId: id,
    round: report.round,
    workers: report.records.length,
    excluded: report.records.flatMap(({ vote }, i) =>
      vote.reason === null ? [] : [{ agentId: transcript.workers[i]!.agentId, reason: vote.reason }],
    ),
    quota: { reportBytes: bytes.length },
  })),
})

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number.')
  return Number(text)
}

endQuietlyOnBrokenPipe()
try {
  await command.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExit
  else reportFailure(error, { json: process.argv.includes('--json') })
}
