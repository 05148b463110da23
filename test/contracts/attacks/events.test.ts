import { expect } from 'chai'
import { AbiCoder, getBytes, keccak256 } from 'ethers'
import { network } from 'hardhat'
import * as ev from '../../../local/ledger/evidence.ts'
import * as mk from '../../../local/ledger/market.ts'
import { escalate } from '../../helpers/appeal.ts'

/** Who reads events alone, and knows the rules, knows all that the views say: nothing that an indexer needs is left untold. */
const connection = await network.create()
const { loadFixture, time } = connection.networkHelpers
const { Outcome, Status } = mk
const fixture = () => mk.deploySystem(connection)
const fewSeats = async () => mk.deployVariant(await fixture(), { parameters: { maxWorkers: 4 } })
const [byVote, byDefault] = [0n, 1n]

type Member = { agentId: bigint; signer: string; factorBps: bigint }
type Seat = Member & { vote: bigint; reason: bigint; scores: number[] }
type Cohort = { members: Member[]; seats: Seat[]; isTallied: boolean; isVoided: boolean }
const cohortOf = (): Cohort => ({ members: [], seats: [], isTallied: false, isVoided: false })

/** A market as its events tell it. */
class Told {
  status = Status.None as bigint
  outcome = Outcome.None as bigint
  ending = byVote
  round = 0
  drawBlock = 0n
  requestedAt = 0
  windowEnd = 0n
  answeredBefore = 0
  isHeld = false
  isAppealing = false
  isRepeated = false
  cohorts: Cohort[] = [cohortOf()]
  drawn: number[] | null = null
  readonly system: mk.System
  constructor(system: mk.System) {
    this.system = system
  }

  get last(): Cohort {
    return this.cohorts.at(-1)!
  }
  get totals(): bigint[] {
    const sums = [0n, 0n, 0n, 0n]
    for (const { seats, isTallied } of this.cohorts)
      if (isTallied) for (const seat of seats) sums[Number(seat.vote)]! += weight(seat)
    return sums.slice(1)
  }
  get leader(): bigint {
    const [first, second] = this.totals.toSorted((a, b) => Number(b - a)) as [bigint, bigint]
    const all = this.totals.reduce((sum, one) => sum + one, 0n)
    const isClear =
      all > 0n && (first - second) * 10_000n >= BigInt(this.system.parameters.minMarginBps) * all
    return isClear ? BigInt(this.totals.indexOf(first) + 1) : Outcome.None
  }

  /** The logs of one transaction: what was said first, then what follows from it. */
  take(logs: readonly Log[], now: number) {
    const late = ['OutcomeChanged', 'MarketRuled', 'MarketSettled']
    const isLate = ({ name }: Log) => late.includes(name)
    for (const log of logs.filter((one) => !isLate(one))) this.apply(log, now, logs)
    for (const log of logs.filter(isLate)) this.apply(log, now, logs)
  }

  private apply({ name, args }: Log, now: number, all: readonly Log[]) {
    if (name === 'MarketCreated') this.status = Status.Open
    if (name === 'WorkerJoined') this.last.members[Number(args.joinIndex)] = memberOf(args)
    if (name === 'WorkerLeft' && this.status === Status.Open) this.leave(args.agentId)
    if (name === 'DrawNoted') this.drawBlock = args.drawBlock
    if (name === 'SeatsDrawn') this.draw(args.seed, Number(args.joined))
    if (name === 'ResolutionRequested') this.ask(now, all)
    if (name === 'RoundReported') this.report(args, now)
    if (name === 'MarketDefaulted')
      [this.status, this.outcome, this.ending] = [3n, Outcome.Invalid, byDefault]
    if (name === 'WorkerStruck') this.strike(Number(args.seat), args.kind)
    if (name === 'RoundVoided') this.void()
    if (name === 'MarketEscalated') this.escalate(args.joinUntil)
    if (name === 'AppealEnded') [this.isAppealing, this.drawBlock] = [false, 0n]
    if (name === 'WindowMoved') this.windowEnd = args.windowEnd
    if (name === 'MarketHeld') this.isHeld = true
    if (name === 'OutcomeChanged') this.turn(args, all)
    if (name === 'MarketSettled')
      [this.status, this.outcome, this.ending] = [args.status, args.outcome, args.ending]
    if (name === 'MarketFinalized') this.status = Status.Finalized
  }

  private leave(agentId: bigint) {
    const { members } = this.last
    const at = members.findIndex((one) => one.agentId === agentId)
    const moved = members.pop()!
    if (at < members.length) members[at] = moved
  }

