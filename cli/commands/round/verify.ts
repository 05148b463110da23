import type { Command } from 'commander'
import type { Finding } from '../../../protocol/index.ts'
import { inspectRound, keysOf, type Options as Means, meansOf } from '../../../workers/sentinel/index.ts'
import type { Reader } from '../../chain/marketState.ts'
import { reading } from '../../chain/options.ts'
import { verifiersOf } from '../../chain/verifiers.ts'
import { failureExit } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { replayAt } from '../proof/replay.ts'
import { bring, type Options } from './document.ts'
import { roundNumber } from './number.ts'

const examples = `
The round is done again from its file: request, signatures, challenges, scores, tally, transcript, proofs. With --network or
--rpc-url, or by market id, it is also held against what the chain has of it.

Exit code 0: it holds. 1: it does not; each finding says what can be done: a challenge that the contract decides, or an appeal.

Examples:
  $ cresolver round verify round.json
  $ cresolver round verify 1 --transcript round.json
  $ cresolver round verify 1 --gateway http://127.0.0.1:4200`

export function register(group: Command): void {
  reading(group.command('verify'))
    .description('do a round again from its published file, and hold it against the chain')
    .argument('<file|marketId>', 'the round’s file, - for stdin; or a market’s id')
    .option('--transcript <file>', 'the round’s file, where a market id is given')
    .option('--gateway <url>', 'instead of a file: the gateway that publishes the round')
    .option('--round <number>', 'which round of the market (default: that of the file)', roundNumber)
    .option('--no-replay', 'do not execute the workers’ reasoning again')
    .addHelpText('after', examples)
    .action(async (what: string, options: Options & { replay: boolean }) => {
      const { document, facts, from } = await bring(what, options)
      const { result } = await inspectRound(document, facts, means(from, options))
      if (!result.ok) process.exitCode = failureExit
      if (options.json) await print(result, options)
      else await write(`${describe(result)}\n`)
    })
}

/** What a round is inspected with: the programs that are here, the registers of the chain, and whom its deployment believes. */
export function means(from: Reader | null, { replay: executes }: { replay: boolean }): Means {
  const trust = from?.deployment.trust ?? { keys: [], bases: {} }
  return {
    ...(from === null ? meansOf(trust) : { verifiers: verifiersOf(from, { keys: keysOf(trust) }) }),
    ...(executes ? { replay: replayAt(trust.bases) } : {}),
  }
}

/** For eyes: what was checked, then what was found. */
export function describe({ ok, market_id, round, checks, findings, settled }: Finding.RoundResult): string {
  const mark = (ok: boolean | null) => (ok === null ? 'not checked' : ok ? 'holds' : 'FAILS')
  const of = market_id === null ? 'The file' : `Round ${round} of market ${market_id}`
  const rows = checks.map((check) => [check.name, mark(check.ok), check.detail])
  const open = checks.flatMap((check) => (check.ok === null ? [check.name] : []))
  const verdict = `${of} ${ok ? 'holds' : 'does not hold'}.`
  const unchecked = open.length === 0 ? '' : ` Not checked: ${open.join(', ')}.`
  const parts = [`${verdict}${unchecked}`, table(['check', 'result', 'detail'], rows)]
  if (findings.length > 0) parts.push(tableOf(findings))
  if (settled.length > 0) parts.push(`Acted on already:\n${tableOf(settled)}`)
  return parts.join('\n\n')
}

export const tableOf = (findings: readonly Finding.RoundFinding[]): string =>
  table(
    ['finding', 'seat', 'leaf', 'what can be done', 'what'],
    findings.map(({ code, worker_index, tree, leaf_index, kind, remedy, message }) => [
      code,
      worker_index === null ? '' : String(worker_index),
      tree === null ? '' : `${tree} ${leaf_index}`,
      kind === null ? remedy : `${remedy}, kind ${kind}`,
      message.split('\n')[0]!,
    ]),
  )
