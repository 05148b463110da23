import { expect } from 'chai'
import {
  acquisitionScenario,
  expected,
  type Story,
  stories,
} from '../../../../cli/commands/worker/acquisition.ts'
import { register, render, summarize } from '../../../../cli/commands/worker/example.ts'
import { stages } from '../../../../workers/pipeline/Stage.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const worker = commandsOf('worker', register)

describe('cresolver worker example', () => {
  it('prints ten stages, four roots and the verdict', async () => {
    const summary = summarize(await acquisitionScenario('confirmed' satisfies Story))
    expect(summary.stages.map((one) => one.status)).to.deep.equal(stages.map(() => 'done'))
    expect(summary).to.include({ outcome: 'YES', verified: true, replayed: true })
    const shown = render(summary)
    for (const stage of stages) expect(shown).to.include(stage)
    for (const root of Object.values(summary.roots!)) expect(shown).to.include(root)
  })

  it('a run without a proof says so: no roots, stages that were not reached, nothing that holds', async () => {
    const { answered } = await acquisitionScenario('silent')
    const events = [
      { type: 'started', stage: 'promptEngineer' },
      { type: 'failed', stage: 'promptEngineer', code: 'TIMEOUT' },
    ] as never
    const summary = summarize({ story: 'silent', events, answered: { ...answered, proof: null } })
    expect(summary).to.include({ rule: null, roots: null, verified: false, replayed: false })
    expect(summary.stages.map(({ status }) => status))
      .to.include('TIMEOUT')
      .and.include('not reached')
    expect(render(summary)).to.include('by rule none; the proof does not hold')
  })

  it('S2-110: runs every story, one line of JSON each', async () => {
    const { status, lines } = await worker.call('example --json')
    expect(status).to.equal(0)
    expect(lines().map(({ story }) => story)).to.deep.equal([...stories])
    for (const { story, outcome, rule, verified } of lines())
      expect({ outcome, rule, verified }, story).to.deep.equal({
        ...expected[story as Story],
        verified: true,
      })
  })

  it('runs one story for eyes, and refuses one that it does not have', async () => {
    const { stdout } = await worker.call('example --story unavailable')
    expect(stdout).to.include('Story: unavailable').and.include('INVALID at ').and.include('rule unreachable')
    expect(await worker.refusal('example --story gossip')).to.include({ status: 2, error: 'Cli.Usage' })
  })
})
