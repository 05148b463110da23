import { expect } from 'chai'
import { listen } from '../../../../local/workers/startFaulty.ts'
import {
  DoesNotHoldError,
  fetchRound,
  looked,
  UnpublishedError,
} from '../../../../scripts/demo/steps/recheck.ts'
import { cast, ended } from '../records.ts'

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

describe('looked', () => {
  it('AUDIT B1: says of each seat that cites whether others find what it cites', () => {
    const told = ended(3, 'words')
    told.rechecked = { ...told.rechecked!, citations: ['p', '', 'f'] }
    expect(looked(told, cast)).to.deep.equal([
      'agent 0 (honest (panel)) says YES; others find the words that it cites',
      'agent 2 (liar) says NO; others find nothing where it says',
    ])
  })
})
