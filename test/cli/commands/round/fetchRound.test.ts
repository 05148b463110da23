import { expect } from 'chai'
import { fetchRound, NotPublishedError } from '../../../../cli/commands/round/fetchRound.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'

const key = { marketId: 7, round: 2 }
const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('It did not fail.'),
    (error) => error,
  )

describe('fetchRound', () => {
  let api: FakeApi
  let answer: { status?: number; body: string }
  const asked: string[] = []
  before(async () => {
    api = await startFakeApi(({ path }) => {
      asked.push(path)
      return answer
    })
  })
  after(() => api.close())

  it('asks the gateway for the file of the round, with or without a slash after its URL', async () => {
    answer = { body: '{"market_id":7}' }
    expect(await fetchRound(api.url, key)).to.deep.equal({ market_id: 7 })
    expect(await fetchRound(`${api.url}/`, key)).to.deep.equal({ market_id: 7 })
    expect(asked).to.deep.equal(['/rounds/7/2', '/rounds/7/2'])
  })

  it('says that a round is still being made, or that another gateway may have it', async () => {
    answer = { status: 503, body: '{}' }
    const early = await failureOf(fetchRound(api.url, key))
    expect(early).to.be.instanceOf(NotPublishedError)
    expect(early.message).to.contain('round 2 of market 7').and.contain('try again in a moment')
    answer = { status: 404, body: '{}' }
    expect((await failureOf(fetchRound(api.url, key))).message).to.contain(
      'another gateway may have this one',
    )
  })

  it('takes no list or number for a round', async () => {
    for (const body of ['[]', '1', 'null']) {
      answer = { body }
      expect(await failureOf(fetchRound(api.url, key)), body).to.be.instanceOf(NotPublishedError)
    }
  })

  it('refuses what is not the base URL of a gateway', async () => {
    for (const url of ['127.0.0.1:4200', 'ftp://x', 'http://x?y', 'http://x#y', ''])
      expect(await failureOf(fetchRound(url, key)), url).to.be.instanceOf(UsageError)
  })
})
