/** Markets in the shapes of Gamma, written for this bench: a contest, a price, an act, a count. */
export const sampleMarkets: readonly object[] = [
  {
    id: '1',
    question: 'Harbour Gulls vs. Mill Foxes',
    description:
      'In the upcoming NHL game, scheduled for March 14 at 7:30PM ET:\n\nIf the Gulls win, the market will resolve to "Gulls".\nIf the Foxes win, the market will resolve to "Foxes".\nIf the game is postponed, this market will remain open until the game has been completed.\nIf the game is canceled entirely, with no make-up game, this market will resolve 50-50.',
    endDate: '2027-03-21T23:30:00Z',
    outcomes: '["Gulls","Foxes"]',
  },
  {
    id: '2',
    question: 'Will Bitcoin reach $240K in March?',
    description:
      'This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTC/USDT) during the month specified in the title (from 12:00 AM ET on the first day to 11:59 PM ET on the last) has a final "High" price equal to or greater than the price specified in the title. Otherwise, this market will resolve to "No".\n\nThe resolution source for this market is Binance, specifically the BTC/USDT "High" prices available at https://www.binance.com/en/trade/BTC_USDT.',
    endDate: '2027-04-01T04:00:00Z',
    outcomes: ['Yes', 'No'],
  },
  {
    id: '3',
    question: 'Will Norland recognize Sudland by June 30?',
    description:
      'This market will resolve to "Yes" if Norland formally recognizes Sudland between May 1 and June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".\n\nA qualifying recognition is defined as an official statement by the head of state. Statements of intent alone will not qualify.\n\nThe primary resolution source will be official information from the government of Norland, however a consensus of credible reporting may also be used.',
    endDate: '2027-06-30T12:00:00Z',
    outcomes: ['Yes', 'No'],
    negRisk: false,
  },
  {
    id: '4',
    question: 'Will the mayor post 40–59 times June 1–June 8?',
    description:
      'This market will resolve according to the number of posts between June 1, 2027, 12:00 PM ET and June 8, 2027, 12:00 PM ET. Replies will not count.\n\nThe resolution source is the counter at https://counter.example.org/mayor. If it is unavailable, another credible source may be used.',
    endDate: '2027-06-08T16:00:00Z',
    outcomes: ['Yes', 'No'],
    negRisk: true,
    groupItemTitle: '40–59',
  },
]

const longest = 65_536
const fill = (piece: string): string => piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest)

/** Texts that hurt a careless reader: each repeats what some rule of the parser begins with. */
export const hostileTexts: Readonly<Record<string, string>> = {
  spaces: fill(' '),
  digits: fill('1'),
  dates: fill('May 1 '),
  clocks: fill('12:00:'),
  amounts: fill('$1 and '),
  addresses: fill('https://a.example/('),
  points: fill('a.'),
  quotes: fill('resolve to "'),
  phrases: fill('will not will not '),
}
