import { createHash } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import { expect } from 'chai'
import type { Inputs } from '../../don/consensus.ts'
import { Sdk } from '../../don/sdk.ts'
import { type Saying, sampleKey } from '../../local/samples/round.ts'
import {
  type Admission,
  type Observation,
  type Plan,
  Question,
  Round,
  Vote,
  Wire,
  WorkerToken,
} from '../../protocol/index.ts'
import { signerOf } from '../../workers/sdk/Signer.ts'
import { make } from '../workers/sdk/workers.ts'
import { type Asked, askedOf, planFor, stageOf, type Told } from './fakeRound.ts'
import { type Host, load, type Replied, type Runtime, type Sent } from './fakeRuntime.ts'

type Retained = { collected: null; late: Map<number, Admission.Admission> }
type Probed = {
  readonly entries: readonly Observation.Entry[]
  readonly late: readonly number[]
  readonly asked: number
}
const { probe } = await load<{
  probe(
    runtime: Runtime,
    asked: Asked,
    plan: Plan.Plan,
    seen: readonly Observation.Entry[],
    kept: Retained,
  ): Probed
}>('probe')

const yes: Saying = { value: '75120.5' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const endpoint = (agentId: number) => `http://127.0.0.1:${9_000 + agentId}`

type Options = {
  readonly host?: Host
  readonly told?: Partial<Told>
  readonly left?: Vote.Reason
  readonly probes?: number
}

/** Four workers; the gateway left out those named, who answer when they are asked themselves. */
async function probed(omitted: readonly number[], options: Options = {}) {
  const { file } = await stageOf([yes, yes, yes, yes])
  const answers = ({ url }: Sent) => {
    const agentId = Number(new URL(url).port) - 9_000
    return { body: file.answers[agentId]!.reply }
  }
  const endpoints = Object.fromEntries([0, 1, 2, 3].map((id) => [id, endpoint(id)]))
  const stage = await stageOf([yes, yes, yes, yes], {
    host: { http: answers, ...options.host },
    told: { endpoints, ...options.told },
  })
  const seen = Round.observe(
    stage.round,
    Round.admit(
      stage.round,
      stage.file.answers.map((item, i) =>
        read(item.reply, omitted.includes(i) ? (options.left ?? 'silent') : null),
      ),
    ),
    [],
  )
  const kept: Retained = { collected: null, late: new Map() }
  const plan = { ...planFor(stage.round), probes: options.probes ?? 4 }
  const result = probe(stage.runtime, askedOf(stage), plan, seen, kept)
  const votes = result.entries.map(({ vote }) => vote.outcome ?? vote.reason)
  return { ...result, votes, kept, stage, seen }
}
const read = (reply: unknown, reason: Vote.Reason | null) =>
  reason === null ? Wire.readAnswer(JSON.stringify(reply)) : { reply: null, reason, detail: 'left out' }

describe('workers whom the gateway left out', () => {
  it('are asked directly, and count with what they say', async () => {
    const { votes, late, asked, kept, stage } = await probed([1, 3])
    expect(votes).to.deep.equal(['YES', 'YES', 'YES', 'YES'])
    expect({ late, asked }).to.deep.equal({ late: [1, 3], asked: 2 })
    expect([...kept.late.keys()]).to.deep.equal([1, 3])
    expect(stage.sent.map(({ url, method, timeout }) => [url, method, timeout])).to.deep.equal([
      [`${endpoint(1)}/a2a/resolve`, 'POST', '9s'],
      [`${endpoint(3)}/a2a/resolve`, 'POST', '9s'],
    ])
  })

  it('are none where all are there: nobody is asked, and no consensus is spent', async () => {
    const { votes, asked, stage } = await probed([])
    expect(votes).to.deep.equal(['YES', 'YES', 'YES', 'YES'])
    expect(asked).to.equal(0)
    expect([stage.sent, stage.observed]).to.deep.equal([[], []])
  })

  it('answer for what they do not say: who was asked and is silent, or has no endpoint', async () => {
    const silent = await probed([1], { host: { http: () => null } })
    expect(silent.votes[1]).to.equal('silent')
    expect(silent.late).to.deep.equal([])
    const nowhere = await probed([1], { told: { endpoints: {} } })
    expect(nowhere.votes[1]).to.equal('no-endpoint')
    const failing = await probed([1], { host: { http: () => ({ status: 500 }) } })
    expect(failing.votes[1]).to.equal('http-error')
  })

  it('must sign, as through the gateway', async () => {
    const plain = { determination: true, confidence: 0.9, evidence: 'So it was.', sources: [] }
    const rule_check = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' }
    const said = async (body: object) => (await probed([1], { host: { http: () => ({ body }) } })).votes[1]
    expect(await said(plain)).to.equal('plain')
    expect(await said({ ...plain, rule_check })).to.equal('unsigned')
  })

  it('SPEC §6: turn away whom they do not know, which is not silence: absent, as who was not asked', async () => {
    for (const status of [401, 403])
      for (const left of ['silent', 'http-error'] as const) {
        const said = await probed([1], { left, host: { http: () => ({ status, body: { error: {} } }) } })
        expect(said.votes[1], `${left} and ${status}`).to.equal('omitted-unprobed')
        expect({ asked: said.asked, late: said.late }).to.deep.equal({ asked: 1, late: [] })
      }
    expect((await probed([1], { left: 'http-error', probes: 0 })).votes[1]).to.equal('omitted-unprobed')
  })

  it('SPEC §6: are shown a token of their own, made of a secret of the vault', async () => {
    const shown = async (host: Host) =>
      (await probed([1, 3], { host })).stage.sent.map(({ headers }) => headers.authorization)
    expect(await shown({})).to.deep.equal([undefined, undefined])
    const secrets = { WORKER_TOKENS: 'a secret' }
    expect(await shown({ config: { workerTokenSecret: 'WORKER_TOKENS' }, secrets })).to.deep.equal(
      [1, 3].map((agentId) => `Bearer ${WorkerToken.of('a secret', agentId)}`),
    )
    // No secret is asked for where nobody is.
    const { votes } = await probed([], { host: { config: { workerTokenSecret: 'MISSING' } } })
    expect(votes[1]).to.equal('YES')
  })

  it('SPEC §6: a worker of the SDK with tokenHashes answers the DON whose token it knows, and no other', async () => {
    const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
    const worker = async (secret: string) => {
      const stage = await stageOf(['silent'], { round: { question } })
      const real = make({
        agentId: 0,
        market: stage.round.market,
        signer: signerOf(sampleKey(0)),
        callers: { tokenHashes: [sha256(WorkerToken.of('a secret', 0))] },
      })
      /** What the DON sends, and what the worker says to exactly that. */
      const seen: Sent[] = []
      const run = async (http: (sent: Sent) => Replied) => {
        const config = { workerTokenSecret: 'WORKER_TOKENS' }
        const host = { http, config, secrets: { WORKER_TOKENS: secret } }
        const told = { endpoints: { 0: endpoint(0) } }
        const one = await stageOf(['silent'], { round: { question }, host, told })
        const unheard = [Round.unanswered(Vote.none('silent'))]
        const kept = { collected: null, late: new Map() }
        return probe(one.runtime, askedOf(one), { ...planFor(one.round), probes: 1 }, unheard, kept)
      }
      await run((sent) => {
        seen.push(sent)
        return null
      })
      const { url, headers, body } = seen[0]!
      const reply = await real.ask(new URL(url).pathname, body, headers)
      const { entries } = await run(() => ({ status: reply.status, body: reply.text }))
      const { vote } = entries[0]!
      return { status: reply.status, vote: vote.outcome ?? vote.reason }
    }
    expect(await worker('a secret')).to.deep.equal({ status: 200, vote: 'YES' })
    expect(await worker('another')).to.deep.equal({ status: 401, vote: 'omitted-unprobed' })
  })

  it('SPEC §7: may not be ready, asked or not, as long as nobody can be', async () => {
    const { round } = await stageOf([yes, yes, yes, yes])
    const { readyAt } = Round.docketRule(round)!
    const http = () => ({ status: 503, body: { reason: 'not-ready' } })
    const at = async (now: number, probes: number) =>
      (await probed([1], { probes, left: 'not-ready', host: { http }, told: { now } })).votes[1]
    expect([await at(readyAt - 1, 1), await at(readyAt - 1, 0)]).to.deep.equal(['not-ready', 'not-ready'])
    expect([await at(readyAt, 1), await at(readyAt, 0)]).to.deep.equal(['silent', 'omitted-unprobed'])
  })

  it('are asked as many as the plan allows, others each minute; the rest is left out and no more than absent', async () => {
    const at = async (minute: number) => {
      const requestedAt = 1_000
      return await probed([1, 2, 3], {
        probes: 1,
        told: { requestedAt, now: requestedAt + 60 * minute },
        host: { http: () => null },
      })
    }
    const first = await at(0)
    expect(first.asked).to.equal(1)
    expect(first.votes.filter((vote) => vote === 'omitted-unprobed')).to.have.length(2)
    const turns = await Promise.all([0, 1, 2].map(at))
    const asked = turns.map(({ votes }) => votes.findIndex((vote, i) => i > 0 && vote !== 'omitted-unprobed'))
    expect(new Set(asked).size).to.equal(3)
  })

  it('that the gateway altered, or says so, are told apart from those it left out', async () => {
    const { votes } = await probed([1], { probes: 0, left: 'bad-signature' })
    expect(votes[1]).to.equal('gateway-altered')
    expect((await probed([1], { probes: 0 })).votes[1]).to.equal('omitted-unprobed')
  })

  it('whom nodes see differently are merely not probed', async () => {
    const failed = (own: Inputs): Inputs =>
      create(Sdk.SimpleConsensusInputsSchema, { ...own, observation: { case: 'error', value: 'off' } })
    const { votes, asked, late } = await probed([1], { host: { observations: (own) => [failed(own)] } })
    expect(votes[1]).to.equal('omitted-unprobed')
    expect({ asked, late }).to.deep.equal({ asked: 1, late: [] })
  })

  it('are not asked a question that does not fit into a request', async () => {
    const stage = await stageOf(['silent'])
    const question = `§question ${'Is it so? '.repeat(800)}\n§rule\nsource:manual`
    const asked = askedOf(stage)
    const long = { ...asked, view: Question.pose({ ...asked.view, question }) }
    const seen = [Round.unanswered(Vote.none('silent'))]
    const result = probe(stage.runtime, long, { ...planFor(stage.round), probes: 1 }, seen, {
      collected: null,
      late: new Map(),
    })
    expect(result.asked).to.equal(0)
    expect(result.entries[0]!.vote.reason).to.equal('omitted-unprobed')
    expect(stage.sent).to.deep.equal([])
  })

  it('leave what was seen as it was', async () => {
    const { seen } = await probed([1])
    expect(seen[1]!.vote.reason).to.equal('silent')
  })
})
