import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as challenge from '../../../../cli/commands/round/challenge.ts'
import * as verifyRound from '../../../../cli/commands/round/verify.ts'
import { type Report, Schema, Verification } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'
import { liar, no, tellRound, yes } from '../../toldRound.ts'

const round = commandsOf('round', challenge.register)
const verify = commandsOf('round', verifyRound.register)

/** A DON that scores a worker otherwise than the rubric does: no contract can decide that. */
const report = (given: Report.Report): Report.Report => ({
  ...given,
  records: given.records.map((record, i) => (i === 0 ? { ...record, srcQuality: 100 } : record)),
})

describe('cresolver round challenge', () => {
  const here = onChain()

  it('prints the bundle, or writes it and says what it is', async () => {
    const { path } = await tellRound(here(), [yes, yes, liar])
    const bundle = await round.json(`challenge ${path} ${here().words}`)
    expect(Schema.read(Verification.challengeBundle, bundle)).to.include({ kind: 3, worker_index: 2 })
    const out = `${here().folder}/bundle.json`
    const { stdout } = await round.call(`challenge ${path} --out ${out} ${here().words}`)
    expect(stdout).to.match(/ about seat 2: .* Kind 3\. The bundle is in .*bundle\.json\.\n$/s)
    expect(JSON.parse(readFileSync(out, 'utf8'))).to.deep.equal(bundle)
    expect(await round.json(`challenge ${path} --out ${out} ${here().words}`)).to.include({
      kind: 3,
      remedy: 'challenge',
      seat: 2,
      out,
    })
  })

  it('S2-54: --send strikes, once', async () => {
    const { path } = await tellRound(here(), [yes, yes, liar])
    const words = `challenge ${path} --send --account 9 ${here().words}`
    const { stdout, stderr } = await round.call(words)
    expect(stdout, stderr).to.include('Seat 2 is struck; 0.125 ETH is yours')
    expect(await round.refusal(words), 'AUDIT B14').to.include({ error: 'Round.NothingFound' })
    const again = await verify.json(`verify ${path} ${here().words}`)
    expect(again).to.include({ ok: true })
    expect(again.settled[0]).to.include({ worker_index: 2 })
  })

  it('--seat and --kind choose among what was found; nothing that fits is an error', async () => {
    const { path } = await tellRound(here(), [yes, yes, liar], { report })
    const kindOf = async (words: string) =>
      (await round.json(`challenge ${path} ${words} ${here().words}`)).kind
    expect(await kindOf('')).to.equal(3)
    expect(await kindOf('--kind appeal')).to.equal(null)
    expect(await kindOf('--seat 0')).to.equal(null)
    for (const words of ['--seat 1', '--kind equivocation', '--seat 0 --kind own-proof'])
      expect(await round.refusal(`challenge ${path} ${words} ${here().words}`), words).to.include({
        status: 1,
        error: 'Round.NothingFound',
      })
  })

  it('what no contract can decide is written, says appeal, and is not sent', async () => {
    const { path } = await tellRound(here(), [yes, yes, no], { report })
    const out = `${here().folder}/appeal.json`
    const { stdout } = await round.call(`challenge ${path} --out ${out} ${here().words}`)
    expect(stdout).to.include('SCORE_MISMATCH about seat 0').and.include('market escalate')
    expect(await round.refusal(`challenge ${path} --send ${here().words}`)).to.include({
      error: 'Challenge.Undecidable',
    })
  })

  it('error: a place that cannot be written, a kind that is none', async () => {
    const { path } = await tellRound(here(), [yes, yes, liar])
    const { status, message } = await round.refusal(`challenge ${path} --out /nowhere/b.json ${here().words}`)
    expect(status).to.equal(2)
    expect(message).to.include('Cannot write /nowhere/b.json.')
    expect(await round.refusal(`challenge ${path} --kind perjury`)).to.include({ status: 2 })
  })
})
