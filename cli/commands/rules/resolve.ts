import { basename } from 'node:path'
import type { Command } from 'commander'
import { readCandles, resolveByCandles } from '../../../adapters/rules/index.ts'
import { answerEach } from '../../terminal/batch.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'

const examples = `
The candles are CSV with a header that names open_time, open, high, low, close and close_time, or Binance's own files, which
have none. Rules about Binance's candles are decided: up or down, reach or dip to a price, close above, below or between.
Of a market only id, question, description, endDate, outcomes and resolutionSource are read. The outcome is one of its own labels,
or null, and then \`why\` says what is missing.

Examples:
  $ cresolver rules resolve --klines BTCUSDT-1h.csv markets.jsonl
  $ cresolver rules resolve --klines candles.csv --symbol ETHUSDT < market.json`

type Options = { klines: string; symbol?: string; strict?: boolean }

export function register(group: Command): void {
  group
    .command('resolve')
    .description('market → {id, outcome, rule, observed, why}, where candles can decide it')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .requiredOption('--klines <file>', 'the candles')
    .option('--symbol <pair>', 'the pair they are of, like BTCUSDT (default: as the name of the file tells)')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options) => {
      const symbol = options.symbol?.toUpperCase() ?? symbolOf(options.klines)
      if (symbol === null) {
        throw new UsageError('The name of the file does not tell whose candles these are.', {
          metaMessages: ['Say so with --symbol, like --symbol BTCUSDT.'],
        })
      }
      const candles = readCandles(await readText(options.klines))
      await answerEach(file, (market) => resolveByCandles(market, candles, { symbol }), options)
    })
}

/** The pair in a file's name: BTCUSDT in binance_klines_BTCUSDT_1h.csv. */
function symbolOf(path: string): string | null {
  const words = basename(path)
    .slice(0, 256)
    .split(/[^A-Za-z0-9]/)
  return words.find((word) => /^[A-Z0-9]{2,12}(?:USDT|USDC|FDUSD)$/.test(word)) ?? null
}
