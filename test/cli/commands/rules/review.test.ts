import { expect } from 'chai'
import * as review from '../../../../cli/commands/rules/review.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type Recorder, startRecorder } from '../../recorder.ts'

const rules = commandsOf('rules', review.register)
const base = '/internal/resolutionruleparser'
const env = { CRESOLVER_RULES_TOKEN: 'secret' }

const item = {
  report_id: 'rep_1',
  why: ['first_parse', 'contradictions'],
  created_at: '2026-02-20T23:59:00Z',
  condition_id: '0x5c1a',
  source: null,
  confidence: 0.4,
  change: { kind: 'semantic', fields: ['deadline', 'source'], ambiguity_before: 0.2, ambiguity_after: 0.5 },
}

describe('cresolver rules review', () => {
  let service: Recorder
  before(async () => {
    service = await startRecorder()
  })
  beforeEach(() => {
    service.asked.length = 0
  })
  after(() => service.close())
  const call = (words: string) => rules.call(`${words} --url ${service.url}`, { env })

  it('S4-13: lists what waits, why, and what changed', async () => {
    service.reply = { body: { items: [item] } }
    const { stdout } = await call('review')
    expect(stdout).to.equal(
      'rep_1  waits because of first_parse, contradictions\n' +
        '  0x5c1a  source unknown  confidence 0.4\n' +
        '  semantic (deadline, source)  ambiguity 0.2 → 0.5\n',
    )
    expect(service.asked[0]).to.include({ method: 'GET', path: `${base}/review` })
    expect((await call('review --json')).lines()).to.deep.equal([{ items: [item] }])
  })

  it('a first report has no ambiguity before it, and nothing may wait', async () => {
    const change = { kind: 'first', fields: [], ambiguity_before: null, ambiguity_after: 0.1 }
    service.reply = { body: { items: [{ ...item, source: 'example.org', change }] } }
    expect((await call('review')).stdout)
      .to.include('source example.org')
      .and.include('  first  ambiguity 0.1\n')
    service.reply = { body: { items: [] } }
    expect((await call('review')).stdout).to.equal('Nothing waits.\n')
  })

  it('approve and reject say who decided, and go to the report by its id', async () => {
    service.reply = { body: { ok: true } }
    expect((await call('approve rep/1 --by ann')).stdout).to.equal('rep/1: goes out, by ann.\n')
    expect((await call('reject rep_2 --by bob')).stdout).to.equal('rep_2: does not go out, by bob.\n')
    expect(service.asked.map(({ method, path, body }) => ({ method, path, body }))).to.deep.equal([
      { method: 'POST', path: `${base}/review/rep%2F1`, body: { decision: 'approve', by: 'ann' } },
      { method: 'POST', path: `${base}/review/rep_2`, body: { decision: 'reject', by: 'bob' } },
    ])
    expect(service.asked[0]!.headers.authorization).to.equal('Bearer secret')
  })

  it('reparse names markets in lower case, or none for all of them', async () => {
    service.reply = { body: { accepted: 2, dropped: 0 } }
    expect((await call('reparse 0xAB 0xcd')).stdout).to.equal('2 markets are parsed again.\n')
    service.reply = { body: { accepted: 9, dropped: 4 } }
    expect((await call('reparse')).stdout).to.equal(
      '9 markets are parsed again, 4 of them at a later poll.\n',
    )
    expect(service.asked.map(({ body }) => body)).to.deep.equal([{ condition_ids: ['0xab', '0xcd'] }, {}])
  })

  it('error: a decision without a name or a token is not sent; a refusal is passed on', async () => {
    expect((await call('approve rep_1')).status).to.equal(2)
    const { status, message } = await rules.refusal(`approve rep_1 --by ann --url ${service.url}`, {
      env: { CRESOLVER_RULES_TOKEN: '' },
    })
    expect(status).to.equal(2)
    expect(message).to.include('CRESOLVER_RULES_TOKEN')
    expect(service.asked).to.deep.equal([])
    service.reply = { status: 404, body: { error: { message: 'No such report.' } } }
    const refused = await rules.refusal(`reject rep_9 --by ann --url ${service.url}`, { env })
    expect(refused).to.include({ status: 1, error: 'Rules.RefusedByService' })
    expect(refused.message).to.include('No such report.')
  })
})
