import { encodeFunctionData, type Hex } from 'viem'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { getSeats } from '../../../cli/chain/seats.ts'
import type { ServedExecution } from '../../../don/service.ts'
import { transact } from '../../../local/transact.ts'
import { BaseError, Question, Rule } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { outcomeName, reasonName } from '../../../services/chain/browser/names.ts'
import { type Result, resultsIn } from '../../../workflow/result.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'
import { anybody } from '../people.ts'
import { draw } from './draw.ts'

/** The contract's cooldown between two requests of one round. */
const cooldown = 900
/** So often that the grace of an hour has passed after which a round without quorum is reported, and the next one asked. */
const attempts = 6

/** Waits until the keeper has asked for all resolutions, and the DON has reported an outcome of each. */
export async function ask(stage: Stage): Promise<void> {
  const { chain, don, keeper } = stage.world
  await askAtDeadline(stage)
  await chain.warpTo(Math.max(...stage.told.map(readyAt)))
  const askedAt = await chain.now()
  for (let attempt = 1; ; attempt++) {
    const waiting = stage.told.filter(({ round }) => round === null)
    await keeper.idle()
    for (const told of waiting) await drawIfNoted(stage, told)
    await don.idle()
    for (const told of waiting) await note(stage, told, don.executions())
    const left = stage.told.filter(({ round }) => round === null)
    if (left.length === 0) return
    if (attempt === attempts) throw new UnreportedError(left, don.executions())
    stage.say(`asking again for ${left.map(({ market }) => `market ${market.id}`).join(', ')}`)
    // The keeper asks again after one cooldown, two, four: a minute later than the last of the first requests.
    await chain.warpTo(askedAt + cooldown * 2 ** (attempt - 1) + 60)
  }
}

/** Asks for one market in the very second of its deadline, when its source has nothing to say: nobody gains by that. */
async function askAtDeadline(stage: Stage): Promise<void> {
  const { chain, place, don, keeper } = stage.world
  const told = stage.told.find(({ market: { kind } }) => kind === 'price')
  if (told === undefined) return
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(told.market.deadline) })
  const args = [BigInt(told.market.id)] as const
  const data = encodeFunctionData({ ...at(place.market), functionName: 'requestResolution', args })
  spend(told, 'request', await transact(chain, anybody, { to: place.market, data }))
  await drawIfNoted(stage, told)
  stage.say(`market ${told.market.id} is asked in the second of its deadline: its workers are not ready`)
  // The keeper asks for the others now. What is under way ends before time jumps, else its report would be too old.
  await keeper.idle()
  await don.idle()
}

/** When a market's answer can be reported: a Yes or No as soon as it is known, an Invalid once its source must have spoken. */
export function readyAt({ market: { question, deadline, truth } }: MarketRecord): number {
  if (truth !== 'INVALID') return deadline
  // Only rules about a high or low look at the time of creation, and none of these is one.
  return Rule.readyAt(Question.parse(question, { deadline }).rule, { created: 0, deadline })
}

async function drawIfNoted(stage: Stage, told: MarketRecord): Promise<void> {
  const { drawBlock } = await getMarket(stage.world.place, BigInt(told.market.id))
  if (drawBlock > 0n) await draw(stage, told, drawBlock)
}

/** What came of each market that the workflow took up; nothing where it returned no JSON. */
export function resultsOf({ report: { value, error } }: ServedExecution): Result[] {
  return error === null && typeof value === 'string' ? resultsIn(value) : []
}

async function note(
  { world: { chain, place } }: Stage,
  told: MarketRecord,
  executions: readonly ServedExecution[],
): Promise<void> {
  for (const execution of executions) {
    const result = resultsOf(execution).find(
      // Too few answered: that is no outcome, and the same workers are asked again.
      (one) =>
        one.status === 'reported' && one.market_id === told.market.id && (one.outcome ?? null) !== null,
    )
    if (result === undefined) continue
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
