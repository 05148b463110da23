import { encodeFunctionData, type Hex } from 'viem'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { getSeats } from '../../../cli/chain/seats.ts'
import type { ServedExecution } from '../../../don/service.ts'
import { transact } from '../../../local/transact.ts'
import { BaseError, Question, Rule } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { outcomeName, reasonName } from '../../../services/chain/browser/names.ts'
import type { Result } from '../../../workflow/result.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'
import { anybody } from '../people.ts'
import { draw } from './draw.ts'

/** After the deadline, when the sources have the samples that count. */
const patience = 600
/** The contract's cooldown between two requests of one round. */
const cooldown = 900
/** So often that the grace of an hour has passed after which a round without quorum is reported, and the next one asked. */
const attempts = 6

/** Asks for all resolutions, and waits until the DON has reported an outcome of each. */
export async function ask(stage: Stage): Promise<void> {
  const { chain, don } = stage.world
  await chain.warpTo(Math.max(...stage.told.map(readyAt)))
  for (let attempt = 1; ; attempt++) {
    const waiting = stage.told.filter(({ round }) => round === null)
    for (const told of waiting) await request(stage, told)
    await don.idle()
    for (const told of waiting) await note(stage, told, don.executions())
    const left = stage.told.filter(({ round }) => round === null)
    if (left.length === 0) return
    if (attempt === attempts) throw new UnreportedError(left, don.executions())
    stage.say(`asking again for ${left.map(({ market }) => `market ${market.id}`).join(', ')}`)
    await chain.warpTo((await chain.now()) + cooldown)
  }
}

/** When a market's answer can be reported: a Yes or No soon, an Invalid only once its source must have spoken. */
export function readyAt({ market: { question, deadline, truth } }: MarketRecord): number {
  if (truth !== 'INVALID') return deadline + patience
  // Only rules about a high or low look at the time of creation, and none of these is one.
  return Rule.readyAt(Question.parse(question, { deadline }).rule, { created: 0, deadline })
}

async function request(stage: Stage, told: MarketRecord): Promise<void> {
  const { chain, place } = stage.world
  const args = [BigInt(told.market.id)] as const
  const data = encodeFunctionData({ ...at(place.market), functionName: 'requestResolution', args })
  spend(told, 'request', await transact(chain, anybody, { to: place.market, data }))
  const { drawBlock } = await getMarket(place, args[0])
  if (drawBlock > 0n) await draw(stage, told, drawBlock)
}

/** What the workflow returned; null for what it did not return as JSON. */
export function resultOf({ report: { value, error } }: ServedExecution): Result | null {
  return error === null && typeof value === 'string' ? (JSON.parse(value) as Result) : null
}

async function note(
  { world: { chain, place } }: Stage,
  told: MarketRecord,
  executions: readonly ServedExecution[],
): Promise<void> {
  for (const execution of executions) {
    const result = resultOf(execution)
    const isOurs = result?.status === 'reported' && result.market_id === told.market.id
    // Too few answered: that is no outcome, and the same workers are asked again.
    if (!isOurs || (result.outcome ?? null) === null) continue
    const receipt = await chain.client.getTransactionReceipt({ hash: result.tx_hash as Hex })
    spend(told, 'report', receipt)
    const marketId = BigInt(told.market.id)
    const seats = await getSeats(place, marketId, await getMarket(place, marketId))
    told.round = {
      round: result.round!,
      outcome: result.outcome!,
      excluded: (result.excluded ?? []).map(({ agent_id, reason }) => ({ agentId: agent_id, reason })),
      execution: execution.report,
      gas: receipt.gasUsed,
      votes: seats.map((worker) => ({
        agentId: Number(worker.agentId),
        vote: outcomeName(worker.vote) ?? reasonName(worker.reason),
        scores: `${worker.resQuality}/${worker.srcQuality}/${worker.analysisDepth}`,
        weight: worker.weight,
      })),
    }
    return
  }
}

export class UnreportedError extends BaseError {
  override readonly name = 'Demo.UnreportedError'
  constructor(left: readonly MarketRecord[], executions: readonly ServedExecution[]) {
    const ids = left.map(({ market }) => market.id)
    const said = executions.slice(-4).map((one) => String(one.report.error ?? one.report.value))
    super(`The DON did not report market ${ids.join(', ')}.`, { metaMessages: said })
  }
}
