import { expect } from 'chai'
import type { Admission, Plan, Round, Wire } from '../../protocol/index.ts'
import { chainOf, gateway, gatewayOf, planFor, stageOf } from './fakeRound.ts'
import { fakeRuntime, gatewayUrl, load, type NodeRuntime, type Replied } from './fakeRuntime.ts'

type Collected = {
  readonly admissions: readonly Admission.Admission[]
  readonly defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[]
}
type Fetching = readonly { readonly phase: string }[]
const Collect = await load<{
  request(
    node: NodeRuntime,
    gateway: { url: string; token: string | null },
    round: Round.Round,
    plan: Plan.Plan,
  ): Fetching
  read(round: Round.Round, fetching: Fetching): Collected | 'unsealed' | 'unreachable' | 'unreadable'
}>('collect')

const yes = { value: '75120.5' }

describe('what a gateway has collected', () => {
  it('is asked for at once, by batches, with the token', async () => {
    const { node, sent, round } = await stageOf(Array.from({ length: 3 }, () => yes))
    const plan = {
      ...planFor(round),
      replies: [],
      answers: [
        { from: 0, count: 2 },
        { from: 2, count: 1 },
      ],
      defences: [{ from: 0, count: 3 }],
    }
    const fetching = Collect.request(node, { url: gatewayUrl, token: 'abc' }, round, plan)
    const base = `${gatewayUrl}/v1/markets/1/rounds/1`
    expect(sent.map(({ url }) => url)).to.deep.equal([
      `${base}/answers?from=0&count=2`,
      `${base}/answers?from=2&count=1`,
      `${base}/defences?from=0&count=3`,
    ])
    for (const { headers, timeout } of sent)
      expect([headers.authorization, timeout]).to.deep.equal(['Bearer abc', '9s'])
    expect(fetching.map(({ phase }) => phase)).to.deep.equal(['answers', 'answers', 'defences'])
  })

  it('SPEC §7: comes in one call where answers and defences fit into it', async () => {
    const { node, sent, round } = await stageOf(Array.from({ length: 3 }, () => yes))
    const fetching = Collect.request(node, gateway, round, planFor(round))
    expect(sent.map(({ url }) => url)).to.deep.equal([
      `${gatewayUrl}/v1/markets/1/rounds/1/replies?from=0&count=3`,
    ])
    expect((Collect.read(round, fetching) as Collected).admissions).to.have.length(3)
  })

  it('is admitted and read: who answered, who did not, and who defended', async () => {
    const { node, round } = await stageOf([yes, { value: '74000', responses: null }, 'silent', 'malformed'])
    const collected = Collect.read(round, Collect.request(node, gateway, round, planFor(round)))
    if (typeof collected === 'string') throw new Error(collected)
    const votes = collected.admissions.map(({ vote }) => vote.outcome ?? vote.reason)
    expect(votes).to.deep.equal(['YES', 'NO', 'silent', 'malformed'])
    expect(collected.defences.map((one) => one?.reason === null)).to.deep.equal([true, false, false, false])
    expect(collected.defences[1]).to.equal(null)
  })

  it('says of whom it left out that it left them out', async () => {
    const { round, file } = await stageOf([yes, yes])
    const { node } = fakeRuntime({
      chain: chainOf({ round }),
      http: gatewayOf(round, { answers: file.answers.slice(0, 1), defences: [] }),
    })
    const collected = Collect.read(round, Collect.request(node, gateway, round, planFor(round))) as Collected
    expect(collected.admissions[0]!.vote.outcome).to.equal('YES')
    expect(collected.admissions[1]!.answer).to.equal(null)
  })

  const deep = `{"items":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const batch = { market_id: 1, round: 1, phase: 'answers', from: 0, items: [] }
  const troubles: [string, Replied, string][] = [
    ['no reply', null, 'unreachable'],
    ['a gateway that still collects', { status: 503 }, 'unsealed'],
    ['an error', { status: 500, body: batch }, 'unreadable'],
    ['an unknown round', { status: 404, body: {} }, 'unreadable'],
    ['no JSON', { body: '<html>' }, 'unreadable'],
    ['another document', { body: { hello: 1 } }, 'unreadable'],
    ['deep nesting', { body: deep }, 'unreadable'],
    ['another market', { body: { ...batch, market_id: 2 } }, 'unreadable'],
    ['another round', { body: { ...batch, round: 2 } }, 'unreadable'],
    ['another phase', { body: { ...batch, phase: 'defences' } }, 'unreadable'],
    ['one phase of two', { body: [batch] }, 'unreadable'],
    ['the same phase twice', { body: [batch, batch] }, 'unreadable'],
    ['three phases', { body: [batch, { ...batch, phase: 'defences' }, batch] }, 'unreadable'],
    ['nothing at all', { body: [] }, 'unreadable'],
  ]
  for (const [name, reply, trouble] of troubles) {
    it(`${name} is ${trouble}, and never thrown`, async () => {
      const { round } = await stageOf([yes])
      const { node } = fakeRuntime({ http: () => reply })
      expect(Collect.read(round, Collect.request(node, gateway, round, planFor(round)))).to.equal(trouble)
    })
  }
})
