import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import {
  Address,
  Admission,
  Eip712,
  Json,
  Proof,
  Question,
  Rule,
  Verification,
  Wire,
} from '../../../protocol/index.ts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import { encodedBytes } from '../../../workers/pipeline/Account.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import type { ResolverContext } from '../../../workers/pipeline/makeResolver.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import { created, deadline, own, points, sampleQuestion, sources, taskOf, transportOf } from './helpers.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

const contextOf = (
  pages: Readonly<Record<string, string | Partial<Reply>>>,
  changes: Partial<ResolverContext> = {},
): ResolverContext => ({
  collectorId: 'agent-7',
  sources,
  transport: transportOf(pages),
  porUri: (root) => `http://127.0.0.1:4000/por/${root}`,
  signer,
  ...changes,
})

const answer = (
  pages: Readonly<Record<string, string | Partial<Reply>>>,
  task: Task = taskOf(),
  changes: Partial<ResolverContext> = {},
) => aap(contextOf(pages, changes)).resolve(task)

const admissionOf = (task: Task, reply: Wire.ResolveReply) => {
  const parsed = Question.parse(task.request.question, { deadline })
  const worker = { agentId: 0, signer: Address.of(signer.address) }
  return Admission.admit(Wire.readAnswer(JSON.stringify(reply)), worker, {
    separator: Eip712.separator(Wire.domain(task.chainId, task.market)),
    marketId: task.request.market_id,
    round: task.round,
    requestHash: task.requestHash,
    rule: Rule.docketRule(parsed.rule, { created, deadline }),
    requireSignature: false,
  })
}

const withRule = (...lines: string[]) =>
  ['§question Will BTC trade there?', '§rule', 'source:coingecko:bitcoin', ...lines].join('\n')

