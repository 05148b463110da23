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
    expect(stdout).to.include(
      `Market ${id}: Will the bill be signed by March?\n  Open, round 0, appeals 0 of 2\n  joined 0, seats 0\n`,
    )
    expect(stdout).to.include('  deadline 2').and.not.include('requested')
    expect(stdout).not.to.include('worker')
    expect(await market.json(`show ${id} ${here().words}`)).to.deep.include({
      market_id: Number(id),
      status: 'Open',
      outcome: null,
      ending: null,
      requested_at: 0,
      ...{ joined: 0, seats: 0, appeals: 0, held: false, draw_block: null, ready_at: 0, why_invalid: null },
      creator: addressOf(1),
      question: manual,
      workers: [],
      without_seat: [],
    })
  })

  it('before it is asked: who joined, and that they may leave', async () => {
    const id = await here().marketIn('joined')
    const shown = await market.json(`show ${id} ${here().words}`)
    expect(shown).to.deep.include({ joined: 3, seats: 0, workers: [], more_without_seat: 0 })
    expect(shown.without_seat[1]).to.deep.equal({
      ...{ agent_id: 1, signer: addressOf(3), cohort: 0, join_index: 1 },
      ...{ stake_wei: '500000000000000000', factor_bps: 2_500, can_leave: true },
    })
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/\nWithout a seat:\nagent .*\n[- ]+\n0 +0 +0 +0\.5 ETH +yes +0x/)
    expect(stdout).to.include(`\`cresolver market leave ${id} --agent <id>\` gives a stake back.`)
  })

  it('a resolved market: votes, scores and weights; payouts are not said before they are fixed', async () => {
    const id = await here().marketIn('resolved')
    const shown = await market.json(`show ${id} ${here().words}`)
    expect(shown).to.deep.include({ status: 'Resolved', outcome: 'YES', ending: 'by vote', round: 1 })
    expect(shown.workers.map((one: { vote: string }) => one.vote)).to.deep.equal(['YES', 'YES', 'NO'])
    expect(shown.workers[0]).to.deep.include({ res_quality: 80, src_quality: 70, analysis_depth: 90 })
    expect(shown).to.deep.include({ joined: 3, seats: 3, without_seat: [] })
    expect(shown.weights.yes).to.equal(shown.workers[0].weight + shown.workers[1].weight)
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/window ends \d{4}-/)
    expect(stdout).to.match(/\n0 +0 +YES +80\/70\/90 +\d+ +0\.5 ETH +0x/)
  })

  it('an appeal says until when agents may join', async () => {
    const id = await here().marketIn('resolved')
    await here().write(5, 'escalate', [id, 1], 250_000_000_000_000_000n)
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
    expect((await market.json(`show ${id} ${here().words}`)).workers[2]).to.deep.include({
      ...{ claimed: true, payout_wei: '250000000000000000' },
    })
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/\n2 +2 +NO +70\/70\/70 +\d+ +0\.5 ETH +0\.25 ETH paid +0x/)
  })

  it('E7: an Invalid market says why it is one', async () => {
    const id = await here().marketIn('open')
    await here().pass(86_400)
    await here().write(0, 'requestResolution', [id])
    const why = 'Fewer than 3 agents joined: everybody has their money back.'
    expect((await market.json(`show ${id} ${here().words}`)).why_invalid).to.equal(why)
    const { stdout } = await market.call(`show ${id} ${here().words}`)
    expect(stdout).to.include(`  Invalid: INVALID (no record), round 0, appeals 0 of 2\n  ${why}\n`)
  })

  it('--parameters: amounts in ETH for eyes, in wei for programs', async () => {
    const { stdout } = await market.call(`show --parameters ${here().words}`)
    expect(stdout)
      .to.match(/minBond +0\.01 ETH/)
      .and.match(/challengeWindow +7200\n/)
    expect(await market.json(`show --parameters ${here().words}`)).to.include({
      minBond: '10000000000000000',
      minWorkers: '3',
      treasury: addressOf(0),
      arbiter: 'none',
    })
  })

  it('error: no market was named, or one that is not there', async () => {
    const none = await market.refusal(`show ${here().words}`)
    expect(none).to.include({ status: 2, error: 'Cli.Usage' })
    expect(none.message).to.include('--parameters')
    expect(await market.refusal(`show 999 ${here().words}`)).to.include({ error: 'Contract.UnknownMarket' })
  })
})
