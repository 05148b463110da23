import { firstDay } from '../../local/startChain.ts'
import { startWorld, type World } from '../../local/startWorld.ts'
import { bearable, type Cast, castOf, honest, liar, turncoat } from './castOf.ts'
import { deadlinesFor, probeFor, slownessNow } from './deadlinesFor.ts'
import { begin, type MarketRecord, type Stage } from './MarketRecord.ts'
import { marketsOf, type Planned } from './marketsOf.ts'
import type { Progress } from './startProgress.ts'
import { ask, resultsOf } from './steps/ask.ts'
import { placeBets, settleBets } from './steps/bets.ts'
import { end, withdraw } from './steps/end.ts'
import { open } from './steps/open.ts'
import { recheck } from './steps/recheck.ts'
import type { Money } from './summaryOf.ts'

const day = 86_400

export type Story = {
  readonly world: World
  readonly cast: Cast
  readonly told: readonly MarketRecord[]
  readonly money: Money
}

/** The whole life of five markets. The world stays as it is when it ends: the caller stops it. */
export async function tell(
  options: { readonly seed: number; readonly workers: number },
  progress: Progress,
  onWorld: (world: World) => void = () => {},
): Promise<Story> {
  const { seed, workers } = options
  const deadline = firstDay + day
  const markets = marketsOf(seed, deadline)
  const prize = markets.find(({ kind }) => kind === 'lie')!
  const cast = castOf(workers, prize.id)
  const slowness = slownessNow()
  const deadlines = deadlinesFor(workers, slowness)
  const { resolveMs, patienceMs, challengeMs } = deadlines

  progress.step('start')
  const world = await startWorld({
    seed,
    roles: cast.roles,
    parameters: { maxWorkers: cast.seats },
    deadlines,
    workflow: { timeouts: { probe: probeFor(slowness) } },
    // As real sources do: in the second of a deadline nobody has the price of it.
    publishAfter: 60,
    tell: progress.say,
    service: {
      // As on a real chain, where a log is final long after the gateway has seen it and asked everybody.
      logs: { pollMs: 100, finalityMs: resolveMs + patienceMs + challengeMs },
      http: { host: '127.0.0.1', port: 0 },
      onExecution: (execution) => {
        const results = resultsOf(execution)
        if (results.length === 0) progress.say(`the DON failed: ${execution.report.error}`)
        for (const { market_id: id, status, outcome, why } of results)
          progress.say(`the DON on market ${id}: ${status}, ${outcome ?? why ?? 'too few answered'}`)
      },
    },
  })
  onWorld(world)
  // Otherwise the DON would ask the source itself, and not count a lie at all.
  world.sources.busy.add(prize.asset)
  const told = markets.map((market) => begin(market, workersOf(market, markets, cast)))
  const stage: Stage = { world, cast, told, say: progress.say }

  progress.step('markets open, workers join')
  await open(stage)
  await placeBets(stage)
  progress.say(`market ${prize.id}: its source turns away callers without a key, so the DON cannot ask it`)
  progress.step(
    `the deadline passes, the gateway asks (${resolveMs / 1_000} s and ${challengeMs / 1_000} s at most), the DON reports`,
  )
  await ask(stage)
  progress.step('replaying every round and challenging errors')
  await recheck(stage)
  progress.step('windows close, markets settle, everybody is paid')
  await end(stage)
  const bets = await settleBets(stage)
  const { credits, left } = await withdraw(stage)
  progress.done()
  const sum = (of: (one: MarketRecord) => bigint) => told.reduce((all, one) => all + of(one), 0n)
  const money = {
    paidIn: sum(({ paidIn }) => paidIn),
    workers: sum(({ paidOut }) => paidOut),
    credits,
    left,
    bets,
  }
  return { world, cast, told, money }
}

/** Who joins: all who are reliable, with as many faulty ones in turn as a quorum bears; where a lie is to win, its friends. */
function workersOf(market: Planned, markets: readonly Planned[], cast: Cast): number[] {
  const { reliable, faulty, spare, readers } = cast
  if (market.kind === 'lie') return [honest, turncoat, liar]
  // One who makes up a page against two who read the one that there is.
  if (market.kind === 'words') return [...readers]
  const turn = markets.filter(({ kind }) => kind !== 'lie' && kind !== 'words').indexOf(market)
  const count = Math.min(faulty.length, bearable(reliable.length))
  const some = Array.from({ length: count }, (_, i) => faulty[(turn + i) % faulty.length]!)
  // One more than there are seats: a lot decides who is asked.
  const more = market.kind === 'price' ? [spare] : []
  return [...reliable, ...some, ...more].sort((a, b) => a - b)
}
