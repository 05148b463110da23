import { expect } from 'chai'
import * as show from '../../../../cli/commands/market/show.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, manual, onChain } from '../../place.ts'

const market = commandsOf('market', show.register)

describe('cresolver market show', () => {
  const here = onChain()

  it('an open market without workers: no times that have not come, no table', async () => {
    const id = await here().marketIn('open')
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.include(`Market ${id}: Will the bill be signed by March?\n  Open, round 0, appeals 0\n`)
    expect(stdout).to.include('  deadline 2').and.not.include('requested')
    expect(stdout).not.to.include('worker')
    expect(await market.json(`show ${id} ${here().words}`)).to.deep.include({
      market_id: Number(id),
      status: 'Open',
      outcome: null,
      ending: null,
      requested_at: 0,
      creator: addressOf(1),
      question: manual,
      workers: [],
    })
  })

  it('a resolved market: votes, scores and weights; payouts are not said before they are fixed', async () => {
    const id = await here().marketIn('resolved')
    const shown = await market.json(`show ${id} ${here().words}`)
    expect(shown).to.deep.include({ status: 'Resolved', outcome: 'YES', ending: 'by vote', round: 1 })
    expect(shown.workers.map((one: { vote: string }) => one.vote)).to.deep.equal(['YES', 'YES', 'NO'])
    expect(shown.workers[0]).to.deep.include({ res_quality: 80, src_quality: 70, analysis_depth: 90 })
    expect(shown.weights.yes).to.equal(shown.workers[0].weight + shown.workers[1].weight)
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/window ends \d{4}-/)
    expect(stdout).to.match(/\n0 +0 +YES +80\/70\/90 +\d+ +0\.5 ETH +0x/)
  })

  it('an appeal says until when agents may join', async () => {
    const id = await here().marketIn('resolved')
    await here().write(5, 'escalate', [id], 250_000_000_000_000_000n)
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout)
      .to.include('Resolved, under appeal: YES')
      .and.match(/joins end \d{4}-/)
  })

  it('a settled market says what each worker gets, and after that who was paid', async () => {
    const id = await here().marketIn('settled')
    const before = await market.call(`show ${id} ${here().words}`)
    expect(before.stdout).to.match(/\n2 +2 +NO +70\/70\/70 +\d+ +0\.5 ETH +0\.25 ETH +0x/)
    await here().write(0, 'claim', [id, 2n])
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/\n2 +2 +NO +70\/70\/70 +\d+ +paid +0x/)
  })

  it('--parameters: amounts in ETH for eyes, in wei for programs', async () => {
    const { stdout } = await market.call(`show --parameters ${here().words}`)
    expect(stdout)
      .to.match(/minBond +0\.01 ETH/)
      .and.match(/challengeWindow +7200\n/)
    expect(await market.json(`show --parameters ${here().words}`)).to.include({
      minBond: '10000000000000000',
      minWorkers: '3',
    })
  })

  it('error: no market was named, or one that is not there', async () => {
    const none = await market.refusal(`show ${here().words}`)
    expect(none).to.include({ status: 2, error: 'Cli.Usage' })
    expect(none.message).to.include('--parameters')
    expect(await market.refusal(`show 999 ${here().words}`)).to.include({ error: 'Contract.UnknownMarket' })
  })
})
