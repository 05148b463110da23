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
import { rules as table } from '../../../../workers/pipeline/text/findings.ts'
import type { Proposal } from '../../../../workers/pipeline/text/ModelReply.ts'

const subject = Subject.ofTask(acquisitionTask())
const proposal = JSON.parse(repliesOf('confirmed')['prompt-engineer']) as Proposal
const hashes = [Hash.ofText('a'), Hash.ofText('b'), Hash.ofText('c')]

function compiled(change: Partial<Subject.Subject> = {}, said: Proposal = proposal) {
  const result = compileText(text, { ...subject, ...change }, said, hashes)
  if (result.status === 'INVALID') throw new Error(result.missing_fields.join())
  return result
}

describe('compileText', () => {
  it('S2-16 S2-17: reads the event in the market’s own words; of the model there are other wordings only', () => {
    const { spec } = compiled()
    expect(spec.market.event_definition).to.equal(
      'Aldermoor Systems: announce an acquisition of Brightquay Robotics up to 2026-03-30T23:59:00Z.',
    )
    expect(spec.prediction_semantics).to.deep.include({
      target_entity: 'Aldermoor Systems',
      predicate: 'announce an acquisition of Brightquay Robotics',
      threshold: null,
    })
    const other = compiled({}, { ...proposal, synonyms: ['takes over'] })
    expect(other.requirements).to.deep.equal(compiled().requirements)
    expect(other.plan).to.deep.equal(compiled().plan)
    expect(other.spec).to.deep.equal({
      ...spec,
      event: { ...spec.event!, predicate: { ...spec.event!.predicate, synonyms: ['takes over'] } },
    })
  })

  it('FREETEXT §1: the words of the market rule over the deadline of the contract', () => {
    const { spec } = compiled({ deadline: deadline + 86_400 * 90 })
    expect(spec.event!.window.to).to.equal('2026-03-30T23:59:00Z')
    expect(spec.market.resolution_deadline).to.equal('2026-06-29T23:59:59Z')
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
    expect(rules).to.deep.equal([...table])
    expect(rules.filter(({ outcome }) => outcome !== 'INVALID').map(({ rule_id }) => rule_id)).to.deep.equal([
      'affirmed',
      'denied',
      'counted',
      'counted-less',
      'silent',
    ])
  })

  it('S2-20 S2-95: hands on what is missing, by the model’s word or by our own', () => {
    expect(compileText(text, subject, { ...proposal, missing_fields: ['event'] }, hashes)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['event'],
    })
    expect(compileText(text, { ...subject, deadline: null }, proposal, hashes)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['deadline'],
    })
    const question = `Will Aldermoor win ${'x'.repeat(20_000)}?`
    const said = { ...proposal, subject: null, last_day: null }
    expect(compileText(text, Question.pose({ ...subject, question }), said, hashes)).to.deep.equal({
      status: 'INVALID',
      missing_fields: ['question:TOO_LONG'],
    })
  })
})

describe('sourcesFor', () => {
  it('S2-23: takes the sources whose topics the question names', () => {
    const ids = (question: string) =>
      sourcesFor(text, Question.pose({ ...subject, question })).sources.map((one) => one.id)
    expect(ids(subject.question)).to.deep.equal(['edgar', 'newsroom', 'wire', 'rumours'])
    expect(ids('Will Pell Dairy be acquired?')).to.deep.equal(['wire', 'rumours'])
  })

  it('S2-23: of a class that is admitted there must be one', () => {
    const question = 'Will Pell Dairy be acquired?'
    const missing = (admit: typeof text.admit) =>
      sourcesFor({ ...text, admit }, Question.pose({ ...subject, question })).missing
    expect(missing(['primary', 'wire'])).to.deep.equal([])
    expect(missing(['primary'])).to.deep.equal(['sources'])
  })

  it('S2-23: a topic is looked for in what people read, not in the tags', () => {
    const question = '§question Will Pell Dairy be acquired?\n§rule\nsource:manual\n§category aldermoor'
    const { sources } = sourcesFor(text, Question.pose({ ...subject, question }))
    expect(sources.map((one) => one.id)).to.deep.equal(['wire', 'rumours'])
  })

  it('S2-95: lists all that is missing at once', () => {
    expect(sourcesFor({ ...text, sources: [] }, { ...subject, deadline: null }).missing).to.deep.equal([
      'deadline',
      'sources',
    ])
  })
})
