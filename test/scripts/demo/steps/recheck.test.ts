import { expect } from 'chai'
import { listen } from '../../../../local/workers/startFaulty.ts'
import { DoesNotHoldError, fetchRound, UnpublishedError } from '../../../../scripts/demo/steps/recheck.ts'
import { ended } from '../records.ts'

describe('fetchRound', () => {
  it('asks the gateway until it publishes the round', async () => {
    const asked: string[] = []
    const gateway = await listen((request, response) => {
      asked.push(request.url!)
      response.writeHead(asked.length < 2 ? 404 : 200).end('{"round":1}')
    })
    const file = await fetchRound({ world: { gateway } } as never, ended(3))
    await gateway.stop()
    expect(file).to.deep.equal({ round: 1 })
    expect(asked).to.deep.equal(['/rounds/3/1', '/rounds/3/1'])
  })

  it('says which market is not published, or does not hold', () => {
    expect(new UnpublishedError(3, 404).message).to.contain('market 3: status 404')
    expect(new UnpublishedError(3, null).message).to.contain('market 3: no answer')
    expect(new DoesNotHoldError(3, 'The root differs.').message).to.contain(
      'market 3 does not hold: The root differs.',
    )
  })
})
