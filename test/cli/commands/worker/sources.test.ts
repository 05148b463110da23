import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { planFor, register, renderPlan } from '../../../../cli/commands/worker/sources.ts'
import { loadPublic } from '../../../../workers/source/registry/SourceRegistry.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const worker = commandsOf('worker', register)
const question =
  'Will nodejs/node release v26.0.0 by March 31, 2026? The resolution source is https://github.com/nodejs/node/releases.'

describe('cresolver worker sources', () => {
  it('S2-113: lists the public registry', async () => {
    const [listed] = (await worker.call(['sources', '--json'])).lines()
    expect(listed.sources.length).to.be.at.least(12)
    expect((await worker.call(['sources'])).stdout).to.include('github-releases')
  })

  it('S2-113: shows what would be fetched for a question', async () => {
    const at = ['--deadline', '2026-03-31T23:59:59Z', '--question', question]
    const [shown] = (await worker.call(['sources', '--json', ...at])).lines()
    expect(shown.plan.steps.map((step: { target: string }) => step.target)).to.deep.equal([
      'https://api.github.com/repos/nodejs/node/releases?per_page=100&page=1',
    ])
    const { stdout } = await worker.call(['sources', '--search', ...at])
    expect(stdout).to.include('search-1').and.include('2 of 12 calls')
    const { plan } = planFor(loadPublic(), 'Will it rain?', {})
    expect(renderPlan(plan)).to.include('Nothing would be fetched.')
  })

  it('S2-113: refuses a registry with the line and the path of its faults, and options that cannot be read', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'registry-')), 'own.yaml')
    writeFileSync(file, 'schema_version: v1\nsources:\n  - id: a\n    url: https://10.0.0.1/\n')
    const bad = await worker.call(['sources', '--registry', file])
    expect(bad.status).to.not.equal(0)
    expect(bad.stderr).to.match(/line 4, sources\.0\.url: its host is not a public name/)
    const late = await worker.call(['sources', '--question', question, '--deadline', 'tomorrow'])
    expect([late.status, late.stderr.includes('--deadline')]).to.deep.equal([2, true])
    const budget = await worker.call(['sources', '--question', question, '--budget', '99'])
    expect([budget.status, budget.stderr.includes('from 1 to 16')]).to.deep.equal([2, true])
  })
})
