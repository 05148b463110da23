import { expect } from 'chai'
import { askedAt, pagesOf } from '../../../../cli/commands/eval/pagesOf.ts'
import { caseOf } from './story.ts'

const one = caseOf('confirmed', 'YES')

describe('the pages of a case', () => {
  it('FREETEXT §4: are served at their addresses, as they were fetched when it was asked', async () => {
    const [page] = one.pages
    const reply = await pagesOf(one)({ method: 'GET', url: page!.url })
    expect(reply).to.include({ status: 200, body: page!.body, retrievedAt: one.asked_at })
    const missing = await pagesOf(one)({ method: 'GET', url: 'https://other.example/' }).catch(
      (error) => error,
    )
    expect(missing).to.include({ code: 'not-recorded', isRetryable: false })
  })

  it('a case without a time of its own is asked a day after its deadline', () => {
    expect(askedAt(one)).to.equal(one.asked_at)
    expect(askedAt({ ...one, asked_at: null })).to.equal(one.deadline! + 86_400)
  })
})
