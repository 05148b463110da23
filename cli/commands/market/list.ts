import { type Command, InvalidArgumentError } from 'commander'
import { at, type MarketView } from '../../../services/chain/browser/market.ts'
import { outcomeName, statuses } from '../../../services/chain/browser/names.ts'
import { getMarket, reader, stateOf } from '../../chain/marketState.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { read } from '../../chain/send.ts'
import { eth, instant } from '../../chain/units.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { titleOf } from './title.ts'

type Options = ChainOptions & { last: number }

export function register(group: Command): void {
  reading(group.command('list'))
    .description('the latest markets, newest first')
    .option('--last <n>', 'how many', count, 20)
    .addHelpText('after', '\nExample:\n  $ cresolver market list --last 5')
    .action(async (options: Options) => {
      const from = await reader(options)
      const total = await read(from.client.readContract({ ...at(from.market), functionName: 'marketCount' }))
      const ids = Array.from({ length: Math.min(Number(total), options.last) }, (_, i) => total - BigInt(i))
      const markets = await Promise.all(ids.map(async (id) => ({ id, view: await getMarket(from, id) })))
      if (options.json) await print({ total: Number(total), markets: markets.map(toJson) }, options)
      else if (markets.length === 0) await write('There is no market yet: `cresolver market create`.\n')
      else await write(`${table(heading, markets.map(toRow))}\n`)
    })
}

type Row = { id: bigint; view: MarketView }

const heading = ['id', 'state', 'deadline', 'pool', 'joined', 'seats', 'question']
const toRow = ({ id, view }: Row): string[] => [
  String(id),
  stateOf(view),
  instant(view.deadline),
  eth(view.pool),
  String(view.joined),
  String(view.seats),
  titleOf(view.question),
]

const toJson = ({ id, view }: Row) => ({
  market_id: Number(id),
  status: statuses[view.status],
  outcome: outcomeName(view.outcome),
  deadline: Number(view.deadline),
  pool_wei: String(view.pool),
  joined: view.joined,
  seats: view.seats,
  appeals: view.appeals,
  question: view.question,
})

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('expected a number from 1 to 9999.')
  return Number(text)
}
