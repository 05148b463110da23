import { expect } from 'chai'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import { Question, Spec } from '../../../../protocol/index.ts'
import { eventIn, eventOf, partsOf, toCommitted } from '../../../../workers/pipeline/text/Event.ts'

const posed = (question: string) =>
  eventOf({ ...Question.pose({ question, deadline: 1_790_000_000 }), created: null })

describe('the event of a market in words', () => {
  it('parts title and rules at the question mark, or else at the end of the line', () => {
    expect(partsOf('Will it rain? Only in Oslo.')).to.deep.equal({
      title: 'Will it rain?',
      rules: 'Only in Oslo.',
    })
    expect(partsOf('It rains.\nOnly in Oslo.')).to.deep.equal({ title: 'It rains.', rules: 'Only in Oslo.' })
    expect(partsOf(' ')).to.deep.equal({ title: '', rules: '' })
  })

  it('FREETEXT §1: takes the window from the words, and nothing from the deadline of the contract', () => {
    expect(posed('Will Acme Corp open a shop by June 30, 2026?').spec.window.to).to.equal(1_782_863_940)
    expect(posed('Will Acme Corp open a shop?').spec.window.to).to.equal(null)
  })

  it('commits to numbers, counts, windows and periods as a spec can hold them', () => {
    const jobs = toCommitted(
      posed(
        'Will Norland add more than 500,000 jobs in May 2025? Resolves by the figure that Statistics Norland publishes.',
      ),
    )
    expect(jobs.comparison).to.deep.include({ op: 'gt', value: '500000/1' })
    const said = toCommitted(posed('Will Ada Munro say "harbour" 3 times by June 30, 2026?'))
    expect(said.mention).to.deep.include({ words: ['harbour'], count: 3 })
    for (const event of [jobs, said]) expect(Spec.event.parse(event)).to.deep.equal(event)
  })

  it('reads the event of a spec from its question again, with the wordings that it commits to', async () => {
    const { prompt_spec } = (await acquisitionScenario('silent')).answered.proof!
    const event = eventIn(prompt_spec)
    expect(toCommitted(event)).to.deep.equal(prompt_spec.event)
    const { event: committed } = prompt_spec
    const forged = { ...prompt_spec, event: { ...committed!, negative: true } }
    expect(eventIn(forged).spec.negative, 'a forged commitment is not believed').to.equal(false)
  })

  it('no check hears of wordings that a model proposes', () => {
    const question = Question.pose({
      question: 'Will Acme Corp buy Beta Labs by May 1, 2026?',
      deadline: null,
    })
    const subject = { ...question, created: null }
    expect(eventOf(subject, ['plans to buy']).spec).to.deep.equal(eventOf(subject).spec)
  })
})
