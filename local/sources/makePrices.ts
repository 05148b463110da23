import { randomFrom } from '../random.ts'

/** What an asset is worth at a second: the same for the same seed, and a little different from one minute to the next. */
export type Prices = (asset: string, second: number) => number

const hour = 3_600
/** How far a price swings, over which time; long swings are wide. */
const swings = [
  [0.06, 48 * hour],
  [0.02, 6 * hour],
  [0.004, hour],
] as const

/** Prices that wander around what an asset usually costs. */
export function makePrices(seed: number, usual: (asset: string) => number): Prices {
  const noise = (asset: string, swing: number, step: number) =>
    randomFrom(hashOf(`${seed} ${asset} ${swing} ${step}`))(2_000_001) / 1_000_000 - 1
  return (asset, second) => {
    const moves = swings.map(([width, period], swing) => {
      const step = Math.floor(second / period)
      const within = smooth(second / period - step)
      return width * (noise(asset, swing, step) * (1 - within) + noise(asset, swing, step + 1) * within)
    })
    return usual(asset) * (1 + moves.reduce((sum, move) => sum + move, 0))
  }
}

/** From 0 to 1 without a corner at either end. */
const smooth = (x: number): number => x * x * (3 - 2 * x)

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** A price with the digits that exchanges publish: fewer for what is dear. */
export const priceText = (price: number): string => price.toFixed(price >= 1_000 ? 2 : price >= 1 ? 4 : 8)