describe('aap', () => {
  for (const [value, outcome] of [
    ['75120.5', 'YES'],
    ['75000', 'YES'],
    ['74999.999999', 'NO'],
  ] as const) {
    it(`C54: ${value} against gte 75000 is ${outcome}, and the round counts it`, async () => {
      const task = taskOf()
      const { reply, proof } = await answer({ [own]: points(value) }, task)
      expect(reply.outcome).to.equal(outcome)
      expect(reply.determination).to.equal(outcome === 'YES')
      expect(reply.rule_check).to.deep.equal({ observed_at: deadline + 40, value, tier: 3, result: outcome })
      expect(admissionOf(task, reply).vote).to.deep.equal({ outcome, reason: null })
      expect(Verification.verifyPorBundle(proof)).to.include({ ok: true, por_root: reply.por!.root })
    })
  }

  it('S2-83: signs the proof in all four roles', async () => {
    const { proof } = await answer({ [own]: points('80000') })
    for (const role of Proof.roles) {
      const signed = proof!.bundle.signatures[role]!
      expect(signed.signer).to.equal(signer.address.toLowerCase())
      expect(
        Eip712.isSignedBy(signed.signer, Proof.signingDigest(proof!.bundle, role), signed.signature),
      ).to.equal(true)
    }
  })

  it('S2-83: a signer that holds another key than it says is found before anything is published', async () => {
    const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const { reply, proof } = await answer({ [own]: points('80000') }, taskOf(), {
      signer: { address: signer.address, sign: (parameters) => other.sign(parameters) },
    })
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
    expect(proof).to.equal(null)
  })

  it('leaves a proof unsigned, and says so by nulls, where there is no key', async () => {
    const { proof } = await answer({ [own]: points('80000') }, taskOf(), { signer: null })
    expect(Object.values(proof!.bundle.signatures)).to.deep.equal([null, null, null, null])
  })

  it('C4 S2-48: the same question gives the same bytes twice', async () => {
    const first = await answer({ [own]: points('75120.5') })
    const second = await answer({ [own]: points('75120.5') })
    expect(Json.canonical(second.proof)).to.equal(Json.canonical(first.proof))
    expect(JSON.stringify(second.reply)).to.equal(JSON.stringify(first.reply))
  })

  it('C35 C54: a source that answers and has no sample in the window gives INVALID, which still counts', async () => {
    const task = taskOf()
    for (const at of [deadline - 1, deadline + 3_901]) {
      const { reply, proof } = await answer({ [own]: points('80000', at) }, task)
      expect(reply.outcome).to.equal('INVALID')
      expect(reply.determination).to.equal(false)
      expect(proof!.bundle.verdict.resolution_rule_id).to.equal('no-sample')
      expect(admissionOf(task, reply).vote).to.deep.equal({ outcome: 'INVALID', reason: null })
    }
  })

  it('C35: a source that can not be reached gives INVALID without confidence and without a proof', async () => {
    const task = taskOf()
    for (const pages of [{}, { [own]: { status: 503, body: 'down' } }, { [own]: 'not what it should be' }]) {
      const { reply, proof } = await answer(pages, task)
      expect(reply).to.include({ outcome: 'INVALID', determination: false, confidence: 0 })
      expect(proof).to.equal(null)
      expect(admissionOf(task, reply).vote).to.deep.equal({ outcome: 'INVALID', reason: null })
    }
  })

  it('S2-107: what was read before the deadline decides nothing', async () => {
    const transport = transportOf({ [own]: points('80000') }, deadline - 1)
    const { reply } = await answer({}, taskOf(), { transport })
    expect(reply.outcome).to.equal('INVALID')
  })

  it('S2-33 C28: a rule that wants a better tier than the sample has gives INVALID', async () => {
    const question = withRule('op:gte', 'target:75000', 'resolver:brevis:zktls')
    const { reply, proof } = await answer({ [own]: points('80000') }, taskOf(question))
    expect(reply.outcome).to.equal('INVALID')
    expect(proof!.bundle.verdict.resolution_rule_id).to.equal('tier-too-low')
    expect(proof!.evidence.items[0]!.used).to.equal(false)
    expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
  })

  it('S2-95 S2-21: names what is missing: a deadline, or the creation that a high is measured from', async () => {
    const high = withRule('metric:price_usd_high', 'op:gte', 'target:75000')
    const cases: [Task, string][] = [
      [taskOf(sampleQuestion, { deadline: null }), 'deadline'],
      [taskOf(high, { created: null }), 'created'],
      [taskOf(withRule('op:near', 'target:1')), 'question:INVALID_OP'],
      [taskOf(withRule('op:gte')), 'question:MISSING_TARGET'],
      [taskOf(withRule('op:gte', 'target:1', 'deadline:5')), 'question:DEADLINE_MISMATCH'],
    ]
    for (const [task, field] of cases) {
      const { reply } = await answer({ [own]: points('80000') }, task)
      expect(reply.outcome).to.equal('INVALID')
      expect(reply.evidence).to.include('missing_fields: ').and.include(field)
    }
  })

  it('S2-22: free text and manual rules are not decided without a model, and it says so', async () => {
    for (const question of ['Will it rain in Oslo?', '§question Will it rain?\n§rule\nsource:manual']) {
      const { reply, proof } = await answer({}, taskOf(question))
      expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
      expect(reply.evidence).to.include('no model')
      expect(reply.rule_check).to.equal(undefined)
      expect(proof).to.equal(null)
    }
  })

  it('C55: words that ask for a touch lower the confidence of a snapshot, and are named', async () => {
    const touch = sampleQuestion.replace('trade at $75,000 or more', 'hit $75,000')
    const [plain, doubtful] = [
      await answer({ [own]: points('80000') }),
      await answer({ [own]: points('80000') }, taskOf(touch)),
    ]
    expect(doubtful.reply.confidence).to.be.below(plain.reply.confidence)
    expect(doubtful.reply.evidence).to.include('at any time')
  })

  it('a sample next to the target is less sure than one far from it', async () => {
    const near = await answer({ [own]: points('75000.01') })
    const far = await answer({ [own]: points('90000') })
    expect(near.reply.confidence).to.be.below(far.reply.confidence)
  })

  it('S1: answers and responses keep the limits of the wire, with the longest names there are', async () => {
    const name = 'Ä'.repeat(700)
    const question = `§question Will ${name} rise?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000`
    const task = taskOf(question)
    const resolver = aap(contextOf({ [own]: points('80000') }))
    const answered = await resolver.resolve(task)
    expect(answered.reply.outcome).to.equal('YES')
    expect(Wire.readAnswer(JSON.stringify(answered.reply)).reason).to.equal(null)
    for (const response of Object.values(resolver.prepare(task, answered))) {
      expect(encodedBytes(response)).to.be.within(1, Wire.limits.response)
    }
  })

  it('prepares its responses from the answer alone', async () => {
    const resolver = aap(contextOf({ [own]: points('75120.5') }))
    const answered = await resolver.resolve(taskOf())
    const stored = JSON.parse(JSON.stringify(answered)) as typeof answered
    const other = taskOf(sampleQuestion, { round: 9 })
    expect(resolver.prepare(other, stored)).to.deep.equal(resolver.prepare(taskOf(), answered))
    const abstained = await resolver.resolve(taskOf('Will it rain?'))
    for (const response of Object.values(resolver.prepare(taskOf(), abstained))) {
      expect(encodedBytes(response)).to.be.within(1, Wire.limits.response)
    }
  })
})
