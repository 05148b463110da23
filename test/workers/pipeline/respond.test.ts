import { expect } from 'chai'
import { acquisitionScenario } from '../../../cli/commands/worker/acquisition.ts'
import { Wire } from '../../../protocol/index.ts'
import { type Account, encodedBytes } from '../../../workers/pipeline/Account.ts'
import { toAbstention, toAnswered, toExecutionError, toResponses } from '../../../workers/pipeline/respond.ts'
import { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { type Resolution, sop } from '../../../workers/pipeline/sop.ts'
import { own, points, sampleQuestion, sources, taskOf, transportOf } from './helpers.ts'

const account: Account = {
  asked: 'Asked: whether it is.',
  observed: ['It was seen.'],
  reasoning: ['The rule holds.'],
  against: [],
  limits: [],
  conclusion: 'The answer is YES.',
  decisive: 'This decides.',
  wouldChange: 'That would change it.',
  weakest: 'This is the weakest point.',
}

describe('toAnswered', () => {
  let resolution: Resolution
  before(async () => {
    const transport = transportOf({ [own]: points('80000') })
    resolution = await sop({ collectorId: 'agent-7', sources, transport }, Subject.ofTask(taskOf()))
  })

  it('says the verdict, its confidence, its sources and its check, and shows the proof', () => {
    const { reply, proof } = toAnswered({}, resolution, account)
    expect(proof).to.equal(resolution.proof)
    expect(reply).to.deep.equal({
      determination: true,
      outcome: 'YES',
      confidence: resolution.payload.confidence_bps / 10_000,
      evidence: 'Asked: whether it is.\nIt was seen.\nThe rule holds.\nThe answer is YES.',
      sources: [own],
      rule_check: resolution.proof.bundle.rule_check,
    })
  })

  it('names where the proof is published, only if it is', () => {
    const { por_root } = resolution.payload
    const porUri = (root: string) => `https://worker.example/por/${root}`
    expect(toAnswered({ porUri }, resolution, account).reply.por).to.deep.equal({
      root: por_root,
      uri: porUri(por_root),
    })
    expect(toAnswered({ porUri: null }, resolution, account).reply).to.not.have.property('por')
  })

  it('S1: leaves room for a signature within the limit of the wire', () => {
    const long = { ...account, observed: Array.from({ length: 200 }, (_, i) => `Sentence ${i} "quoted" ä.`) }
    const { reply } = toAnswered({}, resolution, long)
    const signed = { ...reply, attestation: 'x'.repeat(320) }
    expect(Buffer.byteLength(JSON.stringify(signed))).to.be.at.most(Wire.limits.answer)
    expect(encodedBytes(reply.evidence)).to.be.at.most(Wire.limits.evidence)
    expect(reply.evidence.endsWith(account.conclusion)).to.equal(true)
  })

  it('S2-110: of free text it names the pages it rests on, and all it read where it decides nothing', async () => {
    const sourcesOf = async (story: 'confirmed' | 'unavailable') => {
      const proof = (await acquisitionScenario(story)).answered.proof!
      return toAnswered({}, { ...resolution, proof }, account).reply.sources
    }
    expect(await sourcesOf('confirmed')).to.have.length(2)
    expect(await sourcesOf('unavailable')).to.have.length(4)
  })
})

describe('toAbstention', () => {
  const missing = new SOPExecutionError('promptEngineer', 'MISSING_FIELDS', {
    reason: 'the question leaves open: deadline.',
    missingFields: ['deadline', 'created'],
  })

  it('C35 S2-95: says INVALID without confidence, why, and what is missing', () => {
    const { reply, proof } = toAbstention(taskOf('Will it rain?'), missing)
    expect(proof).to.equal(null)
    expect(reply).to.deep.equal({
      determination: false,
      outcome: 'INVALID',
      confidence: 0,
      evidence:
        'No answer was found, and none is claimed: the question leaves open: deadline.\n' +
        'missing_fields: deadline, created\nTherefore the outcome is INVALID.',
      sources: [],
    })
  })

  it('C54: brings an empty check to an auto rule, so that the round counts it, and to no other question', () => {
    const check = (question: string) => toAbstention(taskOf(question), missing).reply.rule_check
    expect(check(sampleQuestion)).to.deep.equal({ observed_at: 0, value: '0', tier: 3, result: 'INVALID' })
    expect(check('§question Will it rain?\n§rule\nsource:manual')).to.equal(undefined)
    expect(check(sampleQuestion.replace('op:gte', 'op:near'))).to.equal(undefined)
  })

  it('S1: keeps the limit of the wire, however long the reason is', () => {
    const error = new SOPExecutionError('collector', 'FAILED', { reason: '"down" '.repeat(2_000) })
    const { evidence } = toAbstention(taskOf(), error).reply
    expect(encodedBytes(evidence)).to.be.at.most(Wire.limits.evidence)
  })
})

describe('toExecutionError', () => {
  it('takes failures of the procedure, and lets our own faults through', () => {
    const failed = new SOPExecutionError('judge', 'FAILED')
    expect(toExecutionError(failed)).to.equal(failed)
    expect(() => toExecutionError(new TypeError('a fault'))).to.throw(TypeError, 'a fault')
  })
})

describe('toResponses', () => {
  it('S1-15: has one text for each kind of challenge', () => {
    expect(toResponses(account)).to.deep.equal({
      opposite: 'This decides.',
      change: 'That would change it.',
      weakest: 'This is the weakest point.',
      other: 'It was seen. The answer is YES.',
    })
  })

  it('falls back to what decides where nothing was observed, and keeps the limit', () => {
    const responses = toResponses({ ...account, observed: [], decisive: 'ä"'.repeat(2_000) })
    expect(responses.other.startsWith('ä"ä"')).to.equal(true)
    for (const text of Object.values(responses)) {
      expect(encodedBytes(text)).to.be.at.most(Wire.limits.response)
    }
  })
})
