import { create, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import type { Execution } from '../../don/execution.ts'
import { pageSize } from '../../don/guest.ts'
import type { GuestProcess, Questions } from '../../don/guestProcess.ts'
import { agreed, type NodeResult, type NodeRun, runNode } from '../../don/nodeRun.ts'
import { Sdk } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'

type Given = Parameters<GuestProcess['run']>
type Done = Awaited<ReturnType<GuestProcess['run']>>

const usage = { http: 1 } as unknown as NodeResult['usage']
const done = (changes: Partial<Done> = {}): Done => ({
  type: 'done',
  response: null,
  error: null,
  memoryPages: 2,
  cpuMs: 5,
  ...changes,
})
const resultOf = (result: Parameters<typeof create<typeof Sdk.ExecutionResultSchema>>[1]) =>
  toBinary(Sdk.ExecutionResultSchema, create(Sdk.ExecutionResultSchema, result))
const said = (value: string) =>
  resultOf({ result: { case: 'value', value: Value.make({ case: 'stringValue', value }) } })

describe('a node’s part of an execution', () => {
  let events: string[]
  let runs: Given[]
  let guestRuns: (questions: Questions) => Promise<Done>
  beforeEach(() => {
    events = []
    runs = []
    guestRuns = async () => done({ response: said('YES') })
  })
  const guest = {
    run: async (...given: Given) => {
      events.push('run')
      runs.push(given)
      return await guestRuns(given[1])
    },
    stop: async () => void events.push('stop'),
  } as unknown as GuestProcess
  const execution = {
    questionsOf: (node: number) => ({
      node,
      await: async () => {
        events.push('await')
        return new Uint8Array()
      },
    }),
    usageOf: () => usage,
    restart: (node: number) => void events.push(`restart ${node}`),
    begin: (node: number, phase: string) => void events.push(`${phase} ${node}`),
    restrict: (node: number) => void events.push(`restrict ${node}`),
  } as unknown as Execution
  const run = async (changes: Partial<NodeRun> = {}): Promise<NodeResult> =>
    await runNode({
      guest,
      node: 2,
      id: Uint8Array.of(0xab, 0xcd),
      request: Uint8Array.of(1),
      execution,
      timeoutMs: 77,
      fault: undefined,
      ...changes,
    })

  it('is what the workflow returned, with what it took', async () => {
    expect(await run()).to.deep.equal({
      node: 2,
      value: 'YES',
      error: null,
      cpuMs: 5,
      memoryBytes: 2 * pageSize,
      usage,
    })
    expect(runs[0]![0]).to.deep.include({ execution: 'abcd', request: Uint8Array.of(1) })
    expect(runs[0]![2]).to.equal(77)
  })

  it('has one seed of randomness with all nodes, and one of its own', async () => {
    await Promise.all([run(), run({ node: 3 }), run({ id: Uint8Array.of(0xab, 0xce) })])
    const seeds = runs.map(([{ donSeed }]) => donSeed)
    expect(seeds[0]).to.equal(seeds[1])
    expect(seeds[0]).to.not.equal(seeds[2])
    expect(new Set(runs.map(([{ nodeSeed }]) => nodeSeed)).size).to.equal(3)
    for (const seed of seeds) expect(BigInt.asIntN(64, seed)).to.equal(seed)
    // FNV-1a of no text at all is its offset, here as a signed number.
    await run({ id: new Uint8Array() })
    expect(runs[3]![0].donSeed).to.equal(BigInt.asIntN(64, 0xcbf29ce484222325n))
  })

  const ends: [string, () => Promise<Done>, { value: unknown; error: string | null }][] = [
    [
      'an error that the workflow returned',
      async () => done({ response: resultOf({ result: { case: 'error', value: 'it is off' } }) }),
      { value: null, error: 'it is off' },
    ],
    ['a guest that failed', async () => done({ error: 'it trapped' }), { value: null, error: 'it trapped' }],
    ['no result', async () => done(), { value: null, error: 'the workflow ended without a result' }],
    ['an empty result', async () => done({ response: resultOf({}) }), { value: null, error: null }],
    [
      'a result that is none',
      async () => done({ response: Uint8Array.of(0x0a, 0xff) }),
      { value: null, error: 'premature EOF' },
    ],
    [
      'a thread that ended',
      async () => Promise.reject(new Error('The node stopped.')),
      { value: null, error: 'The node stopped.' },
    ],
  ]
  for (const [name, end, told] of ends) {
    it(`tells of ${name}, and does not throw`, async () => {
      guestRuns = end
      expect(await run()).to.deep.include({ node: 2, ...told, usage })
    })
  }

  it('a node that restarts is killed at its first wait, and runs again from the start', async () => {
    guestRuns = async (questions) => {
      await questions.await(new Uint8Array())
      if (runs.length === 1) throw new Error('The node stopped.')
      return done({ response: said('YES') })
    }
    expect(await run({ fault: { kind: 'restarting' } })).to.include({ value: 'YES', error: null })
    expect(events).to.deep.equal(['run', 'stop', 'restart 2', 'run', 'await'])
  })

  it('a pre-hook has ten seconds, and goes before the handler', async () => {
    const restrictions = resultOf({ result: { case: 'restrictions', value: {} } })
    guestRuns = async () => done({ response: runs.length === 1 ? restrictions : said('YES') })
    const { value, error } = await run({ preHook: Uint8Array.of(9) })
    expect({ value, error }).to.deep.equal({ value: 'YES', error: null })
    expect(events).to.deep.equal(['preHook 2', 'run', 'handler 2', 'restrict 2', 'run'])
    const [{ request }, , timeoutMs] = runs[0]!
    expect([[...request], timeoutMs]).to.deep.equal([[9], 10_000])
  })

  it('a pre-hook that fails, or says no, is the result', async () => {
    guestRuns = async () => done({ error: 'out of memory' })
    const preHook = Uint8Array.of(9)
    expect((await run({ preHook })).error).to.equal('pre-hook execution failed: out of memory')
    guestRuns = async () => done({ response: resultOf({ result: { case: 'error', value: 'not today' } }) })
    expect((await run({ preHook })).error).to.equal('not today')
    expect(events.filter((event) => event === 'run')).to.have.length(2)
  })
})

describe('what nodes ended with', () => {
  const nodes = (...ends: [unknown, string | null][]): NodeResult[] =>
    ends.map(([value, error], node) => ({ node, value, error, cpuMs: 0, memoryBytes: 0, usage }))

  it('is what f + 1 of them ended with, a failure too', () => {
    expect(agreed(nodes(['b', null], ['a', null], ['a', null]), 1)).to.deep.equal({ value: 'a', error: null })
    expect(agreed(nodes([null, 'x'], ['a', null], [null, 'x']), 1)).to.deep.equal({ value: null, error: 'x' })
    expect(agreed(nodes([{ a: 1 }, null], [{ a: 1 }, null]), 1)).to.deep.equal({
      value: { a: 1 },
      error: null,
    })
  })

  it('is nothing where fewer ended alike: the first one’s error is told, if it has one', () => {
    expect(agreed(nodes(['a', null], ['b', null]), 1)).to.deep.equal({
      value: null,
      error: 'no f + 1 nodes ended alike',
    })
    expect(agreed(nodes([null, 'x'], [null, 'y']), 1)).to.deep.equal({ value: null, error: 'x' })
    expect(agreed([], 0).error).to.equal('no f + 1 nodes ended alike')
  })
})
