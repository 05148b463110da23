import { expect } from 'chai'
import { checkParameters, limits, schema } from '../../../../adapters/rules/service/Parameters.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'

const check = (changes: object) => checkParameters(schema.parse(changes))

describe('the parameters of the ResolutionRuleParser', () => {
  it('S4-15 … S4-22, C110: have the defaults agreed, and none of them is worth a word', () => {
    const parameters = schema.parse({})
    expect(parameters).to.deep.equal({
      poll_interval_s: 300,
      staleness_threshold_s: 600,
      min_confidence_to_publish: 0,
      require_human_review: [],
      regression_alert_drop: 0.2,
      republish_on_edit: true,
    })
    expect(checkParameters(parameters)).to.deep.equal([])
    expect(limits.poll_interval_s).to.include({ default: 300, warning: 900, hard: 3_600 })
    expect(limits.staleness_threshold_s).to.include({ default: 600, warning: 1_200, hard: 7_200 })
  })

  it('S4-20, S4-23, C109: warn above the default, and the bands have no holes up to the hard limit', () => {
    for (const value of [301, 900, 901, 3_600]) {
      const [warning, ...more] = check({ poll_interval_s: value })
      expect(more).to.deep.equal([])
      expect(warning).to.include({ parameter: 'poll_interval_s', value })
      expect(warning!.message).to.include(value > 900 ? 'its warning of 900' : 'its default of 300')
    }
    for (const value of [601, 1_200, 1_201, 7_200])
      expect(check({ staleness_threshold_s: value }), String(value)).to.have.length(1)
    expect(check({ republish_on_edit: false })).to.have.length(1)
    expect(check({ min_confidence_to_publish: 0.6, regression_alert_drop: 0.3 })).to.have.length(2)
  })

  it('S4-21, S4-25: beyond the hard limit a new service does not start: PARAMETER_CHANGE_REQUIRES_APPROVAL', async () => {
    for (const changes of [
      { poll_interval_s: 3_601 },
      { staleness_threshold_s: 7_201 },
      { min_confidence_to_publish: 0.96 },
      { regression_alert_drop: 0.91 },
      { require_human_review: Array(1_001).fill('first_parse') },
    ]) {
      expect(() => check(changes)).to.throw('PARAMETER_CHANGE_REQUIRES_APPROVAL')
    }
    const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const { join } = await import('node:path')
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-rules-'))
    const file = join(folder, 'rules.yaml')
    writeFileSync(file, 'parameters: { poll_interval_s: 4000 }\n')
    for (const more of [[], ['--check-config']]) {
      const { status, stderr } = await run(['rules', 'serve', '--config', file, ...more])
      expect(status).to.equal(2)
      expect(stderr).to.include('PARAMETER_CHANGE_REQUIRES_APPROVAL')
    }
    rmSync(folder, { recursive: true })
  })
})
