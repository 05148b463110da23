import { create } from '@bufbuild/protobuf'
import { expect } from 'chai'
import type { Inputs } from '../../don/consensus.ts'
import { Sdk } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'
import type { Saying } from '../../local/samples/round.ts'
import { type Admission, type Observation, type Plan, Score, Vote } from '../../protocol/index.ts'
import { type Asked, askedOf, gateway, gatewayOf, planFor, type Stage, stageOf } from './fakeRound.ts'
import { load, type Replied, type Runtime, type Sent } from './fakeRuntime.ts'

type Retained = {
  collected: { admissions: readonly Admission.Admission[] } | null
  late: Map<number, Admission.Admission>
}
type Way =
  | { kind: 'gateway'; gateway: typeof gateway }
  | { kind: 'direct'; callees: readonly ({ endpoint: string; token: string | null } | null)[] }
type Observed = { readonly entries: readonly Observation.Entry[]; readonly reference: Vote.Outcome | null }
const { observe, leftOut } = await load<{
  observe(
    runtime: Runtime,
    asked: Asked,
    plan: Plan.Plan,
    way: Way,
    kept: Retained,
  ): Observed | { readonly waiting: string }
  leftOut(entries: readonly Pick<Observation.Entry, 'answer' | 'vote'>[]): number[]
}>('observe')

const yes = { value: '75120.5' }
const through: Way = { kind: 'gateway', gateway }
const nothing = (): Retained => ({ collected: null, late: new Map() })

const observed = (stage: Stage, way: Way = through, changes: Partial<Plan.Input> = {}, kept = nothing()) =>
  observe(stage.runtime, askedOf(stage), planFor(stage.round, changes), way, kept)
const votesOf = (seen: ReturnType<typeof observed>) =>
  'waiting' in seen ? seen.waiting : seen.entries.map(({ vote }) => vote.outcome ?? vote.reason)

/** What a node saw, with one part of it changed. */
const changed = (own: Inputs, name: string, value: Value.Value): Inputs => {
  const { fields } = (own.observation.value as { value: { value: { fields: Record<string, Value.Value> } } })
    .value.value
  const observation = { case: 'value' as const, value: Value.map({ ...fields, [name]: value }) }
  return create(Sdk.SimpleConsensusInputsSchema, { ...own, observation })
}

describe('what nodes observe', () => {
  it('is one entry a worker, and each node keeps what it has read itself', async () => {
    const kept = nothing()
    const seen = observed(await stageOf([yes, { value: '74000' }, 'silent']), through, {}, kept)
    expect(votesOf(seen)).to.deep.equal(['YES', 'NO', 'silent'])
    expect(seen).to.have.property('reference', null)
    expect(kept.collected!.admissions).to.have.length(3)
  })

  const troubles: [string, Replied][] = [
    ['unsealed', { status: 503 }],
    ['unreachable', null],
    ['unreadable', { body: 'no batch' }],
  ]
  for (const [why, reply] of troubles) {
    it(`waits where the gateway is ${why}`, async () => {
      const stage = await stageOf([yes], { host: { http: () => reply } })
      expect(observed(stage)).to.deep.equal({ waiting: why })
    })
  }

  it('waits where nodes saw different replies', async () => {
    const other = (own: Inputs, byte: number) =>
      changed(own, 'entries', Value.make({ case: 'bytesValue', value: Uint8Array.of(byte) }))
    const observations = (own: Inputs) => [own, other(own, 1), other(own, 2), other(own, 3)]
    const stage = await stageOf([yes], { host: { observations } })
    expect(observed(stage)).to.deep.equal({ waiting: 'nodes disagree' })
  })

  it('waits where nodes failed to see anything', async () => {
    const failed = (own: Inputs): Inputs =>
      create(Sdk.SimpleConsensusInputsSchema, { ...own, observation: { case: 'error', value: 'off' } })
    const stage = await stageOf([yes], { host: { observations: (own) => [failed(own)] } })
    expect(observed(stage)).to.deep.equal({ waiting: 'nodes disagree' })
  })

  it('bears one node of four that saw something else', async () => {
    const lie = (own: Inputs) =>
      changed(own, 'entries', Value.make({ case: 'bytesValue', value: Uint8Array.of(1) }))
    const stage = await stageOf([yes], { host: { observations: (own) => [lie(own), own, own, own] } })
    expect(votesOf(observed(stage))).to.deep.equal(['YES'])
  })
})