  private draw(seed: string, joined: number) {
    const picked = new Set<number>()
    for (let j = 0; picked.size < this.system.parameters.maxWorkers; j++) {
      const hash = keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'uint256'], [seed, j]))
      picked.add(Number(BigInt(hash) % BigInt(joined)))
    }
    ;[this.drawn, this.drawBlock] = [[...picked], 0n]
  }

  private ask(now: number, all: readonly Log[]) {
    const { last } = this
    const isAsked = last.seats.length > 0 && (this.status === Status.Requested || this.isAppealing)
    const isVoid = all.some(({ name }) => name === 'RoundVoided')
    // Told again; and a round that repeats one without quorum is told before the report of that one.
    if (isAsked && !isVoid) return
    if (!isVoid) {
      const seated = (this.drawn ?? last.members.map((_, i) => i)).map((i) => last.members[i]!)
      last.seats = seated.map((one) => ({ ...one, ...silence }))
      this.drawn = null
      if (this.status === Status.Open) this.status = Status.Requested
    }
    ;[this.round, this.requestedAt] = [this.round + 1, now]
  }

  private report({ outcome, recordsAndDocket }: Log['args'], now: number) {
    const [{ last }, bytes, isFirst] = [this, getBytes(recordsAndDocket), this.cohorts.length === 1]
    const isQuorate = outcome !== Outcome.None
    const said = last.seats.map((_, k) => [...bytes.slice(4 * k, 4 * k + 4)] as [number, ...number[]])
    if (isFirst && !isQuorate && !this.isRepeated) {
      this.answeredBefore = said.reduce((bits, [word], k) => (word & 3 ? bits | (1 << k) : bits), 0) >>> 0
      ;[this.isRepeated, this.round, this.requestedAt] = [true, this.round + 1, now]
      return
    }
    for (const [k, [word, ...scores]] of said.entries()) {
      const seat = last.seats[k]!
      if (seat.reason === 63n) continue
      const isUncounted = !isFirst && !isQuorate && (word & 3) > 0
      Object.assign(
        seat,
        isUncounted ? none(35n) : { vote: BigInt(word & 3), reason: BigInt(word >> 2), scores },
      )
    }
    last.isTallied = isQuorate
    if (!isFirst) return
    this.status = Status.Resolved
    this.outcome = outcome || Outcome.Invalid
    this.ending = isQuorate && this.leader !== Outcome.None ? byVote : byDefault
  }

  private strike(number: number, kind: bigint) {
    const seat = this.cohorts[number >> 5]!.seats[number & 31]!
    Object.assign(seat, none(kind === 1n && seat.vote === Outcome.Invalid ? 36n : 63n))
  }

  private void() {
    for (const seat of this.last.seats) if (seat.reason !== 63n) Object.assign(seat, silence)
    this.last.isTallied = false
    this.isAppealing = this.cohorts.length > 1
    if (this.isAppealing) return
    ;[this.status, this.outcome, this.ending] = [Status.Requested, Outcome.None, byVote]
    ;[this.isRepeated, this.answeredBefore] = [false, 0]
  }

  private escalate(joinUntil: bigint) {
    ;[this.isAppealing, this.windowEnd] = [true, joinUntil]
    this.cohorts.push(cohortOf())
  }

  /** The event does not say how an Invalid came: a ruling's is by default, an appeal's by vote, else the votes tell. */
  private turn({ from, to }: Log['args'], all: readonly Log[]) {
    const has = (event: string) => all.some(({ name }) => name === event)
    this.outcome = to
    if (to !== Outcome.Invalid) this.ending = byVote
    else if (has('MarketRuled')) this.ending = byDefault
    else if (from === to) this.ending = this.ending === byVote ? byDefault : byVote
    else this.ending = has('AppealEnded') || this.leader === Outcome.Invalid ? byVote : byDefault
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of any event, by their names
type Log = { name: string; args: any }
const silence = { vote: 0n, reason: 0n, scores: [0, 0, 0] }
const none = (reason: bigint) => ({ vote: 0n, reason, scores: [0, 0, 0] })
const memberOf = ({ agentId, signer, factorBps }: Log['args']): Member => ({ agentId, signer, factorBps })

function weight({ vote, scores: [res, src, depth] }: Seat): bigint {
  if (vote === Outcome.None) return 0n
  const whole = 30_000 + 45 * res! + 25 * src! + 30 * depth!
  return BigInt(vote !== Outcome.Invalid && src === 0 ? Math.floor(whole / 2) : whole)
}

/** Reads all events of a market, and compares what they tell with what the views say. */
async function compare(system: mk.System, marketId: bigint) {
  const { market, ethers } = system
  const told = new Told(system)
  const topics = [null, `0x${marketId.toString(16).padStart(64, '0')}`]
  const logs = await ethers.provider.getLogs({ address: system.address, topics, fromBlock: 0 } as never)
  for (const hash of new Set(logs.map((log) => log.transactionHash))) {
    const own = logs.filter((log) => log.transactionHash === hash)
    const now = (await ethers.provider.getBlock(own[0]!.blockNumber))!.timestamp
    told.take(
      own.map((log) => market.interface.parseLog(log) as Log),
      now,
    )
  }
  const seen = await market.getMarket(marketId)
  const names = ['status', 'outcome', 'ending', 'drawBlock', 'windowEnd', 'isHeld', 'isAppealing'] as const
  for (const name of names) expect(told[name], name).to.equal(seen[name])
  for (const name of ['round', 'requestedAt', 'answeredBefore'] as const)
    expect(BigInt(told[name]), name).to.equal(seen[name])
  expect(told.totals).to.deep.equal([seen.yesWeight, seen.noWeight, seen.invalidWeight])
  expect([told.last.members.length, told.last.seats.length]).to.deep.equal([
    Number(seen.joined),
    Number(seen.seats),
  ])
  for (const [cohort, { seats }] of told.cohorts.entries())
    for (const [k, seat] of seats.entries()) {
      const worker = await market.getWorker(marketId, cohort * 32 + k)
      const scores = [worker.resQuality, worker.srcQuality, worker.analysisDepth].map(Number)
      const { agentId, signer, factorBps, vote, reason } = worker
      expect(seat, `seat ${cohort * 32 + k}`).to.deep.equal({
        agentId,
        signer,
        factorBps,
        vote,
        reason,
        scores,
      })
    }
}

describe('A16: events alone tell what the views say', () => {
  it('through joins, exits, a lot, a round without quorum, its repeat, an empty appeal and one with a lot', async () => {
    const system = await loadFixture(fewSeats)
    const { market } = system
    const { marketId } = await mk.createMarket(system)
    const [first] = await mk.joinAll(system, marketId, 7)
    await market.connect(first!.wallet).leaveMarket(marketId, first!.agentId)
    await compare(system, marketId)
    await time.increase(mk.day)
    await market.requestResolution(marketId)
    await compare(system, marketId)
    await mk.drawSeats(system, marketId)
    await time.increase(system.parameters.quorumGrace)
    await mk.deliver(system, await mk.reportOf(system, marketId, ['YES', 'NO', 'silent', 'late'], null))
    await compare(system, marketId)
    await time.increase(system.parameters.quorumGrace)
    await market.requestResolution(marketId)
    await mk.deliver(system, await mk.reportOf(system, marketId, ['silent', 'NO', 'silent', 'late'], null))
    await compare(system, marketId)
    await escalate(system, marketId)
    await mk.ask(system, marketId)
    await compare(system, marketId)
    await escalate(system, marketId)
    await mk.joinAll(system, marketId, 6, 10)
    await mk.ask(system, marketId)
    await mk.deliver(system, await mk.reportOf(system, marketId, ['YES', 'YES', 'silent', 'YES'], 'YES'))
    await compare(system, marketId)
    await mk.settle(system, marketId)
    await market.finalize(marketId)
    await compare(system, marketId)
  })

  it('through strikes, void rounds and rulings', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter } = system
    const first = await ev.toldMarket(system, [ev.yes, ev.yes, ev.yes, ev.no, ev.no, ev.invalid])
    const { marketId } = first
    await ev.challenge(system, marketId, 0, ev.doubleTalkOf(first, 0))
    await compare(system, marketId)
    await escalate(system, marketId)
    await mk.joinAll(system, marketId, 3, 6)
    await ev.challenge(system, marketId, 1, ev.doubleTalkOf(first, 1))
    await compare(system, marketId)
    await mk.ask(system, marketId)
    const told = await ev.tellFalsely(system, marketId, [ev.yes, ev.yes, ev.yes], ev.otherRule)
    await compare(system, marketId)
    await ev.challenge(system, marketId, 32, ev.doubleTalkOf(told, 0))
    await ev.challenge(system, marketId, 0, ev.leafOf(told, 1))
    await compare(system, marketId)
    await ev.tell(system, marketId, [ev.invalid, ev.invalid, ev.invalid])
    await compare(system, marketId)
    await escalate(system, marketId)
    await mk.ask(system, marketId)
    await market.connect(arbiter).hold(marketId, arbiter.address, 5n)
    await market.connect(arbiter).rule(marketId, Outcome.Invalid)
    await compare(system, marketId)
    await mk.settle(system, marketId)
    await compare(system, marketId)
  })

  it('through a void first round that is then not reported', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await ev.toldMarket(system, [ev.yes, ev.yes, ev.no])
    const again = await mk.requested(system, 3, { question: ev.question })
    const told = await ev.tellFalsely(system, again.marketId, [ev.yes, ev.yes, ev.no], ev.otherRule)
    await ev.challenge(system, again.marketId, 0, ev.doubleTalkOf(told, 0))
    await compare(system, again.marketId)
    await ev.challenge(system, again.marketId, 0, ev.leafOf(told, 1))
    await compare(system, again.marketId)
    await time.increase(system.parameters.resolutionTimeout)
    await market.expire(again.marketId)
    await compare(system, again.marketId)
    await mk.settle(system, again.marketId)
    await compare(system, again.marketId)
    await compare(system, marketId)
  })
})
