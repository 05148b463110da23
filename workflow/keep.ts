import type { Runtime } from '@chainlink/cre-sdk'
import type { Address } from 'viem'
import { upkeepAbi } from '../deployments/abi/Upkeep.ts'
import { type Limits, Upkeep } from '../protocol/index.ts'
import { readMarket, rehearse } from './chain.ts'
import type { Config } from './config.ts'
import type { Kept } from './result.ts'
import { write } from './writeReport.ts'

/** The DON as a keeper: it asks a contract what is due, and has that contract do it. */
export function keep(runtime: Runtime<Config>, tick: number, limits: Limits.Limits): Kept {
  const { upkeep } = runtime.config
  if (upkeep === null) return { status: 'nothing', why: 'others keep the markets' }
  const marketCount = Number(readMarket(runtime, 'marketCount', [])())
  const pages = Upkeep.pages(marketCount, tick).slice(0, Math.max(0, limits.reads - 1))
  const due = findDue(runtime, upkeep.receiver as Address, pages)
  const chosen = Upkeep.choose(due, BigInt(upkeep.gasLimit))
  if (chosen.length === 0) return { status: 'nothing', why: 'no step is due' }
  const steps = chosen.map(({ step, marketId }) => ({ step, market_id: Number(marketId) }))
  const written = write(runtime, Upkeep.encode(chosen), upkeep)
  const tx_hash = written.txHash
  return written.kind === 'taken'
    ? { status: 'kept', steps, tx_hash }
    : { status: 'refused', steps, tx_hash, why: written.why }
}

/** All pages are asked for before the first is waited for. One that fails leaves the others alone. */
function findDue(runtime: Runtime<Config>, receiver: Address, pages: readonly number[]): Upkeep.Due[] {
  const asked = pages.map((first) =>
    rehearse(runtime, upkeepAbi, receiver, 'findDue', [BigInt(first), BigInt(Upkeep.pageSize)]),
  )
  return asked.flatMap((found, i) => {
    try {
      return found().flatMap(({ step, marketId, value, gas }) => {
        const name = Upkeep.steps[step]
        return name === undefined ? [] : [{ step: name, marketId, value, gas }]
      })
    } catch (error) {
      runtime.log(`markets from ${pages[i]} on could not be looked at: ${(error as Error).message}`)
      return []
    }
  })
}
