/** How providers are asked and read: by workers and by the DON alike. */
export { type BinanceOptions, binance, binanceBase } from './binance.ts'
export { type Coin, coingecko, coingeckoBase, coinOf } from './coingecko.ts'
/** What a rule's source says today. */
export * as DryRun from './DryRun.ts'
export { defillama, defillamaBase, readCurrentTvl } from './defillama.ts'
/** JSON whose numbers keep the digits they were written with. */
export * as ExactJson from './ExactJson.ts'
export { checkFinality, finalFrom, usualFinality } from './finality.ts'
export { type Choice, pickSample, splitMetric } from './pickSample.ts'
export { readDecimal, readReply } from './readReply.ts'
export * from './Source.ts'
