import type { Command } from 'commander'
import { isAddressEqual, zeroAddress } from 'viem'
import { at, type MarketView } from '../../../services/chain/browser/market.ts'
import { endings, outcomeName, reasonName, statuses } from '../../../services/chain/browser/names.ts'
import { getMarket, getParameters, type Reader, reader, stateOf } from '../../chain/marketState.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { getMember, getSeats, joinedAgents, type Member, paidSeats, type Seat } from '../../chain/seats.ts'
import { read } from '../../chain/send.ts'
import { eth, instant, wholeNumber } from '../../chain/units.ts'
import { whyInvalid } from '../../chain/whyInvalid.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { titleOf } from './title.ts'

type Options = ChainOptions & { parameters?: boolean }

const help = `
Seats are numbered cohort · 32 + k: 0 to 31 joined before the deadline, 32 to 63 in the first appeal, and so on.

Examples:
  $ cresolver market show 1
  $ cresolver market show --parameters`

export function register(group: Command): void {
  reading(group.command('show'))
    .description('a market with its workers, or the parameters of all markets')
    .argument('[marketId]', 'which market', wholeNumber)
    .option('--parameters', 'what is fixed for every market of this contract')
    .addHelpText('after', help)
    .action(async (marketId: bigint | undefined, options: Options) => {
      const from = await reader(options)
      if (options.parameters) return showParameters(from, options)
      if (marketId === undefined) throw new UsageError('Say which market, or give --parameters.')
      const shown = await look(from, marketId)
      if (options.json) await print(toJson(shown), options)
      else await write(toText(shown))
    })
}

/** So many agents without a seat are shown: there may be thousands. */
const mostMembers = 32

type Shown = {
  readonly marketId: bigint
  readonly view: MarketView
  readonly why: string | null
  readonly mostAppeals: number
  readonly seats: readonly Seat[]
  /** What each seat was paid. */
  readonly paid: ReadonlyMap<number, bigint>
  /** Agents that joined, have not left, and have no seat. */
  readonly members: readonly Member[]
  readonly moreMembers: number
}

async function look(from: Reader, marketId: bigint): Promise<Shown> {
  const view = await getMarket(from, marketId)
  const [parameters, seats] = await Promise.all([getParameters(from), getSeats(from, marketId, view)])
  const seated = new Set(seats.map(({ agentId }) => agentId))
  const mayBeMore = view.joined > view.seats || view.appeals > 0
  const joined = mayBeMore ? await joinedAgents(from, marketId) : []
  const unseated = joined.filter((agentId) => !seated.has(agentId))
  const members = await Promise.all(
    unseated.slice(0, mostMembers).map((agentId) => getMember(from, marketId, agentId)),
  )
  const paid = seats.some(({ isClaimed }) => isClaimed) ? await paidSeats(from, marketId) : new Map()
  const why = whyInvalid(view, parameters)
  const mostAppeals = parameters.maxRounds - 1
  const moreMembers = unseated.length - members.length
  return { marketId, view, why, mostAppeals, seats, paid, members, moreMembers }
}

async function showParameters(from: Reader, options: Options): Promise<void> {
  const entries: [string, bigint | number | string][] = [
    ...Object.entries(await getParameters(from)),
    ...(await peopleOf(from)),
  ]
  if (options.json) {
    await print(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), options)
    return
  }
  const spell = (value: bigint | number | string) => (typeof value === 'bigint' ? eth(value) : String(value))
  await write(
    `${table(
      ['parameter', 'value'],
      entries.map(([name, value]) => [name, spell(value)]),
    )}\n`,
  )
}

/** Who is paid by every market, and who has the last word on it. */
async function peopleOf({ client, market }: Reader): Promise<[string, string][]> {
  const [treasury, arbiter] = await read(
    Promise.all([
      client.readContract({ ...at(market), functionName: 'treasury' }),
      client.readContract({ ...at(market), functionName: 'arbiter' }),
    ]),
  )
  return [
    ['treasury', treasury],
    ['arbiter', isAddressEqual(arbiter, zeroAddress) ? 'none' : arbiter],
  ]
}

const toJson = ({ marketId, view, why, seats, paid, members, moreMembers }: Shown) => ({
  market_id: Number(marketId),
  status: statuses[view.status],
  outcome: outcomeName(view.outcome),
  ending: view.outcome === 0 ? null : endings[view.ending],
  why_invalid: why,
  appealing: view.isAppealing,
  appeals: view.appeals,
  held: view.isHeld,
  round: view.round,
  joined: view.joined,
  seats: view.seats,
  draw_block: view.drawBlock === 0n ? null : Number(view.drawBlock),
  creator: view.creator,
  created_at: Number(view.createdAt),
  deadline: Number(view.deadline),
  requested_at: Number(view.requestedAt),
  ready_at: Number(view.readyAt),
  window_end: Number(view.windowEnd),
  pool_wei: String(view.pool),
  stakes_wei: String(view.stakes),
  weights: {
    yes: Number(view.yesWeight),
    no: Number(view.noWeight),
    invalid: Number(view.invalidWeight),
  },
  question: view.question,
  workers: seats.map((worker) => seatJson(worker, paid)),
  without_seat: members.map(memberJson),
  more_without_seat: moreMembers,
})

