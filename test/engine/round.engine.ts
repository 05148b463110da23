import { fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { table } from '../../cli/terminal/table.ts'
import { Sdk } from '../../don/sdk.ts'
import { pokeOf } from '../../scripts/bench/pokeOf.ts'
import { answerOf, type Call } from './recording.ts'
import { leastFuel, leastMemory } from './replay.ts'
import { nodes, openWorld, type Ran, type World } from './world.ts'

const sizes = [3, 10, 32]

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** What a call asked, to the byte. */
const asked = ({ id, capability, method, request }: Call) => [id, capability, method, hex(request)].join(' ')
const byId = (calls: readonly Call[]) => calls.toSorted((a, b) => a.id - b.id)
const callsOf = ({ records }: Ran) => records.map(({ calls }) => byId(calls).map(asked))
const only = (ran: Ran, method: string) =>
  ran.records.map(({ calls }) => byId(calls.filter((call) => call.method === method)))

describe('issue 18: a round in CRE’s own host, and on the local DON', () => {
  let world: World
  const markets = new Map<number, number>()
  const rows: string[][] = []

  before(async function () {
    this.timeout(600_000)
    world = await openWorld(Math.max(...sizes))
    for (const workers of sizes) markets.set(workers, await world.stage.open(workers))
    await world.stage.begin()
  })
  after(async () => {
    await world?.close()
    const heading = ['workers', 'host', 'calls', 'asked', 'told', 'ms', 'CPU ms a node', 'memory', 'fuel']
    if (rows.length > 0) process.stdout.write(`\n${table(heading, rows)}\n`)
  })

  it('both hosts are told the same subscriptions', async () => {
    const own = await world.stage.makeDon(nodes).subscriptions()
    const theirs = await world.hostedDon().subscriptions()
    expect(theirs).to.deep.equal(own)
    expect(theirs.map(({ id }) => id.slice(0, id.indexOf('@')).replace(/\d+/, ''))).to.deep.equal([
      'evm:ChainSelector:',
      'http-trigger',
      'cron-trigger',
    ])
  })

  for (const workers of sizes)
    describe(`with ${workers} workers`, () => {
      let ours: Ran
      let theirs: Ran

      before(async function () {
        this.timeout(600_000)
        const { stage } = world
        const marketId = markets.get(workers)!
        await stage.request([marketId])
        await stage.sealed(marketId)
        const event = { marketId, handler: 1, payload: pokeOf(marketId), event: `engine ${marketId}` }
        ;({ ours, theirs } = await world.onBoth(event))
      })

      it('reports the round, alike', () => {
        expect(theirs.report.error).to.equal(null)
        expect(JSON.parse(String(theirs.report.value))).to.include({ status: 'reported', outcome: 'YES' })
        expect(theirs.report.value).to.equal(ours.report.value)
        expect(theirs.report.nodes.map(({ value }) => value)).to.deep.equal(
          ours.report.nodes.map(({ value }) => value),
        )
      })

      it('makes the same calls, byte for byte, on every node', () => {
        expect(ours.records).to.have.length(nodes)
        expect(ours.records[0]!.calls.length).to.be.greaterThan(8)
        expect(callsOf(theirs)).to.deep.equal(callsOf(ours))
      })

      it('makes the same calls before each of its waits', () => {
        expect(ours.segments[0]!.length).to.be.greaterThan(5)
        expect(theirs.segments).to.deep.equal(ours.segments)
      })

      it('observes the same bytes, and the same is agreed on', () => {
        const [own, other] = [only(ours, 'Simple'), only(theirs, 'Simple')]
        expect(own.flat()).to.have.length(nodes * 2)
        expect(other.map((calls) => calls.map(asked))).to.deep.equal(own.map((calls) => calls.map(asked)))
        expect(other.map((calls) => calls.map(answerOf).map(hex))).to.deep.equal(
          own.map((calls) => calls.map(answerOf).map(hex)),
        )
      })

      it('has the same report signed, by the same nodes', () => {
        const reportOf = (ran: Ran) => {
          const [call] = only(ran, 'Report')[0]!
          const answer = call?.response?.response
          if (answer?.case !== 'payload') throw new Error('there is no report')
          return fromBinary(Sdk.ReportResponseSchema, answer.value.value)
        }
        expect(reportOf(ours).rawReport.length).to.be.greaterThan(109)
        expect(reportOf(ours).sigs).to.have.length(2)
        expect(reportOf(theirs)).to.deep.equal(reportOf(ours))
      })

      it('leaves the same chain behind, to its last hash', () => {
        expect([ours.status, theirs.status]).to.deep.equal([1, 1])
        expect(theirs.block).to.equal(ours.block)
      })

      it('uses as much of each quota, and says the same', () => {
        const { usage } = ours.report
        // How a gateway spells its headers is the network's affair.
        expect({ ...theirs.report.usage, httpResponseBytes: 0 }).to.deep.equal({
          ...usage,
          httpResponseBytes: 0,
        })
        expect(theirs.records.map(({ logs }) => logs)).to.deep.equal(ours.records.map(({ logs }) => logs))
      })

      it('fits into the memory and fuel that a replay shows it needs', async function () {
        this.timeout(600_000)
        const [record] = theirs.records
        const memory = await leastMemory(world, record!)
        const fuel = await leastFuel(world, record!)
        expect(memory).to.be.lessThan(100)
        rows.push(rowOf(workers, 'local DON', ours, ownMemory(ours), ''))
        rows.push(rowOf(workers, 'CRE', theirs, `${memory} MB`, `${(fuel / 1e6).toFixed(0)} M`))
      })
    })
})

const ownMemory = ({ report }: Ran) =>
  `${(Math.max(...report.nodes.map(({ memoryBytes }) => memoryBytes)) / 1e6).toFixed(0)} MB`

function rowOf(workers: number, host: string, ran: Ran, memory: string, fuel: string): string[] {
  const { calls } = ran.records[0]!
  const sum = (of: (call: Call) => number) => String(calls.reduce((total, call) => total + of(call), 0))
  return [
    String(workers),
    host,
    String(calls.length),
    `${sum(({ request }) => request.length)} B`,
    `${sum((call) => answerOf(call).length)} B`,
    ran.report.ms.toFixed(0),
    ran.cpuMs.toFixed(0),
    memory,
    fuel,
  ]
}
