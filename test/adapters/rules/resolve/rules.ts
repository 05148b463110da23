import { type CandleRule, candleRule } from '../../../../adapters/rules/resolve/candleRule.ts'
import { readMarket } from '../../../../reading/Market.ts'
import { readFacts } from '../../../../reading/rule/readFacts.ts'

export const hour = 3_600_000

/** "Up or Down" by one candle. */
export const direction = {
  question: 'Bitcoin Up or Down - March 2, 3AM ET',
  description:
    'This market will resolve to "Up" if the close price is greater than or equal to the open price for the BTC/USDT 1 hour candle that begins on the time and date specified in the title. Otherwise, this market will resolve to "Down". The resolution source is Binance (https://www.binance.com/en/trade/BTC_USDT).',
  endDate: '2027-03-02T09:00:00Z',
  outcomes: ['Up', 'Down'],
}

/** Any high of a window. */
export const touch = {
  question: 'Will Bitcoin reach $110 March 2–3?',
  description:
    'This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTC/USDT) during the date range specified in the title (from 12:00 AM ET on the first date to 11:59 PM ET on the last) has a final "High" price equal to or greater than the price specified in the title. Otherwise, this market will resolve to "No". The resolution source is Binance.',
  endDate: '2027-03-04T05:00:00Z',
  outcomes: ['Yes', 'No'],
}

/** One close. */
export const close = {
  question: 'Bitcoin above $105,000 on June 6?',
  description:
    'This market will resolve to "Yes" if the Binance 1 minute candle for BTC/USDT 6 June \'27 12:00 in the ET timezone (noon) has a final "Close" price of 105,000.01 or higher. Otherwise, this market will resolve to "No". The resolution source is Binance.',
  endDate: '2027-06-06T16:00:00Z',
  outcomes: ['Yes', 'No'],
}

/** What candles are asked by a market. */
export const ruleOf = (market: object) => {
  const read = readMarket(market)
  return candleRule(read, readFacts(read))
}

/** The same, of a market that candles can decide. */
export function decidableRule(market: object): CandleRule {
  const rule = ruleOf(market)
  if ('why' in rule) throw new Error(rule.why)
  return rule
}
