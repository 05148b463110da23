import type { Command } from 'commander'
import type { MarketView, WorkerView } from '../../../services/chain/browser/market.ts'
import { endings, outcomeName, reasonName, statuses } from '../../../services/chain/browser/names.ts'
import {
  getMarket,
  getParameters,
  getWorkers,
  type Reader,
  reader,
  stateOf,
} from '../../chain/marketState.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { eth, instant, wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { titleOf } from './title.ts'

type Options = ChainOptions & { parameters?: boolean }

export function register(group: Command): void {
  reading(group.command('show'))
    .description('a market with its workers, or the parameters of all markets')
    .argument('[marketId]', 'which market', wholeNumber)
    .option('--parameters', 'what is fixed for every market of this contract')
    .addHelpText('after', '\nExamples:\n  $ cresolver market show 1\n  $ cresolver market show --parameters')
    .action(async (marketId: bigint | undefined, options: Options) => {
      const from = await reader(options)
      if (options.parameters) return showParameters(from, options)
      if (marketId === undefined) throw new UsageError('Say which market, or give --parameters.')
      const view = await getMarket(from, marketId)
      const workers = await getWorkers(from, marketId, view.workers)
      if (options.json) await print(toJson(marketId, view, workers), options)
      else await write(toText(marketId, view, workers))
    })
}

async function showParameters(from: Reader, options: Options): Promise<void> {
  const parameters = await getParameters(from)
  const entries = Object.entries(parameters)
  if (options.json) {
    await print(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), options)
    return
  }
  const spell = (value: bigint | number) => (typeof value === 'bigint' ? eth(value) : String(value))
  await write(
    `${table(
      ['parameter', 'value'],
      entries.map(([name, value]) => [name, spell(value)]),
    )}\n`,
  )
}

const toJson = (marketId: bigint, view: MarketView, workers: readonly WorkerView[]) => ({
  market_id: Number(marketId),
  status: statuses[view.status],
  outcome: outcomeName(view.outcome),
  ending: view.outcome === 0 ? null : endings[view.ending],
  appealing: view.isAppealing,
  appeals: view.appeals,
  round: view.round,
  creator: view.creator,
  created_at: Number(view.createdAt),
  deadline: Number(view.deadline),
  requested_at: Number(view.requestedAt),
  window_end: Number(view.windowEnd),
  pool_wei: String(view.pool),
  stakes_wei: String(view.stakes),
  weights: {
    yes: Number(view.yesWeight),
    no: Number(view.noWeight),
    invalid: Number(view.invalidWeight),
  },
  question: view.question,
  workers: workers.map((worker, index) => ({
    worker_index: index,
    agent_id: Number(worker.agentId),
    signer: worker.signer,
    stake_wei: String(worker.stake),
    factor_bps: worker.factorBps,
    vote: outcomeName(worker.vote),
    reason: worker.vote === 0 ? reasonName(worker.reason) : null,
    res_quality: worker.resQuality,
    src_quality: worker.srcQuality,
    analysis_depth: worker.analysisDepth,
    weight: Number(worker.weight),
    claimed: worker.isClaimed,
    payout_wei: String(worker.payout),
  })),
})

function toText(marketId: bigint, view: MarketView, workers: readonly WorkerView[]): string {
  const times: [string, bigint][] = [
    ['deadline', view.deadline],
    ['requested', view.requestedAt],
    [view.isAppealing ? 'joins end' : 'window ends', view.windowEnd],
  ]
  const lines = [
    `Market ${marketId}: ${titleOf(view.question)}`,
    `  ${stateOf(view)}, round ${view.round}, appeals ${view.appeals}`,
    ...times.filter(([, time]) => time > 0n).map(([name, time]) => `  ${name} ${instant(time)}`),
    `  pool ${eth(view.pool)}, stakes ${eth(view.stakes)}`,
    `  weights: yes ${view.yesWeight}, no ${view.noWeight}, invalid ${view.invalidWeight}`,
  ]
  if (workers.length === 0) return `${lines.join('\n')}\n`
  const rows = workers.map((worker, index) => [
    String(index),
    String(worker.agentId),
    outcomeName(worker.vote) ?? reasonName(worker.reason),
    `${worker.resQuality}/${worker.srcQuality}/${worker.analysisDepth}`,
    String(worker.weight),
    worker.isClaimed ? 'paid' : eth(worker.stake),
    worker.isClaimed || !isOver(view) ? '' : eth(worker.payout),
    worker.signer,
  ])
  const heading = ['worker', 'agent', 'vote', 'scores', 'weight', 'stake', 'payout', 'signer']
  return `${lines.join('\n')}\n\n${table(heading, rows)}\n`
}

const isOver = ({ status }: MarketView): boolean => status >= statuses.indexOf('Settled')
