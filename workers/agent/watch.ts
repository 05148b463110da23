import type { Chain, RoundView } from '../../services/chain/Chain.ts'
import { type FollowOptions, follow, isOver, type Watch } from '../../services/chain/follow.ts'
import type { Agent } from './Agent.ts'
import { answerAhead } from './answer.ts'
import { readCursor, writeCursor } from './Records.ts'

/** Follows `ResolutionRequested` and works ahead on rounds the agent is asked in, so that a ready answer is served. */
export function watch(agent: Agent, chain: Chain, options: FollowOptions): Watch {
  const { store, agentId, log, now, metrics } = agent
  const place = { chainId: chain.chainId, market: chain.market }

  /** One market that can't be worked on must not hold up the others. */
  async function attempt(round: RoundView): Promise<boolean> {
    try {
      return await answerAhead(agent, round)
    } catch (error) {
      log.warn({ err: error, market_id: round.marketId }, 'working ahead failed')
      return false
    }
  }

  return follow(
    {
      chain,
      marketsBetween: (from, to) => chain.requestedBetween(from, to),
      async attend(marketId) {
        const round = await chain.readRound(marketId)
        if (round === null || !round.isAsked) return true
        return isOver(round, await chain.readParameters()) ? 'over' : attempt(round)
      },
      readCursor: () => readCursor(store, agentId, place),
      writeCursor: (cursor) => writeCursor(store, agentId, place, cursor),
      log,
      now,
      metrics,
    },
    // Requests that come in meanwhile find the other places free.
    { atOnce: 8, ...options },
  )
}