const seatJson = (worker: Seat, paid: Shown['paid']) => ({
  seat: worker.seat,
  agent_id: Number(worker.agentId),
  signer: worker.signer,
  stake_wei: String(worker.stake),
  factor_bps: worker.factorBps,
  vote: outcomeName(worker.vote),
  reason: worker.vote === 0 ? reasonName(worker.reason) : null,
  res_quality: worker.resQuality,
  src_quality: worker.srcQuality,
  analysis_depth: worker.analysisDepth,
  weight: Number(worker.weight),
  share: Number(worker.share),
  claimed: worker.isClaimed,
  payout_wei: String(paid.get(worker.seat) ?? worker.payout),
})

const memberJson = (member: Member) => ({
  agent_id: Number(member.agentId),
  signer: member.signer,
  cohort: Number(member.cohort),
  join_index: Number(member.joinIndex),
  stake_wei: String(member.stake),
  factor_bps: member.factorBps,
  can_leave: member.canLeave,
})

function toText(shown: Shown): string {
  const parts = [linesOf(shown).join('\n')]
  if (shown.seats.length > 0) parts.push(seatTable(shown))
  if (shown.members.length > 0) parts.push(memberTable(shown))
  return `${parts.join('\n\n')}\n`
}

function linesOf({ marketId, view, why, mostAppeals }: Shown): string[] {
  const isHeld = view.isHeld && statuses[view.status] === 'Resolved'
  const times: [string, bigint][] = [
    ['deadline', view.deadline],
    ['requested', view.requestedAt],
    ['decidable from', view.readyAt],
    [windowName(view, isHeld), view.windowEnd],
  ]
  const draw = `seats are drawn by block ${view.drawBlock}: after it \`cresolver market draw ${marketId}\``
  return [
    `Market ${marketId}: ${titleOf(view.question)}`,
    `  ${stateOf(view)}, round ${view.round}, appeals ${view.appeals} of ${mostAppeals}`,
    ...(why === null ? [] : [`  ${why}`]),
    `  joined ${view.joined}, seats ${view.seats}`,
    ...(view.drawBlock === 0n ? [] : [`  ${draw}`]),
    ...times.filter(([, time]) => time > 0n).map(([name, time]) => `  ${name} ${instant(time)}`),
    `  pool ${eth(view.pool)}, stakes ${eth(view.stakes)}`,
    `  weights: yes ${view.yesWeight}, no ${view.noWeight}, invalid ${view.invalidWeight}`,
  ]
}

function windowName({ isAppealing }: MarketView, isHeld: boolean): string {
  if (isAppealing) return 'joins end'
  return isHeld ? 'held for a ruling until' : 'window ends'
}

function seatTable({ view, seats, paid }: Shown): string {
  const isOver = view.status >= statuses.indexOf('Settled')
  const payout = ({ seat, isClaimed, payout }: Seat) => {
    if (isClaimed) return `${eth(paid.get(seat) ?? 0n)} paid`
    return isOver ? eth(payout) : ''
  }
  const rows = seats.map((worker) => [
    String(worker.seat),
    String(worker.agentId),
    outcomeName(worker.vote) ?? reasonName(worker.reason),
    `${worker.resQuality}/${worker.srcQuality}/${worker.analysisDepth}`,
    String(worker.weight),
    eth(worker.stake),
    payout(worker),
    worker.signer,
  ])
  return table(['seat', 'agent', 'vote', 'scores', 'weight', 'stake', 'payout', 'signer'], rows)
}

function memberTable({ marketId, members, moreMembers }: Shown): string {
  const rows = members.map((member) => [
    String(member.agentId),
    String(member.cohort),
    String(member.joinIndex),
    eth(member.stake),
    member.canLeave ? 'yes' : 'no',
    member.signer,
  ])
  const lines = [
    'Without a seat:',
    table(['agent', 'cohort', 'join', 'stake', 'may leave', 'signer'], rows),
    ...(moreMembers > 0 ? [`… and ${moreMembers} more`] : []),
    ...(members.some(({ canLeave }) => canLeave)
      ? [`\`cresolver market leave ${marketId} --agent <id>\` gives a stake back.`]
      : []),
  ]
  return lines.join('\n')
}
