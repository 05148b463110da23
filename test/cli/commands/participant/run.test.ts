import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { fundId, miningTask, scope, self } from '../../../adapters/participant/helpers.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'

describe('cresolver participant', function () {
  this.timeout(120_000)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'participant-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('ends with 1 and a result where the task fails, without asking a private host', async () => {
    const words = ['participant', '--address', self, '--data', join(folder, 'data')]
    const forbidden = await run(words, { input: JSON.stringify(miningTask('http://127.0.0.1:9/price')) })
    expect([forbidden.status, JSON.parse(forbidden.stdout).reason]).to.deep.equal([1, 'FORBIDDEN_SOURCE'])
    const noTask = await run(words, { input: 'no JSON' })
    expect([noTask.status, JSON.parse(noTask.stdout)]).to.deep.equal([
      1,
      { status: 'ERROR', taskType: null, reason: 'MALFORMED_TASK', detail: 'A task is one JSON object.' },
    ])
  })

  it('ends with 2 where the words of the call are off', async () => {
    for (const words of [
      ['participant'],
      ['participant', '--address', '0x1'],
      ['participant', 'no-such-file.json', '--address', self],
      ['participant', 'check', '--room', '1', '--weight', `${self}=1`],
      ['participant', 'attest', '--signer', 'no.sock'],
      ['signer', 'start'],
    ]) {
      const { status, stderr } = await run(words, { input: '{}' })
      expect(status, words.join(' ')).to.equal(2)
      expect(stderr).not.to.equal('')
    }
    const { status, stderr } = await run(['participant', 'check', '--weight', '0x…=6000'], { input: '{}' })
    expect(status).to.equal(2)
    expect(stderr).to.match(/0x…=6000 is no weight.\n {2}Write .* 0x[0-9a-fA-F]{40}=6000/)
  })

  it('C81 attests nothing that did not pass, and says so where no signer answers', async () => {
    const about = {
      taskType: 'verify_claim_or_intent_validity',
      ...scope,
      subjectType: 'CLAIM',
      subjectHash: `0x${'11'.repeat(32)}`,
      detail: '',
      confidence: 0.5,
      assumptions: [],
      status: 'OK',
    }
    const failed = { ...about, verdict: 'FAIL', reason: 'STALE_DATA' }
    const draft = { attestationDraft: { validator: self, expiresAt: 1, nonce: 1 } }
    const archived = { ...about, verdict: 'PASS', reason: 'VERIFIED_FROM_ARCHIVE', ...draft }
    const passed = { ...archived, reason: 'REPRODUCED' }
    const errorOf = async (result: object) => {
      const words = ['participant', 'attest', '--json', '--signer', join(folder, 'no.sock')]
      const { status, stdout } = await run(words, { input: JSON.stringify(result) })
      return [status, JSON.parse(stdout).error]
    }
    expect(await errorOf(failed)).to.deep.equal([1, 'Participant.NothingToAttest'])
    expect(await errorOf(archived)).to.deep.equal([1, 'Participant.OnlyArchived'])
    expect(await errorOf(passed)).to.deep.equal([1, 'Signer.Unavailable'])
    expect((await errorOf({ ...failed, ...draft }))[0], 'a draft without a PASS is no result').to.equal(2)
  })

  it('tells of a signer whether its config is right, and shows no key', async () => {
    const file = join(folder, 'signer.json')
    writeFileSync(file, JSON.stringify({ socket: 's', keyEnv: 'THE_KEY', funds: [fundId], audit: 'a' }))
    const words = ['signer', 'start', '--check-config', '--json', '--config', file]
    const right = await run(words, { env: { THE_KEY: `0x${'59'.repeat(32)}` } })
    expect([right.status, JSON.parse(right.stdout).ok]).to.deep.equal([0, true])
    const wrong = await run(words, { env: { THE_KEY: 'abcdef' } })
    expect(wrong.status).to.equal(2)
    expect(right.stdout + right.stderr + wrong.stdout + wrong.stderr).not.to.match(/5959|abcdef/)
    expect((await run(words)).status).to.equal(2)
  })
})
