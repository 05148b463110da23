import type { Command } from 'commander'
import { type Address, getAddress, isAddress } from 'viem'
import { getParameters, type Reader, reader, stateOf } from '../../chain/marketState.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { read } from '../../chain/send.ts'
import { instant, wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { type Book, currencyFields, lookAt, openBook, results, spell } from './book.ts'

type Options = ChainOptions & { bettor?: Address }

export function register(group: Command): void {
  reading(group.command('show'))
    .description('the bets on a market, and how much room is left')
    .argument('<marketId>', 'which market', wholeNumber)
    .option('--bettor <address>', 'also what this account has bet, and may claim', addressOf)
    .addHelpText(
      'after',
      `
All bets on a market together are bounded by maxBetsBps of what a wrong outcome would cost the workers that make it: the seats
that carry an outcome, times the stake, times wrongSlashBps. Agents that join make room, and agents that leave take it along.

Example:
  $ cresolver bet show 1`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const from = await reader(options)
      const shown = await look(from, marketId, options.bettor)
      if (options.json) await print(toJson(shown), options)
      else await write(toText(shown))
    })
}

function addressOf(text: string): Address {
  if (isAddress(text)) return getAddress(text)
  throw new UsageError(`${text} is not an address, or its checksum is wrong.`)
}

type Shown = Awaited<ReturnType<typeof look>>

async function look(from: Reader, marketId: bigint, bettor: Address | undefined) {
  const book = await openBook(from)
  const { at, currency } = book
  const [state, parameters, maxBetsBps, unitsPerEther] = await Promise.all([
    lookAt(from, book, marketId),
    getParameters(from),
    read(from.client.readContract({ ...at, functionName: 'maxBetsBps' })),
    read(from.client.readContract({ ...at, functionName: 'unitsPerEther' })),
  ])
  const bets = bettor === undefined ? null : await betsOf(from, book, marketId, bettor)
  const seats = Math.min(state.view.joined, parameters.maxWorkers)
  // As in the contract: those who carry an outcome against all the others, with the margin.
  const makers = Math.ceil((seats * (10_000 + parameters.minMarginBps)) / 20_000)
  return { marketId, currency, ...state, seats, makers, maxBetsBps, unitsPerEther, bets }
}

async function betsOf({ client }: Reader, { at }: Book, marketId: bigint, bettor: Address) {
  const args = [marketId, bettor] as const
  const [{ yes, no }, claimable] = await read(
    Promise.all([
      client.readContract({ ...at, functionName: 'betOf', args }),
      client.readContract({ ...at, functionName: 'claimable', args }),
    ]),
  )
  return { bettor, yes, no, claimable }
}

const toJson = (shown: Shown) => ({
  market_id: Number(shown.marketId),
  result: results[shown.placed.result],
  open: shown.isOpen,
  closes_at: shown.closesAt,
  yes_units: String(shown.placed.yes),
  no_units: String(shown.placed.no),
  room_units: String(shown.room),
  seats: shown.seats,
  makers: shown.makers,
  max_bets_bps: Number(shown.maxBetsBps),
  units_per_ether: String(shown.unitsPerEther),
  ...currencyFields(shown.currency),
  ...(shown.bets === null
    ? {}
    : {
        bettor: shown.bets.bettor,
        bettor_yes_units: String(shown.bets.yes),
        bettor_no_units: String(shown.bets.no),
        claimable_units: String(shown.bets.claimable),
      }),
})

function toText({ marketId, view, currency, placed, room, closesAt, isOpen, ...rest }: Shown): string {
  const { makers, seats, maxBetsBps, bets } = rest
  const say = (units: bigint) => spell(currency, units)
  const rows = [
    ['market', stateOf(view)],
    ['on yes', say(placed.yes)],
    ['on no', say(placed.no)],
    ['result', results[placed.result]!],
    ['room', isOpen ? `${say(room)} until ${instant(closesAt)}` : 'bets are closed'],
    ['cover', `${Number(maxBetsBps) / 100} % of what ${makers} of ${seats} seats would lose`],
  ]
  if (bets !== null) {
    rows.push([`bets of ${bets.bettor}`, `${say(bets.yes)} on yes, ${say(bets.no)} on no`])
    rows.push(['claimable', say(bets.claimable)])
  }
  return `${table(['bets on', String(marketId)], rows)}\n`
}
