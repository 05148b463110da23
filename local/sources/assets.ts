/** What the local sources know. Usual values are of the right size, and nothing more. */
export const coins = [
  { id: 'bitcoin', name: 'BTC', symbol: 'BTCUSDT', usual: 68_000 },
  { id: 'ethereum', name: 'ETH', symbol: 'ETHUSDT', usual: 3_400 },
  { id: 'solana', name: 'SOL', symbol: 'SOLUSDT', usual: 150 },
  { id: 'chainlink', name: 'LINK', symbol: 'LINKUSDT', usual: 17 },
  { id: 'litecoin', name: 'LTC', symbol: 'LTCUSDT', usual: 85 },
  { id: 'dogecoin', name: 'DOGE', symbol: 'DOGEUSDT', usual: 0.16 },
] as const
export type Coin = (typeof coins)[number]

/** Protocols and chains of DefiLlama, with their locked dollars. */
export const locked = [
  { asset: 'aave', name: 'Aave', usual: 18_400_000_000 },
  { asset: 'lido', name: 'Lido', usual: 22_900_000_000 },
  { asset: 'chain:Ethereum', name: 'Ethereum', usual: 61_700_000_000 },
  { asset: 'chain:Arbitrum', name: 'Arbitrum', usual: 2_900_000_000 },
] as const
export type Locked = (typeof locked)[number]

/** Rivers whose authority has a gauge with an interface, and a bulletin. Metres. */
export const gauges = [
  { id: 'dresden', town: 'Dresden', river: 'Elbe', usual: 4.2 },
  { id: 'cologne', town: 'Cologne', river: 'Rhine', usual: 5.6 },
  { id: 'passau', town: 'Passau', river: 'Danube', usual: 6.1 },
] as const
export type Gauge = (typeof gauges)[number]

export function usualOf(asset: string): number {
  const all: readonly { readonly usual: number }[] = [
    ...coins.filter(({ id }) => id === asset),
    ...locked.filter((one) => one.asset.toLowerCase() === asset.toLowerCase()),
    ...gauges.filter(({ id }) => id === asset),
  ]
  return all[0]?.usual ?? 100
}
