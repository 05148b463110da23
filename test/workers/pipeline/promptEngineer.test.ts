import { expect } from 'chai'
import {
  acquisitionTask,
  question,
  repliesOf,
  scriptedModel,
  text,
} from '../../../cli/commands/worker/acquisition.ts'
import { Question } from '../../../protocol/index.ts'
import { policies, policyRoles } from '../../../workers/pipeline/policy/Policies.ts'
import { type Engineering, promptEngineer } from '../../../workers/pipeline/promptEngineer.ts'
import type { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { load, roles } from '../../../workers/pipeline/text/Prompts.ts'
import { taskOf } from './helpers.ts'

const prompts = load()
const rule = Subject.ofTask(taskOf())
const free = Subject.ofTask(acquisitionTask())
const reading = { model: scriptedModel(repliesOf('confirmed')), now: () => 1_775_203_200, prompts, text }
const mute = { name: 'none', complete: () => Promise.reject(new Error('It was asked.')) }

const compiled = async (context: Engineering, subject: Subject.Subject) => {
  const result = await promptEngineer(context, subject)
  if (result.status !== 'READY') throw new Error(result.missing_fields.join())
  return result
}

describe('promptEngineer', () => {
  it('C4: compiles an auto rule without asking a model', async () => {
    const { spec, replies, crossCheck } = await compiled({ reading: { ...reading, model: mute } }, rule)
    expect(spec.market.resolution_rules.predicate).to.include({ op: 'gte', target: '75000' })
    expect(replies).to.deep.equal([])
    expect(crossCheck).to.equal(null)
  })

  it('S0-40: asks for the second provider by the rule’s own source, in lower case', async () => {
    const asked: string[] = []
    const second = { provider: 'binance', asset: 'BTCUSDT', metric: 'price', toleranceBps: 50 }
    const crossCheckFor = (source: string) => {
      asked.push(source)
      return second
    }
    const question = rule.question.replace('coingecko:bitcoin', 'coingecko:Bitcoin')
    const subject = Question.pose({ ...rule, question })
    const { crossCheck, requirements } = await compiled({ crossCheckFor }, subject)
    expect(asked).to.deep.equal(['coingecko:bitcoin:price_usd'])
    expect(crossCheck).to.deep.equal(second)
    expect(requirements.map((one) => one.requirementId)).to.deep.equal(['sample', 'cross-check'])
  })

  it('S2-95: says what is missing: a second source, or what the rule leaves open', async () => {
    const none = { crossCheckFor: () => null }
    expect(await promptEngineer(none, rule)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['second_source'],
    })
    expect(await promptEngineer(none, { ...rule, deadline: null })).to.deep.include({
      missing_fields: ['deadline'],
    })
  })

  it('S2-22: needs a model for free text and for manual rules, and says so', async () => {
    for (const words of [question, `§question ${question}\n§rule\nsource:manual`]) {
      const error = await promptEngineer({}, Question.pose({ ...free, question: words })).catch(
        (one: unknown) => one,
      )
      expect(error).to.include({ stage: 'promptEngineer', code: 'NO_MODEL' })
      expect((error as SOPExecutionError).reason).to.include('no model')
    }
  })

  it('S2-39 S2-109: keeps what the model said, and names all prompts by their hashes', async () => {
    const { spec, replies } = await compiled({ reading }, free)
    expect(replies.map((one) => one.evidence_id)).to.deep.equal(['reply-prompt-engineer'])
    expect(spec.prompt_hashes, 'C148: prompts of models, policies of the other roles').to.deep.equal([
      ...roles.map((role) => prompts[role].hash),
      ...policyRoles.map((role) => policies[role].hash),
    ])
  })

  it('shows the model the question without its § tags', async () => {
    const seen: unknown[] = []
    const complete: typeof reading.model.complete = (prompt, options) => {
      seen.push(JSON.parse(prompt.user))
      return reading.model.complete(prompt, options)
    }
    const tagged = Question.pose({ ...free, question: `§question ${question}\n§rule\nsource:manual` })
    await compiled({ reading: { ...reading, model: { ...reading.model, complete } } }, tagged)
    expect(seen).to.deep.equal([{ question, rules: '' }])
  })

  it('S2-23: asks no model where the configuration has no source for the question', async () => {
    const nothing = { ...text, sources: text.sources.map((one) => ({ ...one, topics: ['Jupiter'] })) }
    const result = await promptEngineer({ reading: { ...reading, model: mute, text: nothing } }, free)
    expect(result).to.deep.equal({ status: 'INVALID', missing_fields: ['sources'] })
  })

  const proposing = (changes: object) =>
    scriptedModel({
      'prompt-engineer': JSON.stringify({
        ...JSON.parse(repliesOf('confirmed')['prompt-engineer']),
        ...changes,
      }),
    })

  it('S2-20: hands on what the model finds missing', async () => {
    const model = proposing({ missing_fields: ['threshold'] })
    expect(await promptEngineer({ reading: { ...reading, model } }, free)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['threshold'],
    })
  })

  it('S2-20 FREETEXT §2: what the words leave open is found before any model is asked', async () => {
    const vague = Question.pose({ ...free, question: 'Will it go well?' })
    const sources = { ...text, sources: text.sources.map((one) => ({ ...one, topics: [] })) }
    const result = await promptEngineer({ reading: { ...reading, model: mute, text: sources } }, vague)
    expect(result).to.deep.equal({ status: 'INVALID', missing_fields: ['entity', 'event', 'criteria'] })
  })

  it('FREETEXT §2: commits to the event as code reads it, with the wordings that the model proposes', async () => {
    const { spec } = await compiled({ reading }, free)
    expect(spec.event!.subject!.quote).to.equal('Aldermoor Systems')
    expect(spec.event!.window).to.deep.include({ to: '2026-03-30T23:59:00Z', bound: 'before' })
    expect(spec.event!.predicate.synonyms).to.include('agrees to acquire')
  })

  it('FREETEXT §2: where the model reads the question otherwise than code, nothing is decided', async () => {
    const cases = [
      [{ subject: 'Brightquay Robotics' }, 'disagreement:subject'],
      [{ threshold: '31' }, 'disagreement:threshold'],
      [{ last_day: '2027-03-30' }, 'disagreement:deadline'],
    ] as const
    for (const [changes, field] of cases) {
      const result = await promptEngineer({ reading: { ...reading, model: proposing(changes) } }, free)
      expect(result).to.deep.equal({ status: 'INVALID', missing_fields: [field] })
    }
  })
})
