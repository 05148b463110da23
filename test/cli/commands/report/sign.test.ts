import { expect } from 'chai'
import * as sign from '../../../../cli/commands/report/sign.ts'
import { Hash } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain, votes } from '../../place.ts'

const report = commandsOf('report', sign.register)

describe('cresolver report sign', () => {
  const here = onChain()
  const input = (id: bigint, changes: object = {}) =>
    JSON.stringify({ market_id: Number(id), outcome: 'YES', votes, ...changes })

  it('delivers a report that the market takes, and says how large it was', async () => {
    const id = await here().marketIn('requested')
    const { status, stdout, stderr } = await report.call(`sign ${here().words}`, { input: input(id) })
    expect(status, stderr).to.equal(0)
    expect(stdout).to.match(/^The report of round 1 was delivered, with 3 records in \d+ bytes\.\n/)
    expect(stdout).to.include(`Market ${id} is Resolved: YES.`)
  })

  it('commits to the root that is given, or else to one of what is known here', async () => {
    const first = await here().marketIn('requested')
    const round_root = Hash.ofText('a transcript')
    const own = await report.json(`sign ${here().words}`, { input: input(first, { round_root }) })
    expect(own).to.include({ reported_round: 1, round_root })
    const second = await here().marketIn('requested')
    const made = await report.json(`sign ${here().words}`, { input: input(second) })
    expect(made.round_root)
      .to.match(/^0x[0-9a-f]{64}$/)
      .and.not.equal(round_root)
  })

  it('without quorum the outcome is null, once nobody can answer any more, and the market goes on waiting', async () => {
    const id = await here().marketIn('requested')
    const silent = Array(3).fill({ reason: 'silent' })
    await here().chain.warpTo((await here().chain.now()) + 3_600)
    const told = await report.json(`sign ${here().words}`, {
      input: input(id, { outcome: null, votes: silent }),
    })
    expect(told).to.include({ status: 'Requested', outcome: null })
  })

  it('error: what the market refuses is said in the market’s own words, and costs nothing', async () => {
    const id = await here().marketIn('requested')
    const nonce = () => here().client.getTransactionCount({ address: here().deployment.deployer })
    const before = await nonce()
    const cases: [string, string][] = [
      [input(id, { outcome: 'NO' }), 'Contract.OutcomeMismatch'],
      [input(id, { expires_at: 1 }), 'Contract.BadExpiry'],
      [input(id, { docket: { checks: [] } }), 'Rule.ManualRule'],
      [input(999n), 'Contract.UnknownMarket'],
      [input(id, { votes: votes.slice(1) }), 'Contract.MalformedReport'],
      ['{}', 'Schema.Mismatch'],
      ['no JSON', 'Json.NotJson'],
    ]
    for (const [text, name] of cases) {
      const { error } = await report.refusal(`sign ${here().words}`, { input: text })
      expect(error, text).to.equal(name)
    }
    expect(await nonce()).to.equal(before)
  })
})
