import { mock } from 'node:test'
import { expect } from 'chai'
import { type Collector, startCollector } from '../../gateway/Collector.ts'
import type { Gateway, Key } from '../../gateway/Gateway.ts'
import { beginRound, findRound } from '../../gateway/Records.ts'
import type { Store } from '../../services/store/Store.ts'
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

  it('starts nothing once it stops, and leaves the round for others', async () => {
    const { collector: own, sealed, stop } = begin()
    stop()
    await own.begin(viewOf(104), 5n)
    await own.stop()
    expect(sealed).to.deep.equal([])
    expect((await findRound(store, place, { marketId: 104, round: 1 }))!.phase).to.equal('answers')
  })
})
