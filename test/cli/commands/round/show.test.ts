import { expect } from 'chai'
import * as show from '../../../../cli/commands/round/show.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type Answer, startFakeApi } from '../../../helpers/fakeApi.ts'
import { onChain } from '../../place.ts'
import { no, tellRound, yes } from '../../toldRound.ts'

const round = commandsOf('round', show.register)

describe('cresolver round show', () => {
  const here = onChain()
  let told: Awaited<ReturnType<typeof tellRound>>
  before(async () => {
    told = await tellRound(here(), [yes, no, 'silent'])
  })

  it('shows votes, reasons, scores and checks as they were reported', async () => {
    const shown = await round.json(`show ${told.id} ${here().words}`)
    expect(shown).to.deep.include({ market_id: Number(told.id), round: 1, void: false })
    expect(shown.round_root).to.equal(told.report.roundRoot)
    expect(shown.ready_at).to.equal(told.report.docket!.rule.readyAt)
    const [first, second, third] = shown.workers
    expect(first).to.deep.include({ seat: 0, agent_id: 0, vote: 'YES', reason: null })
    expect(first.check).to.deep.include({ value: '75120.5', tier: 3, result: 'YES' })
    expect(second).to.deep.include({ vote: 'NO' })
    expect(third).to.deep.include({ vote: null, reason: 'silent', res_quality: 0 })
    expect(first).not.to.have.property('reply')
  })

  it('for eyes: the column `now` is empty where nothing changed since, and no sample is no text', async () => {
    const { stdout } = await round.call(`show ${told.id} ${here().words}`)
    const [heading, , one, , silent] = stdout.trimEnd().split('\n').slice(-5)
    expect(heading!.split(/\s+/)).to.deep.equal(['seat', 'agent', 'vote', 'scores', 'check', 'now'])
    expect(one).to.match(/^0 +0 +YES +\d+\/\d+\/\d+ +75120\.5 at \d{4}-[\d-]+T[\d:]+Z, tier 3$/)
    expect(silent).to.match(/^2 +2 +silent +0\/0\/0$/)
    expect(stdout).to.include(`root ${told.report.roundRoot}, `)
    expect(stdout).to.match(/\n {2}decidable from \d{4}-/)
  })

  it('--transcript and --gateway add what each worker said; foreign control characters stay out', async () => {
    const answers = told.file.answers.map((one, i) =>
      i === 0
        ? { ...one, reply: { ...(one.reply as object), evidence: `a\u001b[31m\n\u202e${'b'.repeat(200)}` } }
        : one,
    )
    let answer: Answer = { body: JSON.stringify({ ...told.file, answers }) }
    const gateway = await startFakeApi(() => answer)
    try {
      const { stdout } = await round.call(`show ${told.id} --gateway ${gateway.url} ${here().words}`)
      expect(stdout)
        .to.include('evidence')
        .and.match(/a \[31m b{60,}…\n/)
      expect(stdout).not.to.match(/[\u001b\u202e]/)
      expect(gateway.calls[0]!.path).to.equal(`/rounds/${told.id}/1`)
      answer = { status: 404, body: '{}' }
      expect(await round.refusal(`show ${told.id} --gateway ${gateway.url} ${here().words}`)).to.include({
        error: 'Round.NotPublished',
      })
    } finally {
      await gateway.close()
    }
    const { workers } = await round.json(`show ${told.id} --transcript ${told.path} ${here().words}`)
    expect(workers[0].reply).to.deep.equal(told.file.answers[0]!.reply)
    expect(workers[2].reply).to.equal(null)
  })

  it('error: a round that was not reported, round 0, a market that is not there, a file that is no round', async () => {
    const cases: [string, string][] = [
      [`show ${told.id} --round 2`, 'Round.NotReported'],
      [`show ${told.id} --round 0`, 'Cli.Usage'],
      ['show 999', 'Contract.UnknownMarket'],
      [`show ${told.id} --transcript package.json`, 'Schema.Mismatch'],
    ]
    for (const [words, name] of cases)
      expect((await round.refusal(`${words} ${here().words}`)).error, words).to.equal(name)
  })
})
