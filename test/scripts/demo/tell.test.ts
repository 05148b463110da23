import { expect } from 'chai'
import type { WorldOptions } from '../../../local/startWorld.ts'
import { liar } from '../../../scripts/demo/castOf.ts'
import { begin, type MarketRecord, type Stage } from '../../../scripts/demo/MarketRecord.ts'
import { importWith } from '../../helpers/importWith.ts'

type Tell = typeof import('../../../scripts/demo/tell.ts')

describe('the story of five markets', () => {
  let events: string[]
  let lines: string[]
  let options: WorldOptions | undefined
  let stage: Stage | undefined
  const world = { sources: { busy: new Set<string>() } }
  const progress = {
    step: (title: string) => void events.push(`step ${title}`),
    say: (line: string) => void lines.push(line),
    done: () => void events.push('done'),
  }
  beforeEach(() => {
    events = []
    lines = []
    world.sources.busy.clear()
  })

  const step = (name: string, result?: object) => async (on: Stage) => {
    stage = on
    events.push(name)
    for (const told of on.told) {
      if (name === 'open') told.paidIn += 10n
      if (name === 'end') told.paidOut += 4n
    }
    return result
  }
  const tell = async (workers: number, failing?: string) => {
    const steps = {
      './steps/open.ts': { open: step('open') },
      './steps/bets.ts': {
        placeBets: step('placeBets'),
        settleBets: step('settleBets', { won: 2n, left: 0n }),
      },
      './steps/ask.ts': {
        ask: failing === 'ask' ? async () => Promise.reject(new Error('nobody reports')) : step('ask'),
        resultsOf: ({ report }: { report: { value: object[] } }) => report.value,
      },
      './steps/recheck.ts': { recheck: step('recheck') },
      './steps/end.ts': { end: step('end'), withdraw: step('withdraw', { credits: [], left: 24n }) },
      '../../local/startWorld.ts': {
        startWorld: async (given: WorldOptions) => {
          options = given
          return world
        },
      },
    }
    const { tell: told } = await importWith<Tell>('scripts/demo/tell.ts', steps)
    return await told({ seed: 1, workers }, progress, () => void events.push('world'))
  }
  const workersOf = (told: readonly MarketRecord[], kind: string) =>
    told.find(({ market }) => market.kind === kind)!.workers

  it('goes from the opening to the last payment, in order', async () => {
    await tell(7)
    expect(events.filter((event) => !event.startsWith('step'))).to.deep.equal([
      'world',
      'open',
      'placeBets',
      'ask',
      'recheck',
      'end',
      'settleBets',
      'withdraw',
      'done',
    ])
    expect(events.filter((event) => event.startsWith('step'))).to.have.length(5)
  })

  it('sums up what came in and what went out', async () => {
    const { money, told } = await tell(7)
    expect(told).to.have.length(5)
    expect(money).to.deep.equal({
      paidIn: 50n,
      workers: 20n,
      credits: [],
      left: 24n,
      bets: { won: 2n, left: 0n },
    })
  })

  it('has the source of the lied about market turn the DON away, and says so', async () => {
    const { told } = await tell(7)
    const { id, asset } = told.find(({ market }) => market.kind === 'lie')!.market
    expect([...world.sources.busy]).to.deep.equal([asset])
    expect(lines.some((line) => line.startsWith(`market ${id}: its source turns away`))).to.equal(true)
  })

  for (const workers of [5, 7, 32]) {
    it(`with ${workers} workers has as many faulty ones in a market as a quorum bears, and one agent too many in one`, async () => {
      const { told, cast } = await tell(workers)
      expect(options!.roles).to.have.length(workers + 4)
      expect(options!.parameters).to.deep.equal({ maxWorkers: cast.seats })
      expect(options!.workflow!.timeouts!.probe).to.match(/^[1-4]s$/)
      expect(workersOf(told, 'lie')).to.deep.equal([0, 1, 2])
      expect(workersOf(told, 'words'), 'AUDIT B1').to.deep.equal([workers + 1, workers + 2, workers + 3])
      for (const record of told.filter(({ market: { kind } }) => kind !== 'lie' && kind !== 'words')) {
        const faulty = record.workers.filter((id) => cast.faulty.includes(id))
        const hasLot = record.market.kind === 'price'
        expect(record.workers.includes(cast.spare)).to.equal(hasLot)
        expect(record.workers.length).to.equal(cast.seats + (hasLot ? 1 : 0))
        expect(record.workers.filter((id) => cast.reliable.includes(id))).to.deep.equal(cast.reliable)
        expect(record.workers.length - faulty.length).to.be.at.least(
          Math.ceil((2 * record.workers.length) / 3),
        )
        expect(faulty.length).to.be.greaterThan(0)
        expect(record.workers).to.deep.equal(record.workers.toSorted((a, b) => a - b))
      }
    })
  }

  it('gives every faulty worker its turn', async () => {
    const { told, cast } = await tell(5)
    const seen = new Set(told.flatMap(({ workers }) => workers.filter((id) => cast.faulty.includes(id))))
    expect(seen.has(liar)).to.equal(true)
    expect(seen.size).to.equal(cast.faulty.length)
  })

  it('says what the DON did, also where it failed', async () => {
    await tell(5)
    const { onExecution } = options!.service!
    const execution = (value: object[], error: string | null = null) =>
      ({ report: { value, error } }) as never
    onExecution!(
      execution([
        { market_id: 2, status: 'reported', outcome: 'YES' },
        { market_id: 4, status: 'reported', outcome: null },
      ]),
    )
    onExecution!(execution([{ market_id: 3, status: 'waiting', why: 'unsealed' }]))
    onExecution!(execution([], 'timeout'))
    expect(lines.slice(-4)).to.deep.equal([
      'the DON on market 2: reported, YES',
      'the DON on market 4: reported, too few answered',
      'the DON on market 3: waiting, unsealed',
      'the DON failed: timeout',
    ])
  })

  it('leaves the world to whoever asked for it, where a step fails too', async () => {
    expect(await tell(5, 'ask').catch((error) => error.message)).to.equal('nobody reports')
    expect(events).to.include('world').and.to.not.include('recheck')
    expect(stage!.told[0]).to.have.all.keys(Object.keys(begin(stage!.told[0]!.market, [])))
  })
})
