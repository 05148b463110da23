import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as serve from '../../../../cli/commands/rules/serve.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const rules = commandsOf('rules', serve.register)

describe('cresolver rules serve', () => {
  const folder = temporaryFolder('rules')
  after(() => folder.remove())
  const configOf = (config: object): string => {
    const file = join(folder.path, 'rules.json')
    writeFileSync(file, JSON.stringify(config))
    return file
  }

  it('--check-config prints the parameters with their defaults, and what is worth a warning', async () => {
    const file = configOf({ parameters: { poll_interval_s: 901 } })
    const { ok, parameters, warnings } = await rules.json(`serve --config ${file} --check-config`)
    expect(ok).to.equal(true)
    expect(parameters).to.include({ poll_interval_s: 901, staleness_threshold_s: 600 })
    expect(warnings).to.have.length(1)
    const { stdout } = await rules.call(`serve --config ${file} --check-config`)
    expect(stdout).to.match(/^WARN poll_interval_s is .*\n.*rules\.json is right\.\n$/)
  })

  it('S4-21: parameters beyond a hard limit are refused before anything is opened', async () => {
    const file = configOf({ parameters: { poll_interval_s: 3_601 } })
    const { status, error, message } = await rules.refusal(`serve --config ${file} --check-config`)
    expect([status, error]).to.deep.equal([2, 'Cli.Usage'])
    expect(message).to.include('PARAMETER_CHANGE_REQUIRES_APPROVAL')
  })

  it('error: what is wrong is named by its field, with exit code 2', async () => {
    const cases: [object, RegExp][] = [
      [{ nonsense: 1 }, /nonsense/],
      [{ markets: { conditionIds: ['0x12'] } }, /markets\.conditionIds\.0/],
      [{ callers: { tokenHashesEnv: 'CRESOLVER_NO_SUCH_HASHES' } }, /CRESOLVER_NO_SUCH_HASHES/],
    ]
    for (const [config, why] of cases) {
      const { status, message } = await rules.refusal(`serve --config ${configOf(config)} --check-config`)
      expect(status, message).to.equal(2)
      expect(message).to.match(why)
    }
    expect(await rules.refusal('serve --config /nowhere.yaml')).to.include({ status: 2 })
  })
})
