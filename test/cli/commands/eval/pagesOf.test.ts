import { expect } from 'chai'
import { pagesOf, sourcesOf, textFor } from '../../../../cli/commands/eval/pagesOf.ts'
import { askedAt, taskOf, textOf } from '../../../../cli/commands/eval/taskOf.ts'
import { Wire } from '../../../../protocol/index.ts'
import { textConfig } from '../../../../workers/pipeline/text/TextSource.ts'
import { caseOf } from './story.ts'

const one = caseOf('confirmed', 'YES')

describe('the pages of a case', () => {
  it('FREETEXT §4: are served as its sources, as they were fetched when it was asked', async () => {
    const [page] = one.pages
    const reply = await pagesOf(one)({ method: 'GET', url: page!.url })
    expect(reply).to.include({ status: 200, body: page!.body, retrievedAt: one.asked_at })
    const missing = await pagesOf(one)({ method: 'GET', url: 'https://other.example/' }).catch(
      (error) => error,
    )
    expect(missing).to.include({ code: 'not-recorded', isRetryable: false })
  })

  it('are sources that a config could have, with what they are complete for', () => {
    const complete = { ...one, sources: [{ ...one.sources[0]!, complete_for: 'all filings' }] }
    expect(sourcesOf(complete)[0]).to.include({
      id: 'source-1',
      class: 'primary',
      completeFor: 'all filings',
    })
    expect(() => textConfig.parse({ sources: sourcesOf(one) })).to.not.throw()
  })

  it('the config says which classes may decide', () => {
    const config = textConfig.parse({ sources: sourcesOf(one), admit: ['secondary'] })
    expect(textFor(config, one).admit).to.deep.equal(['secondary'])
    expect(textFor(undefined, one).admit).to.deep.equal(['primary', 'wire', 'secondary'])
  })
})

describe('the task of a case', () => {
  it('is a plain request with title and rules, at the time of its pages', () => {
    const task = taskOf({ ...one, rules: 'It counts if signed.' })
    expect(task.request).to.deep.equal({
      market_id: 0,
      question: `${one.question}\nIt counts if signed.`,
      deadline: one.deadline,
    })
    expect(task.requestHash).to.equal(Wire.requestHash(task.request))
    expect(task).to.include({ created: one.created, deadline: one.deadline })
    expect(textOf(one)).to.equal(one.question)
    expect(askedAt(one)).to.equal(one.asked_at)
    expect(askedAt({ ...one, asked_at: null })).to.equal(one.deadline! + 86_400)
  })

  it('without a deadline none is invented', () => {
    expect(taskOf({ ...one, deadline: null }).request).to.not.have.property('deadline')
  })
})
