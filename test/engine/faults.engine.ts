import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import type { CapabilityResponse } from '../../don/capability.ts'
import { compileGuest, maxMemoryPages, plugin } from '../../don/guest.ts'
import { type Guest, GuestProcess } from '../../don/guestProcess.ts'
import { type EngineLimits, readLimits } from '../../don/limits.ts'
import { link } from '../../don/link.ts'
import { Sdk } from '../../don/sdk.ts'
import { capMemory } from '../../don/wasm.ts'
import { limitsFile } from '../../local/startDon.ts'
import { pokeOf } from '../../scripts/bench/pokeOf.ts'
import { hostedGuest } from './hostedGuest.ts'
import type { Record } from './recording.ts'
import { failure, type Replay, replay } from './replay.ts'
import { openWorld, type Ran, termsOf, type World } from './world.ts'

const limits = readLimits(limitsFile())

/** What a run ended with. */
const endOf = ({ result, error }: Replay): string => {
  if (result === null) return `ended: ${error}`
  const { result: said } = fromBinary(Sdk.ExecutionResultSchema, result)
  return said.case === 'error' ? `error: ${said.value}` : String(said.case)
}

describe('issue 18: what fails, in CRE’s own host and on the local DON', () => {
  let world: World
  let marketId: number
  let record: Record
  let own: GuestProcess
  let genuine: Guest

  const threadOf = (wasm: Uint8Array) =>
    new GuestProcess(new WebAssembly.Module(capMemory(wasm, maxMemoryPages)))

  before(async function () {
    this.timeout(600_000)
    world = await openWorld(3)
    const { stage } = world
    marketId = await stage.open(3)
    await stage.begin()
    await stage.request([marketId])
    await stage.sealed(marketId)
    const id = await stage.chain.client.snapshot()
    const { theirs } = await run('whole')
    await stage.chain.client.revert({ id })
    record = theirs.records[0]!
    own = threadOf(readFileSync(world.wasm))
    genuine = hostedGuest(world.hosted, world.module)
  })
  after(async () => {
    await own?.stop()
    await world?.close()
  })

  const run = (event: string, don: object = {}) =>
    world.onBoth({ marketId, handler: 1, payload: pokeOf(marketId), event }, { don })
  const both = async (change: Parameters<typeof replay>[2]) => ({
    ours: await replay(own, record, change),
    theirs: await replay(genuine, record, change),
  })

  it('a replay without a failure ends as the run did, on both', async () => {
    const { ours, theirs } = await both(undefined)
    expect(theirs).to.deep.equal(ours)
    expect(endOf(theirs)).to.equal('value')
    expect(theirs.calls).to.have.length(record.calls.length)
  })

  const damages: { [name: string]: (answer: CapabilityResponse) => CapabilityResponse } = {
    'is refused': () => failure('Public:System:Unavailable:nobody is there'),
    'is answered by plain words': () => failure('a: b: c: d'),
    'is answered by nothing at all': () => create(Sdk.CapabilityResponseSchema, {}),
    'is answered by bytes that mean nothing': ({ response }) =>
      response.case === 'payload'
        ? create(Sdk.CapabilityResponseSchema, {
            response: {
              case: 'payload',
              value: { typeUrl: response.value.typeUrl, value: Uint8Array.of(255) },
            },
          })
        : failure('it had failed before'),
  }
  for (const [name, damage] of Object.entries(damages))
    it(`each call in turn ${name}: the rest of the run is the same on both`, async function () {
      this.timeout(600_000)
      const ends = new Set<string>()
      for (const { id } of record.calls) {
        const { ours, theirs } = await both((at, answer) => (at === id ? damage(answer) : answer))
        expect(theirs, `call ${id}`).to.deep.equal(ours)
        ends.add(endOf(theirs))
      }
      expect(ends.size).to.be.greaterThan(1)
    })

  it('an answer that is too large is refused in the same words', async () => {
    const large = (answer: CapabilityResponse): CapabilityResponse => {
      const { response } = answer
      if (response.case !== 'payload') return answer
      const value = new Uint8Array(limits.ExecutionResponseLimit + 1)
      return create(Sdk.CapabilityResponseSchema, {
        response: { case: 'payload', value: { typeUrl: response.value.typeUrl, value } },
      })
    }
    for (const { id } of record.calls) {
      const { ours, theirs } = await both((at, answer) => (at === id ? large(answer) : answer))
      expect(theirs, `call ${id}`).to.deep.equal(ours)
    }
  })

  // None at all, where calls are made side by side: CRE's host hands them on in any order, so which one is the last is chance.
  const quotas: { [name: string]: EngineLimits } = {
    reads: { ...limits, ChainRead: { ...limits.ChainRead, CallLimit: 0 } },
    'HTTP calls': { ...limits, HTTPAction: { ...limits.HTTPAction, CallLimit: 0 } },
    'consensus calls': { ...limits, Consensus: { ...limits.Consensus, CallLimit: 1 } },
    'bytes of an observation': { ...limits, Consensus: { ...limits.Consensus, ObservationSizeLimit: 100 } },
    'reports written': { ...limits, ChainWrite: { ...limits.ChainWrite, TargetsLimit: 0 } },
  }
  for (const [name, lowered] of Object.entries(quotas))
    it(`too many ${name}: refused alike, and nothing is written`, async function () {
      this.timeout(120_000)
      const id = await world.stage.chain.client.snapshot()
      const { ours, theirs } = await run(`quota ${name}`, { limits: lowered })
      await world.stage.chain.client.revert({ id })
      const told = ({ report: { value, error, usage } }: Ran) => ({ value, error, reads: usage.reads })
      expect(told(theirs)).to.deep.equal(told(ours))
      expect([ours.status, theirs.status]).to.deep.equal([0, 0])
      const refused = ({ report }: Ran) => report.trace.flatMap(({ error }) => error ?? []).sort()
      expect(refused(theirs)).to.deep.equal(refused(ours))
      expect(refused(theirs).join()).to.match(/LimitExceeded/)
    })

  it('a node that lies changes nothing on either', async function () {
    this.timeout(120_000)
    const id = await world.stage.chain.client.snapshot()
    const { ours, theirs } = await run('a liar', { faults: { 1: { kind: 'byzantine' } } })
    await world.stage.chain.client.revert({ id })
    expect([ours.status, theirs.status]).to.deep.equal([1, 1])
    expect(theirs.block).to.equal(ours.block)
  })

  describe('a program that does not end as it should', () => {
    const short = { ...limits, ExecutionTimeout: 2_000 }
    const hurried = (guest: Guest): Guest => ({
      run: (one, questions) => guest.run(one, questions, short.ExecutionTimeout),
      stop: () => guest.stop(),
    })
    const programs: { [name: string]: string } = {
      'runs for ever': 'for (;;) {}',
      'takes all memory': 'const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1))',
      throws: 'throw new Error("no")',
      'recurses too deeply': 'const f = (n) => [f(n + 1)]; f(0)',
      'says nothing': '1',
    }
    for (const [name, source] of Object.entries(programs))
      it(`${name}: ends without a result on both`, async function () {
        this.timeout(120_000)
        const wasm = link(plugin(), compileGuest(source))
        const path = join(dirname(world.wasm), `${name}.wasm`)
        writeFileSync(path, wasm)
        const { module } = await world.hosted.load(path, termsOf(short))
        const thread = threadOf(wasm)
        const asked = { ...record, calls: [] }
        const ours = await replay(hurried(thread), asked)
        const theirs = await replay(hostedGuest(world.hosted, module), asked)
        await thread.stop()
        expect(ours.result).to.equal(null)
        expect(theirs.result).to.equal(null)
        expect(theirs.calls).to.deep.equal(ours.calls)
      })

    it('what is as deep as CRE’s host allows is not too deep for ours', async function () {
      this.timeout(120_000)
      const deep = `const f = (n) => n === 0 ? 0 : 1 + f(n - 1); f(500)
        JSON.parse('['.repeat(2000) + ']'.repeat(2000)); sendResponse(Uint8Array.of(0x12, 2, 111, 107))`
      const wasm = link(plugin(), compileGuest(deep))
      const path = join(dirname(world.wasm), 'deep.wasm')
      writeFileSync(path, wasm)
      const { module } = await world.hosted.load(path, termsOf(limits))
      const thread = threadOf(wasm)
      const asked = { ...record, calls: [] }
      const ours = await replay(thread, asked)
      const theirs = await replay(hostedGuest(world.hosted, module), asked)
      await thread.stop()
      expect([endOf(ours), endOf(theirs)]).to.deep.equal(['error: ok', 'error: ok'])
    })

    it('a call that is never answered ends the run on both', async function () {
      this.timeout(120_000)
      const { module } = await world.hosted.load(world.wasm, termsOf(short))
      const never = (at: number, answer: CapabilityResponse) => (at === 3 ? null : answer)
      const ours = await replay(hurried(own), record, never)
      const theirs = await replay(hostedGuest(world.hosted, module), record, never)
      expect(ours.result).to.equal(null)
      expect(endOf(theirs)).to.not.equal('value')
    })
  })
})
