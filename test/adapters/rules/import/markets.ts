/** A market that asks for the high of a window. */
export const highOfAWindow = {
  question: 'Will Bitcoin reach $119K August 4–10?',
  description:
    'This market will immediately resolve to "Yes" if any Binance 1-minute candle for Bitcoin (BTC/USDT) during the date range specified in the title (from 12:00 AM ET on the first date to 11:59 PM ET on the last) has a final "High" price equal to or greater than the price specified in the title. Otherwise, this market will resolve to "No". The resolution source is Binance.',
  endDate: '2027-08-11T04:00:00Z',
  outcomes: ['Yes', 'No'],
}

/** A market that asks for the close of a minute. */
export const closeOfAMinute = {
  question: 'Bitcoin above $105,000 on June 6?',
  description:
    'This market will resolve to "Yes" if the Binance 1 minute candle for BTC/USDT 6 June \'27 12:00 in the ET timezone (noon) has a final "Close" price of 105,000.01 or higher. Otherwise, this market will resolve to "No". The resolution source is Binance, https://www.binance.com/en/trade/BTC_USDT.',
  endDate: '2027-06-06T16:00:00Z',
  outcomes: ['Yes', 'No'],
}
