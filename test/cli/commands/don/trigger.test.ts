import { expect } from 'chai'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as trigger from '../../../../cli/commands/don/trigger.ts'
import { digestOf } from '../../../../don/triggers/jwt.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type Recorder, startRecorder } from '../../recorder.ts'

const don = commandsOf('don', trigger.register)
const accepted = { workflow_id: '00ab', workflow_execution_id: 'e1', status: 'ACCEPTED' }

describe('cresolver don trigger', () => {
  let gateway: Recorder
  before(async () => {
    gateway = await startRecorder()
  })
  beforeEach(() => {
    gateway.asked.length = 0
    gateway.reply = { body: { jsonrpc: '2.0', id: '1', result: accepted } }
  })
  after(() => gateway.close())
  const call = (words: string, env: Record<string, string> = {}) =>
    don.call(`trigger --url ${gateway.url} ${words}`, { env })

  it('sends the request that CRE’s gateway takes, and prints the execution', async () => {
    const { stdout } = await call(`--input {"market_id":1} --workflow-id 0x${'ab'.repeat(32)} --id mine`)
    expect(stdout).to.equal('ACCEPTED: execution e1\n')
    expect(gateway.asked[0]!.body).to.deep.equal({
      jsonrpc: '2.0',
      id: 'mine',
      method: 'workflows.execute',
      params: { input: { market_id: 1 }, workflow: { workflowID: 'ab'.repeat(32) } },
    })
    expect((await call('--json')).lines()).to.deep.equal([accepted])
  })

  it('without words: an empty input, no workflow, no token, and an id that is new each time', async () => {
    await call('')
    await call('')
    const [one, two] = gateway.asked as { body: { id: string; params: object } }[]
    expect(one!.body.params).to.deep.equal({ input: {} })
    expect(one!.body.id).not.to.equal(two!.body.id)
    expect(gateway.asked[0]!.headers).not.to.have.property('authorization')
  })

  it('signs the very request that it sends, with the key that is named', async () => {
    const key = generatePrivateKey()
    await call('--input {"b":1,"a":[2]} --key-env MY_TRIGGER_KEY', { MY_TRIGGER_KEY: key })
    const [{ headers, body }] = gateway.asked as unknown as [
      { headers: { authorization: string }; body: unknown },
    ]
    const [, claims] = headers.authorization.replace('Bearer ', '').split('.')
    const said = JSON.parse(Buffer.from(claims!, 'base64url').toString('utf8'))
    expect(said.digest).to.equal(digestOf(body))
    expect(said.iss.toLowerCase()).to.equal(privateKeyToAccount(key).address.toLowerCase())
  })

  it('error: passes on why it was not taken, and when to try again', async () => {
    gateway.reply = {
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: { code: -32_000, message: 'rate limit exceeded' } },
    }
    const limited = await don.refusal(`trigger --url ${gateway.url}`)
    expect(limited).to.include({ status: 1, error: 'Don.NotTriggered' })
    expect(limited.message).to.equal(
      'The workflow was not started: rate limit exceeded.\nTry again in 7 seconds.',
    )
    gateway.reply = { status: 502, body: '<html>' }
    expect((await don.refusal(`trigger --url ${gateway.url}`)).message).to.include('the reply is 502')
    gateway.reply = { body: { result: {} } }
    expect((await don.refusal(`trigger --url ${gateway.url}`)).message).to.include('the reply is 200')
    const nowhere = await don.refusal('trigger --url http://127.0.0.1:1')
    expect(nowhere.message).to.include('answers there')
  })

  it('error: words that are wrong send nothing, and a key is not repeated', async () => {
    for (const words of ['--input 3', '--input null', '--input {', '--key-env NO_SUCH_TRIGGER_KEY']) {
      const { status, stderr } = await call(words)
      expect(status, `${words}: ${stderr}`).to.equal(2)
    }
    const { status, stderr } = await call('--key-env BAD_TRIGGER_KEY', { BAD_TRIGGER_KEY: 'c0ffee' })
    expect(status).to.equal(2)
    expect(stderr).to.include('BAD_TRIGGER_KEY').and.not.include('c0ffee')
    expect((await don.call('trigger --url ftp://127.0.0.1')).status).to.equal(2)
    expect(gateway.asked).to.deep.equal([])
  })
})
