import { expect } from 'chai'
import * as parameters from '../../../../cli/commands/rules/parameters.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type Recorder, startRecorder } from '../../recorder.ts'

const rules = commandsOf('rules', parameters.register)
const path = '/internal/resolutionruleparser/parameters'
const env = { CRESOLVER_RULES_TOKEN: 'secret' }
const inForce = { hash: '0xaa', parameters: { poll_interval_s: 300, require_human_review: [] } }

describe('cresolver rules parameters', () => {
  let service: Recorder
  before(async () => {
    service = await startRecorder()
  })
  beforeEach(() => {
    service.asked.length = 0
  })
  after(() => service.close())
  const call = (words: string) => rules.call(`${words} --url ${service.url}`, { env })

  it('S4-15: shows the values in force, and nothing else where nothing waits', async () => {
    const body = {
      in_force: inForce,
      configured: { hash: '0xaa', status: 'in force' },
      pending: [],
      decisions: [],
    }
    service.reply = { body }
    expect((await call('parameters')).stdout).to.equal(
      'In force: 0xaa\n  poll_interval_s 300\n  require_human_review []\n',
    )
    expect(service.asked[0]).to.include({ method: 'GET', path })
    expect((await call('parameters --json')).lines()).to.deep.equal([body])
  })

  it('S4-25: shows what was given instead, which limits it breaks, and what was decided and why', async () => {
    const breaches = [
      { parameter: 'poll_interval_s', value: 4_000, hard: 3_600 },
      { parameter: 'regression_alert_drop', value: 0.95, hard: 0.9 },
    ]
    service.reply = {
      body: {
        in_force: inForce,
        configured: { hash: '0xbb', status: 'pending' },
        pending: [{ hash: '0xbb', breaches, proposed_at: '2026-01-01T00:00:00Z' }],
        decisions: [
          { hash: '0xcc', decision: 'reject', by: 'ann', why: 'too slow', at: '2025-12-31T00:00:00Z' },
        ],
      },
    }
    const { stdout } = await call('parameters')
    expect(stdout.split('\n').slice(3)).to.deep.equal([
      'The service was given others: 0xbb, pending',
      'Waits since 2026-01-01T00:00:00Z: 0xbb',
      '  poll_interval_s 4000 (hard limit 3600), regression_alert_drop 0.95 (hard limit 0.9)',
      '2025-12-31T00:00:00Z  reject 0xcc by ann: too slow',
      '',
    ])
  })

  it('approves and rejects by hash, in lower case, with a name and a reason', async () => {
    service.reply = { body: { ok: true } }
    const approve = ['approve-parameters', '0xBB', '--by', 'ann', '--why', 'asked for', '--url', service.url]
    expect((await rules.call(approve, { env })).stdout).to.equal('0xBB: comes into force, by ann.\n')
    const { stdout } = await call('reject-parameters 0xcc --by bob --why slow')
    expect(stdout).to.equal('0xcc: stays out of force, by bob.\n')
    expect(service.asked.map(({ method, path, body }) => ({ method, path, body }))).to.deep.equal([
      { method: 'POST', path: `${path}/0xbb`, body: { decision: 'approve', by: 'ann', why: 'asked for' } },
      { method: 'POST', path: `${path}/0xcc`, body: { decision: 'reject', by: 'bob', why: 'slow' } },
    ])
  })

  it('error: a decision needs a name and a reason', async () => {
    for (const words of [
      'approve-parameters 0xbb --by ann',
      'reject-parameters 0xbb --why x',
      'approve-parameters',
    ])
      expect((await call(words)).status, words).to.equal(2)
    expect(service.asked).to.deep.equal([])
  })
})
