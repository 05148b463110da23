import { mock } from 'node:test'
import { expect } from 'chai'
import type { Attempt } from '../../gateway/askWorker.ts'
import { type Collector, startCollector } from '../../gateway/Collector.ts'
import type { Gateway, Key } from '../../gateway/Gateway.ts'
import { beginRound, findRound, leaveUnsealed, openRounds } from '../../gateway/Records.ts'
import type { Store } from '../../services/store/Store.ts'
import type { fakeChain } from './fakeChain.ts'
import { gatewayWith } from './gatewayWith.ts'
import { openGatewayStore, place, viewOf } from './keeping.ts'

/** Rounds of workers that are nowhere: each is sealed as soon as it is collected. */
describe('startCollector', () => {
  let store: Store
  let collector: Collector | undefined
  before(async () => {
    store = await openGatewayStore()
  })
  after(() => store.close())
  afterEach(async () => {
    await collector?.stop()
    mock.timers.reset()
  })

  /** A collector, what it sealed, and a promise of the next seal. */
  function begin(changes: Partial<Gateway> = {}) {
    const sealed: Key[] = []
    let tell = () => {}
    const world = gatewayWith(store, new Map(), changes)
    collector = startCollector(world.gateway, (key) => {
      sealed.push(key)
      tell()
    })
    const nextSeal = () =>
      new Promise<void>((resolve) => {
        tell = resolve
      })
    return { ...world, sealed, nextSeal, collector }
  }

  it('begins a round, collects it by itself, and says once when it is sealed', async () => {
    const { collector: own, sealed, nextSeal, lines } = begin()
    const seal = nextSeal()
    await own.begin(viewOf(101), 5n)
    await seal
    expect(sealed).to.deep.equal([{ marketId: 101, round: 1 }])
    expect((await findRound(store, place, { marketId: 101, round: 1 }))!.phase).to.equal('sealed')
    await own.begin(viewOf(101), 5n)
    await own.stop()
    expect(sealed).to.have.length(1)
    expect(lines.filter(({ msg }) => msg === 'a round begins')).to.have.length(1)
  })

  it('is not misled by another round under a number that is taken, and says what to do', async () => {
    const { collector: own, nextSeal, lines } = begin()
    const seal = nextSeal()
    await own.begin(viewOf(102), 5n)
    await seal
    await own.begin({ ...viewOf(102), question: 'Another question?' }, 6n)
    const [error] = lines.filter(({ level }) => level === 'error')
    expect(error!.msg).to.include('give a new chain a new database')
    expect((await findRound(store, place, { marketId: 102, round: 1 }))!.view.question).to.not.equal(
      'Another question?',
    )
  })

  it('SPEC §7: takes up rounds that another process left behind', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    await store.transaction((queries) => beginRound(queries, place, viewOf(103), 5n))
    const { sealed, nextSeal } = begin()
    const seal = nextSeal()
    mock.timers.tick(1_000)
    await seal
    expect(sealed).to.deep.equal([{ marketId: 103, round: 1 }])
  })

  it('goes on after a round that fails and a store that is away, and warns of both', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    let isAway = true
    const query: Store['query'] = (...words) =>
      isAway ? Promise.reject(new Error('the store is away')) : store.query(...words)
    const { collector: own, lines, nextSeal } = begin({ store: { ...store, query } })
    const warnings = () => lines.flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []))
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    await own.begin(viewOf(105), 5n)
    mock.timers.tick(1_000)
    await settle()
    expect(warnings()).to.have.members([
      'collecting a round failed',
      'the rounds to collect could not be read',
    ])
    isAway = false
    const seal = nextSeal()
    mock.timers.tick(1_000)
    await seal
    expect((await findRound(store, place, { marketId: 105, round: 1 }))!.phase).to.equal('sealed')
  })

  /** A gateway whose one worker keeps silent until nobody waits for it any more. */
  const withSilentWorker = (changes: Partial<Gateway> = {}) => ({
    findEndpoint: async () => 'http://worker.example',
    askWorker: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<Attempt>((resolve) => {
        const late = { said: { status: 'late', body: null }, isWorthAgain: true, retryAfter: 0 } as const
        signal.addEventListener('abort', () => resolve(late))
      }),
    deadlines: { resolveMs: 600_000, challengeMs: 600_000, patienceMs: 600_000, leaseMs: 600_000 },
    ...changes,
  })
  const phaseOf = async (marketId: number) => (await findRound(store, place, { marketId, round: 1 }))!.phase
  const isOpen = async (marketId: number) =>
    (await openRounds(store, place)).some((key) => key.marketId === marketId)
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
  }

  it('SPEC §7: leaves a round alone that was reported, and gives its workers back', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const { collector: own, sealed } = begin(withSilentWorker())
    await own.begin(viewOf(106), 5n)
    const holders = async () =>
      (await store.query('select 1 as one from replies where market_id = 106 and claimed_by is not null'))
        .length
    await until(async () => (await holders()) === 1)
    await leaveUnsealed(store, place, { marketId: 106, round: 1 })
    mock.timers.tick(1_000)
    await until(async () => (await holders()) === 0)
    expect([await phaseOf(106), sealed]).to.deep.equal(['answers', []])
  })

  it('AUDIT C5: leaves a round alone whose market expired, and goes on where the chain asks it after all', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    let now = Date.now()
    const { collector: own, lines, gateway, stop } = begin(withSilentWorker({ now: () => now }))
    const chain = gateway.chain as ReturnType<typeof fakeChain>
    chain.rounds.set(107, viewOf(107))
    await own.begin(viewOf(107), 5n)
    await own.begin(viewOf(108), 5n)
    now += 60_000
    mock.timers.tick(1_000)
    await until(async () => !(await isOpen(108)))
    expect(await isOpen(107), 'its market waits').to.equal(true)
    expect(lines.filter(({ msg }) => String(msg).includes('left alone'))).to.have.length(1)
    await own.begin(viewOf(108), 6n)
    expect(await isOpen(108)).to.equal(true)
    await own.begin(viewOf(108, 2), 7n)
    expect(await isOpen(108), 'the next round').to.equal(true)
    expect((await openRounds(store, place)).filter(({ marketId }) => marketId === 108)).to.deep.equal([
      { marketId: 108, round: 2 },
    ])
    stop()
  })

  it('starts nothing once it stops, and leaves the round for others', async () => {
    const { collector: own, sealed, stop } = begin()
    stop()
    await own.begin(viewOf(104), 5n)
    await own.stop()
    expect(sealed).to.deep.equal([])
    expect((await findRound(store, place, { marketId: 104, round: 1 }))!.phase).to.equal('answers')
  })
})
