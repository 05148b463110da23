import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { runHere } from '../../../helpers/callCommand.ts'
import { key, type Provider, startProvider } from '../../../services/model/fakeProvider.ts'
import * as faults from '../../../services/model/faults.ts'
import { caseOf, playing, repliesTo, times } from './story.ts'

/** The command as an operator calls it, with a provider on this machine that refuses what its documents refuse. */
describe('cresolver eval --model', () => {
  const folder = temporaryFolder('asks')
  let provider: Provider
  before(async () => {
    provider = await startProvider('openai')
  })
  after(async () => {
    await provider.close()
    folder.remove()
  })

  const prices = { inputPerMillion: 1_000_000, outputPerMillion: 10_000_000 }
  function configFile(more: object = {}): string {
    const file = join(folder.path, 'worker.json')
    const model = {
      kind: 'openai',
      baseUrl: provider.baseUrl,
      model: 'fake',
      keyEnv: 'FAKE_KEY',
      retries: 0,
      prices,
    }
    const config = { agentId: 5, personality: 'llm', sources: { transport: 'live' }, model, ...more }
    writeFileSync(file, JSON.stringify(config))
    return file
  }
  const cases = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      caseOf('confirmed', i === 0 ? 'YES' : 'NO', { id: `c-${i}`, category: 'corporate' }),
    )
  function run(args: readonly string[], count = 2) {
    provider.misbehave(...times(300, playing(provider, repliesTo('confirmed'))))
    const input = cases(count)
      .map((one) => JSON.stringify(one))
      .join('\n')
    return runHere(['eval', '--model', configFile(), ...args], { input, env: { FAKE_KEY: key } })
  }

  it('issue 16: prints a line a case, the table, and cost and latency by stage', async () => {
    const { status, stdout, stderr } = await run([])
    expect(status, stderr).to.equal(0)
    expect(stdout).to.match(/^llm worker of agent 5 with openai:fake\nThe whole procedure is run here/)
    expect(stdout)
      .to.match(/^right +c-0: YES for YES, affirmed/m)
      .and.match(/^wrong +c-1: YES for NO/m)
    expect(stdout).to.match(/^category corporate +2 +1 \(50\.0 %\)/m)
    expect(stdout).to.match(/^stage +p50 +p90 +most +calls +tokens in +tokens out +cost +cost a case$/m)
    expect(stdout).to.match(/^promptEngineer .*s +2 +2400 +68 +\$0\.0031 +\$0\.0015$/m)
    expect(stdout)
      .to.match(/^auditor .*\$0\.00/m)
      .and.match(/^whole answer /m)
    expect(stdout).to.contain("Not kept as the worker's eval: 2 cases were answered, and it needs 50.")
    expect(stdout + stderr).to.not.contain(key)
  })

  it('issue 16: --json prints lines and a last one with the totals; --resume goes on where --limit stopped', async () => {
    const first = await run(['--json', '--limit', '1'])
    const [line, { totals }] = first.lines()
    expect(line).to.include({
      id: 'c-0',
      truth: 'YES',
      outcome: 'YES',
      verdict: 'right',
      rule: 'affirmed',
      failed: null,
    })
    expect(line.stages.auditor.calls).to.be.at.least(2)
    expect(totals).to.include({
      cases: 1,
      failed: 0,
      right: 1,
      wrong: 0,
      stopped: '1 cases were asked, as --limit says.',
    })
    expect(totals.answer.cost_micro_usd).to.equal(line.cost_micro_usd)
    expect(totals.kept).to.contain('1 cases were answered, and it needs 50')
    const file = join(folder.path, 'run.jsonl')
    writeFileSync(file, first.stdout)
    const second = await run(['--json', '--resume', file])
    const lines = second.lines()
    expect(lines[0]).to.deep.equal(line)
    expect(lines[1]).to.include({ id: 'c-1', verdict: 'wrong' })
    expect(lines[2].totals).to.include({ cases: 2, right: 1, wrong: 1, stopped: null })
    // Only the second case was paid for.
    expect(
      provider.seen.filter(({ body }) => JSON.stringify(body).includes('You are the prompt-engineer')),
    ).to.have.length(1)
  })

  it('--max-cost ends the run before it costs more', async () => {
    const { stdout } = await run(['--max-cost', '0.008'], 9)
    const spent = provider.seen.length * 1_540
    expect(spent).to.be.at.most(8_000)
    expect(stdout).to.contain('The next case could pass --max-cost.').and.contain('Go on with --resume')
  })

  it('error: where nothing works it stops, says why, and fails', async () => {
    provider.misbehave(...times(20, faults.withoutCredit))
    const input = cases(9)
      .map((one) => JSON.stringify(one))
      .join('\n')
    const { status, stdout } = await runHere(['eval', '--model', configFile()], {
      input,
      env: { FAKE_KEY: key },
    })
    expect(status).to.equal(1)
    expect(stdout.match(/^failed /gm)).to.have.length(5)
    expect(stdout).to.contain('5 answers in a row failed').and.contain('no credit left')
    expect(stdout).to.contain('5 answers failed and count for nothing.')
  })

  it('error: a case that cannot be read costs nothing: it is named before any model is asked', async () => {
    provider.misbehave()
    const input = `${JSON.stringify(cases(1)[0])}\n{"id":"x"}`
    const { status, stderr } = await runHere(['eval', '--model', configFile()], {
      input,
      env: { FAKE_KEY: key },
    })
    expect(status).to.equal(1)
    expect(stderr).to.contain('case 2:')
    expect(provider.seen).to.deep.equal([])
  })

  it('FREETEXT §4: an eval of 50 cases is kept, and says whether the worker may stake', async () => {
    const { stdout } = await run([], 50)
    expect(stdout).to.match(/Kept in .*data\/agent-5\.eval\.json\. Its last eval is wrong in 49 of 50 cases/)
    expect(stdout).to.contain('It will not stake.')
  })

  it('error: options that do not go together are said to be wrong', async () => {
    const refused = async (...args: string[]) =>
      (await runHere(['eval', ...args], { input: JSON.stringify(caseOf('confirmed', 'YES')) })).status
    expect(await refused('--limit', '3')).to.equal(2)
    expect(await refused('--model', 'a', '--worker', 'http://a')).to.equal(2)
    expect(await refused('--model', 'a', '--reader', 'slip')).to.equal(2)
    expect(await refused('--worker', 'ftp://a')).to.equal(2)
    expect(await refused('--worker', 'http://a', '--listen', 'nowhere')).to.equal(2)
    expect(await refused('--model', join(folder.path, 'none.yaml'))).to.equal(2)
  })
})
