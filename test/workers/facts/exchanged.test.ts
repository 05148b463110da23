import { expect } from 'chai'
import { decide, readEvent, viewPage } from '../../../workers/facts/index.ts'
import { asked, fact, fetched, html, source } from '../../helpers/factsFixture.ts'

const missing = (condition: string, question = 'Will Alder Marine acquire Tolland Ropes by June 30?') =>
  readEvent({ ...asked, question, rules: `Resolves "Yes" if ${condition} by June 30, 2026. Otherwise "No".` })
    .missing_fields

describe('exchanged', () => {
  it('S2-113: names the other way round in the rules leave open what is asked', () => {
    expect(missing('Tolland Ropes acquires Alder Marine')).to.deep.equal(['contradiction'])
    expect(missing('Tolland Ropes buys Alder Marine')).to.deep.equal(['contradiction'])
    const beat = 'Will Ostby beat Norra on June 3?'
    expect(missing('Norra beats Ostby', beat)).to.deep.equal(['contradiction'])
  })

  it('S2-113: the same roles in other words do not', () => {
    for (const condition of [
      'Alder Marine acquires Tolland Ropes',
      'Tolland Ropes is acquired by Alder Marine',
      'Tolland Ropes agrees to a purchase by Alder Marine',
      'Tolland Ropes or Alder Marine announces that Alder Marine acquires Tolland Ropes',
    ])
      expect(missing(condition), condition).to.deep.equal([])
    expect(
      missing(
        'the Senate of Ostby passes the Harbour Bill',
        'Will the Harbour Bill pass the Senate of Ostby?',
      ),
    ).to.deep.equal([])
  })
})

describe('decide, where title and rules differ', () => {
  const level = (value: string, question: string, rules: string) => {
    const spec = readEvent({ ...asked, question, rules })
    const quote = `The Quay index closed at ${value} points on June 5.`
    const facts = [
      fact({
        quote,
        subject: 'Quay index',
        predicate: 'closed at',
        object: null,
        value,
        unit: 'points',
        date: '2026-06-05',
        bears: Number(value) < 80 ? 'NO' : 'YES',
      }),
    ]
    const page = viewPage(fetched(html(`<p>${quote}</p>`, 'June 5, 2026')), { ...source, role: 'primary' })
    return decide(spec, [page], [facts, facts]).outcome
  }
  const rules =
    'Resolves "Yes" if the Quay index closes at 80 points or more on June 5, 2026, 11:59 PM UTC. Otherwise "No".'

  it('S2-113: a bound that counts by one of them decides nothing, and what holds by both does', () => {
    const question = 'Will the Quay index be above 80 on June 5, 2026?'
    expect(level('80', question, rules)).to.equal('INVALID')
    expect(level('93', question, rules)).to.equal('YES')
    expect(level('71', question, rules)).to.equal('NO')
  })

  it('S2-113: opposite directions leave nothing to decide by', () => {
    const question = 'Will the Quay index be below 80 on June 5, 2026?'
    expect(level('93', question, rules)).to.equal('INVALID')
  })

  it('S2-113: between two deadlines nothing is decided, before both it is', () => {
    const launch = (day: number) => {
      const rules =
        'Resolves "Yes" if Quill launches its ferry by June 12, 2026, 11:59 PM UTC. Otherwise "No".'
      const spec = readEvent({ ...asked, question: 'Will Quill launch its ferry by June 30, 2026?', rules })
      const quote = `Quill launched its ferry on June ${day}.`
      const facts = [
        fact({
          quote,
          subject: 'Quill',
          predicate: 'launched',
          object: 'its ferry',
          date: `2026-06-${day}`,
          bears: null,
        }),
      ]
      const page = viewPage(fetched(html(`<p>${quote}</p>`, `June ${day}, 2026`)), {
        ...source,
        role: 'primary',
      })
      return decide(spec, [page], [facts, facts]).outcome
    }
    expect(launch(21)).to.equal('INVALID')
    expect(launch(10)).to.equal('YES')
  })
})
