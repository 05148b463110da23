import { expect } from 'chai'
import { reply } from '../../../../workers/sdk/a2a/addA2a.ts'
import { binding } from '../../../../workers/sdk/card.ts'
import { make } from '../workers.ts'

const spoken = { 'a2a-version': '1.0' }
const parts = [{ data: { market_id: 5, question: 'Why?' } }]
const call = (more: object = {}) => ({
  jsonrpc: '2.0',
  id: 'x',
  method: 'SendMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts } },
  ...more,
})

describe('POST /a2a', () => {
  const { ask } = make()
  const codeOf = async (body: unknown, headers: Record<string, string> = spoken) => {
    const { status, text } = await ask('/a2a', body, headers)
    expect(status).to.equal(200)
    const value = reply.parse(JSON.parse(text))
    return 'error' in value ? [value.error.code, value.id] : [null, value.id]
  }

  it('AUDIT D4: answers calls of JSON-RPC 2.0 with the id that they bring', async () => {
    expect(await codeOf(call())).to.deep.equal([null, 'x'])
    expect(await codeOf(call({ id: 5 }))).to.deep.equal([null, 5])
    const { id: _, ...unnamed } = call()
    expect(await codeOf(unnamed)).to.deep.equal([null, null])
  })

  it('A2A v1.0 §5.4: has a code for everything that is no call', async () => {
    expect(await codeOf('{')).to.deep.equal([-32_700, null])
    expect(await codeOf('['.repeat(20_000))).to.deep.equal([-32_700, null])
    expect(await codeOf([call()])).to.deep.equal([-32_600, null])
    expect(await codeOf(call({ jsonrpc: '1.0' }))).to.deep.equal([-32_600, 'x'])
    expect(await codeOf(call({ method: 'message/send' }))).to.deep.equal([-32_601, 'x'])
    expect(await codeOf(call({ params: {} }))).to.deep.equal([-32_602, 'x'])
  })

  it('A2A v1.0 §3.6: who names no version means 0.3, which is not spoken here', async () => {
    expect(await codeOf(call(), {})).to.deep.equal([-32_009, 'x'])
    for (const version of ['0.3', '1.1', '2.0', '1.0.x'])
      expect(await codeOf(call(), { 'a2a-version': version }), version).to.deep.equal([-32_009, 'x'])
    expect(await codeOf(call(), { 'a2a-version': '1.0.1' })).to.deep.equal([null, 'x'])
    expect((await ask('/a2a?A2A-Version=1.0', call())).text).to.include('TASK_STATE_COMPLETED')
  })

  it('says that it uses the extension where it was asked to', async () => {
    const wanted = { ...spoken, 'a2a-extensions': `urn:other, ${binding}` }
    expect((await ask('/a2a', call(), wanted)).headers.get('a2a-extensions')).to.equal(binding)
    expect((await ask('/a2a', call(), spoken)).headers.get('a2a-extensions')).to.equal(null)
  })

  it('refuses by HTTP what every request is refused for', async () => {
    const guarded = make({ callers: { tokenHashes: ['ab'.repeat(32)] } })
    expect((await guarded.ask('/a2a', call(), spoken)).status).to.equal(401)
    expect((await ask('/a2a', call(), { ...spoken, 'content-type': 'text/plain' })).status).to.equal(415)
    expect((await ask('/a2a', 'x'.repeat(70_000), spoken)).status).to.equal(413)
  })
})
