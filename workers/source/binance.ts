/** The DON asks and reads it in the very same way. */
export { type BinanceOptions, binance } from '../../protocol/source/index.ts'
