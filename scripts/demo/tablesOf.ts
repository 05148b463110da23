import { formatEther } from 'viem'
import { table } from '../../cli/terminal/table.ts'
import { headerSize } from '../../don/report.ts'
import { limitsFile } from '../../local/startDon.ts'
import { Limits } from '../../protocol/index.ts'
import type { Cast } from './castOf.ts'
import { type MarketRecord, steps } from './MarketRecord.ts'
import { type Money, quotaOf } from './summaryOf.ts'

/** All that happened, for eyes. */
export function tablesOf(told: readonly MarketRecord[], money: Money, cast: Cast): string {
  return [
    ...told.map((one) => marketTable(one, cast)),
    gasTable(told),
    quotaTable(told),
    moneyLine(money),
  ].join('\n\n')
}

function marketTable({ market, round, undrawn, end, strikes, rechecked }: MarketRecord, cast: Cast): string {
  const isStruck = (agentId: number) => strikes.some((one) => one.agentId === agentId)
  const rows = end!.workers.map(({ agentId, stake, paid }, i) => {
    const { vote, scores, weight } = round!.votes[i]!
    return [
      `agent ${agentId}`,
      cast.names[agentId]!,
      isStruck(agentId) ? `${vote}, struck` : vote,
      scores,
      String(weight),
      formatEther(stake),
      formatEther(paid),
    ]
  })
  const left = undrawn.map(({ agentId, stake, paid }) => [
    `agent ${agentId}`,
    cast.names[agentId]!,
    'no seat',
    ...['', ''],
    formatEther(stake),
    formatEther(paid),
  ])
  const first = round!.outcome === end!.outcome ? '' : `, after the round had said ${round!.outcome}`
  return [
    `market ${market.id}: ${market.title}`,
    `  ${end!.status}: ${end!.outcome}${first}. The source says ${market.value}.`,
    table(
      ['worker', 'who', 'vote or reason', 'scores', 'weight', 'stake ETH', 'paid ETH'],
      [...rows, ...left],
    ),
    `  done again: ${rechecked!.proofs} proofs of reasoning, ${rechecked!.leaves} leaves of the transcript`,
  ].join('\n')
}

function gasTable(told: readonly MarketRecord[]): string {
  const rows = told.map(({ market, gas }) => {
    const all = steps.reduce((sum, step) => sum + gas[step], 0n)
    return [`market ${market.id}`, ...steps.map((step) => String(gas[step])), String(all)]
  })
  return table(['gas', ...steps, 'all'], rows)
}

function quotaTable(told: readonly MarketRecord[]): string {
  const most = Limits.read(limitsFile())
  const rows = told.map(({ market, round }) => {
    const { http, reads, consensus, reportBytes, observationBytes } = quotaOf(round!.execution.usage)
    return [
      `market ${market.id}`,
      String(round!.votes.length),
      `${http} of ${most.httpCalls}`,
      `${reads} of ${most.reads}`,
      `${consensus} of ${most.consensusCalls}`,
      `${reportBytes} of ${most.reportBytes - headerSize} B`,
      `${observationBytes} of ${most.observationBytes} B`,
      `${Math.round(round!.execution.ms)} ms`,
    ]
  })
  return table(
    ['round of', 'workers', 'HTTP', 'reads', 'consensus', 'report', 'observation', 'DON took'],
    rows,
  )
}

function moneyLine({ paidIn, workers, credits, left, bets }: Money): string {
  const more = credits.map(({ who, amount }) => `${formatEther(amount)} to the ${who}`)
  return (
    `money: ${formatEther(paidIn)} ETH came in; ${[`${formatEther(workers)} to workers`, ...more].join(', ')}; ` +
    `${formatEther(left)} is left. Bets: ${formatEther(bets.won)} to who was right.`
  )
}