describe('what the source itself says', () => {
  /** A source with one sample, beside the gateway. */
  const stageWith = async (source: Replied, host: object = {}) => {
    const base = await stageOf([yes, yes])
    const http = (sent: Sent) =>
      sent.url.startsWith('http://source.example') ? source : gatewayOf(base.round, base.file)(sent)
    const config = { sources: { coingecko: 'http://source.example' } }
    // Long after the deadline, when no sample can change any more.
    const told = { now: base.round.deadline + 86_400 }
    return await stageOf([yes, yes], { host: { http, config, ...host }, told })
  }
  const sampleOf = (price: string): Replied => ({
    body: `{"prices":[[${deadline}000,${price}]],"market_caps":[],"total_volumes":[]}`,
  })
  const auto = { wantsReference: true }
  let deadline: number
  before(async () => {
    deadline = (await stageOf(['silent'])).round.deadline
  })

  it('is asked where the plan says so, while the replies are under way', async () => {
    const stage = await stageWith(sampleOf('74000'))
    expect(observed(stage, through, auto)).to.have.property('reference', 'NO')
    expect(stage.sent[0]!.url).to.match(/^http:\/\/source\.example\/.*bitcoin/)
    const unasked = await stageWith(sampleOf('74000'))
    expect(observed(unasked)).to.have.property('reference', null)
    expect(unasked.sent.some(({ url }) => url.startsWith('http://source.example'))).to.equal(false)
  })

  it('is nothing where it is down, or says nothing of use', async () => {
    for (const reply of [null, { status: 500 }, { body: '{}' }])
      expect(observed(await stageWith(reply), through, auto)).to.have.property('reference', null)
  })

  it('that only some nodes hear stops nothing', async () => {
    const deaf = (own: Inputs) => changed(own, 'reference', Value.make({ case: 'stringValue', value: '' }))
    const odd = (own: Inputs) => changed(own, 'reference', Value.make({ case: 'stringValue', value: 'NO' }))
    const observations = (own: Inputs) => [own, own, deaf(own), odd(own)]
    const agreed = observed(await stageWith(sampleOf('76000'), { observations }), through, auto)
    expect(agreed).to.have.property('reference', 'YES')
    const split = (own: Inputs) => [own, own, deaf(own), deaf(own)]
    const seen = observed(await stageWith(sampleOf('76000'), { observations: split }), through, auto)
    expect(votesOf(seen)).to.deep.equal(['YES', 'YES'])
    expect(seen).to.have.property('reference', null)
  })
})

describe('workers asked by the nodes themselves', () => {
  it('count without a signature, and one without an endpoint does not', async () => {
    const played = await stageOf([yes, yes])
    const { attestation: _, ...unsigned } = played.file.answers[0]!.reply as Record<string, unknown>
    const http = ({ url }: Sent) => (url.endsWith('/a2a/resolve') ? { body: unsigned } : null)
    const stage = await stageOf([yes, yes], { host: { http } })
    const callees = [{ endpoint: 'http://worker.example', token: 'its-own' }, null]
    const seen = observed(stage, { kind: 'direct', callees })
    expect(votesOf(seen)).to.deep.equal(['YES', 'no-endpoint'])
    expect(stage.sent.map(({ url }) => url)).to.deep.equal([
      'http://worker.example/a2a/resolve',
      'http://worker.example/a2a/challenge',
    ])
    for (const { headers } of stage.sent) expect(headers.authorization).to.equal('Bearer its-own')
  })
})

describe('citations that nodes observe', () => {
  const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
  const [url, quote] = ['https://www.reuters.com/bill', 'signed the bill on March 1']
  const citing: Saying = { value: 'YES', reply: { sources: [url], citations: [{ url, quote }] } }
  const finding: Saying = { value: null, reproductions: () => 'p' }
  const testimoniesOf = (seen: ReturnType<typeof observed>) =>
    'waiting' in seen ? seen.waiting : seen.entries.map(({ testimony }) => testimony)

  it('SPEC §6: come with what checkers of the lot said, through a gateway', async () => {
    const seen = observed(await stageOf([citing, finding, finding], { round: { question } }))
    expect(testimoniesOf(seen)).to.deep.equal([
      { citations: ['p'], agreed: 0, decided: 0 },
      { citations: [], agreed: 1, decided: 1 },
      { citations: [], agreed: 1, decided: 1 },
    ])
  })

  it('SPEC §6: are sent to the other of two whom the nodes ask themselves', async () => {
    const { file } = await stageOf([citing, finding], { round: { question } })
    const asked: string[] = []
    const http = (sent: Sent) => {
      const i = sent.url.includes('worker0') ? 0 : 1
      if (sent.url.endsWith('/a2a/resolve')) return { body: file.answers[i]!.reply }
      asked[i] = sent.body
      return { body: file.defences[i]!.reply }
    }
    const stage = await stageOf([citing, finding], { round: { question }, host: { http } })
    const callees = [0, 1].map((i) => ({ endpoint: `http://worker${i}.example`, token: null }))
    const seen = observed(stage, { kind: 'direct', callees }, { mode: 'direct' })
    expect(testimoniesOf(seen)).to.deep.equal([
      { citations: ['p'], agreed: 0, decided: 0 },
      { citations: [], agreed: 1, decided: 1 },
    ])
    expect(JSON.parse(asked[1]!).reproduce).to.deep.equal([{ url, quote }])
    expect(JSON.parse(asked[0]!)).not.to.have.property('reproduce')
  })

  it('SPEC §4: a round of one worker is never unbacked', async () => {
    const seen = observed(await stageOf([{ value: 'YES' }], { round: { question } }))
    if ('waiting' in seen) throw new Error(seen.waiting)
    expect(Score.aggregate(seen.entries[0]!.dimensions!).src_quality).to.equal(1)
  })
})

describe('leftOut', () => {
  it('are those excluded on the gateway’s word alone', () => {
    const entry = (reason: Vote.Reason) => ({ answer: null, vote: Vote.none(reason) })
    const counted = { answer: {} as never, vote: Vote.cast('YES') }
    expect(
      leftOut([counted, entry('silent'), entry('wrong-market-or-round'), entry('malformed')]),
    ).to.deep.equal([1, 3])
  })
})
