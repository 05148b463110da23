import { expect } from 'chai'
import { type Report, rules } from '../../../../workers/conformance/index.ts'
import * as questions from '../../../../workers/conformance/questions.ts'
import { runHere } from '../../../helpers/callCommand.ts'
import { signer, startWorker, type Worker } from '../../../workers/conformance/conformingWorker.ts'

const run = (args: readonly string[], input = '') => runHere(['worker', ...args], { input })

describe('cresolver worker check', () => {
  let worker: Worker
  before(async () => {
    worker = await startWorker()
  })
  after(() => worker.close())

  it('prints a line per rule without colours, and exits with 0', async () => {
    const { status, stdout, stderr } = await run(['check', worker.url, '--signer', signer])
    expect(status, stderr).to.equal(0)
    expect(stdout).to.not.include('\x1b')
    for (const { id } of rules) expect(stdout).to.match(new RegExp(`^pass  (must|should)  +${id} `, 'm'))
    const [verdict, prospects] = stdout.trimEnd().split('\n').slice(-2)
    expect(verdict).to.include(`conforms: of ${rules.length} rules`)
    expect(prospects).to.match(/^In a round .* a share of the reward if right\.$/)
  })

  it('--json prints the report as one line', async () => {
    const { status, stdout } = await run(['check', worker.url, '--json', '--strict', '--timeout', '20'])
    expect(status).to.equal(0)
    expect(stdout.trimEnd().split('\n')).to.have.length(1)
    const report: Report = JSON.parse(stdout)
    expect(report).to.include({ schema_version: 'v1', ok: true, strict: true, url: `${worker.url}/` })
    expect(report.rules[0]).to.have.all.keys(
      ...['id', 'title', 'requirement', 'severity', 'status', 'seen', 'todo'],
    )
  })

  it('C143: --profile seed holds it to the words of the seed alone', async () => {
    const { status, stdout } = await run(['check', worker.url, '--profile', 'seed'])
    expect(status).to.equal(0)
    expect(stdout).to.include('[seed 001: `/a2a/resolve`: 30 seconds]').and.include('conforms to seed 001')
    expect((await run(['check', worker.url, '--profile', 'other'])).status).to.equal(2)
  })

  it('takes a question of one’s own from stdin', async () => {
    const { status, stdout, stderr } = await run(
      [
        ...['check', worker.url, '--question', '-', '--deadline', '2026-02-20T23:59:00Z', '--market-id', '1'],
        ...['--market', `0x${'ab'.repeat(20)}`, '--chain-id', '1', '--round', '2', '--signer', signer],
      ],
      `${questions.auto.question}\n`,
    )
    expect(status, stdout + stderr).to.equal(0)
    expect(stdout).to.match(/^pass {2}must {4}signature /m)
  })

  it('--agent says whose signature it must be', async () => {
    const { status, stdout } = await run(['check', worker.url, '--signer', signer, '--agent', '987654'])
    expect(status).to.equal(1)
    expect(stdout).to.match(/^fail {2}must {4}signature /m)
  })

  it('exits with 1 where a rule is broken, and says which and what to do', async () => {
    const broken = await startWorker({ answer: ({ confidence, ...reply }) => reply })
    const { status, stdout } = await run(['check', broken.url])
    await broken.close()
    expect(status).to.equal(1)
    expect(stdout).to.match(
      /^fail {2}must {4}confidence +confidence is missing\. \[S1-9\]\n +→ Send confidence/m,
    )
    expect(stdout).to.include('does not conform')
  })

  it('exits with 1 where nobody answers in time', async () => {
    const silent = await startWorker({ take: () => true })
    const { status, stdout } = await run(['check', silent.url, '--timeout', '0.3'])
    await silent.close()
    expect(status).to.equal(1)
    expect(stdout).to.match(/^fail {2}must {4}resolve-in-time/m)
  })

  it('error: words that cannot be followed', async () => {
    for (const args of [
      ['check'],
      ['check', worker.url, '--timeout', 'soon'],
      ['check', worker.url, '--deadline', 'tomorrow'],
      ['check', worker.url, '--round', '-1'],
    ]) {
      expect((await run(args)).status, args.join(' ')).to.equal(2)
    }
    const { status, stderr } = await run(['check', 'nowhere'])
    expect(status).to.equal(1)
    expect(stderr).to.include('is no address of a worker')
  })
})
