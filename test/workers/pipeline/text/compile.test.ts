import { expect } from 'chai'
import {
  acquisitionTask,
  created,
  deadline,
  repliesOf,
  text,
} from '../../../../cli/commands/worker/acquisition.ts'
import { Hash, Instant, Question } from '../../../../protocol/index.ts'
import * as Subject from '../../../../workers/pipeline/Subject.ts'
import { compileText, readingSeconds, sourcesFor } from '../../../../workers/pipeline/text/compile.ts'
import type { Structure } from '../../../../workers/pipeline/text/ModelReply.ts'

const subject = Subject.ofTask(acquisitionTask())
const structure = JSON.parse(repliesOf('confirmed')['prompt-engineer']) as Structure & { status: 'READY' }
const hashes = [Hash.ofText('a'), Hash.ofText('b'), Hash.ofText('c')]

function compiled(change: Partial<Subject.Subject> = {}, said: Structure = structure) {
  const result = compileText(text, { ...subject, ...change }, said, hashes)
  if (result.status === 'INVALID') throw new Error(result.missing_fields.join())
  return result
}

describe('compileText', () => {
  it('S2-16 S2-17: takes event, entity and predicate from the model, and nothing else', () => {
    const { spec } = compiled()
    expect(spec.market.event_definition).to.equal(structure.event_definition)
    expect(spec.prediction_semantics).to.deep.include({
      target_entity: 'Aldermoor Systems',
      predicate: structure.predicate,
      threshold: null,
    })
    const other = compiled({}, { ...structure, event_definition: 'x', target_entity: 'y', predicate: 'z' })
    expect(other.requirements).to.deep.equal(compiled().requirements)
    expect(other.spec.market.resolution_rules).to.deep.equal(spec.market.resolution_rules)
    expect(other.plan).to.deep.equal(compiled().plan)
  })

  it('S2-102: the event must lie between creation and deadline; pages may be read 30 days longer', () => {
    const { spec, requirements } = compiled()
    const end = Instant.format(deadline)
    expect(spec.market.resolution_window).to.deep.equal({
      start: Instant.format(created),
      end: Instant.format(deadline + readingSeconds),
    })
    for (const one of spec.data_requirements) {
      expect(one.window).to.deep.equal({ start: Instant.format(created), end })
    }
    for (const one of requirements) expect(one.window).to.deep.equal({ from: created, to: deadline })
  })

  it('reaches a year back where the creation is not known, and never before 1970', () => {
    expect(compiled({ created: null }).requirements[0]!.window.from).to.equal(deadline - 365 * 86_400)
    expect(compiled({ created: null, deadline: 1_000 }).requirements[0]!.window.from).to.equal(0)
  })

  it('S2-18 S2-12: plans the pages of the configuration, each with its address and tier', () => {
    const { plan, requirements, spec } = compiled()
    expect(plan.steps.map((one) => [one.requirement_id, one.target])).to.deep.equal(
      text.sources.map((one) => [one.id, one.url]),
    )
    expect(requirements.map((one) => one.asset)).to.deep.equal(text.sources.map((one) => one.url))
    expect(spec.prompt_hashes).to.deep.equal(hashes)
  })

  it('S2-19: has a rule for every finding, and no predicate', () => {
    const { rules, predicate } = compiled().spec.market.resolution_rules
    expect(predicate).to.equal(null)
    expect(rules.map((one) => `${one.rule_id} ${one.outcome}`)).to.deep.equal([
      'affirmed YES',
      'denied NO',
      'silent NO',
      'contradicted INVALID',
      'unreachable INVALID',
      'unread INVALID',
      'too-early INVALID',
      'uncertain INVALID',
    ])
  })

  it('S2-20 S2-95: hands on what is missing, by the model’s word or by our own', () => {
    const missing: Structure = { status: 'INVALID', missing_fields: ['event'] }
    expect(compileText(text, subject, missing, hashes)).to.deep.equal(missing)
    expect(compileText(text, { ...subject, deadline: null }, structure, hashes)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['deadline'],
    })
    const question = `Will Aldermoor ${'x'.repeat(20_000)}?`
    expect(compileText(text, Question.pose({ ...subject, question }), structure, hashes)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['question:TOO_LONG'],
    })
  })
})

describe('sourcesFor', () => {
  it('S2-23: takes the sources whose topics the question names, of which one must be primary', () => {
    const ids = (question: string) =>
      sourcesFor(text, Question.pose({ ...subject, question })).sources.map((one) => one.id)
    expect(ids(subject.question)).to.deep.equal(['edgar', 'newsroom', 'wire', 'rumours'])
    const other = 'Will Pell Dairy be acquired?'
    expect(ids(other)).to.deep.equal(['wire', 'rumours'])
    expect(sourcesFor(text, Question.pose({ ...subject, question: other })).missing).to.deep.equal([
      'primary_source',
    ])
  })

  it('S2-23: a topic is looked for in what people read, not in the tags', () => {
    const question = '§question Will Pell Dairy be acquired?\n§rule\nsource:manual\n§category aldermoor'
    expect(sourcesFor(text, Question.pose({ ...subject, question })).missing).to.deep.equal([
      'primary_source',
    ])
  })

  it('S2-95: lists all that is missing at once', () => {
    expect(sourcesFor({ ...text, sources: [] }, { ...subject, deadline: null }).missing).to.deep.equal([
      'deadline',
      'sources',
    ])
  })
})
