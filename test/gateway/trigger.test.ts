import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeTrigger } from '../../gateway/trigger.ts'
import { Json } from '../../protocol/index.ts'
import { keyOf } from '../helpers/round.ts'

const workflowId = 'ab'.repeat(32)
const account = privateKeyToAccount(keyOf(50))

describe('a trigger of a workflow', () => {
  it('is a JSON-RPC call, with a token over its hash that the authorised key has signed', async () => {
    const now = () => 1_771_632_000_999
    const { body, authorization } = await makeTrigger({ market_id: 7 }, { workflowId, key: account, now })
    const request = JSON.parse(body)
    expect(body).to.equal(Json.canonical(request))
    expect(request).to.deep.include({
      jsonrpc: '2.0',
      method: 'workflows.execute',
      params: { input: { market_id: 7 }, workflow: { workflowID: workflowId } },
    })
    expect(request.id).to.match(/^[0-9a-f-]{36}$/)
    const [, token] = /^Bearer (.+)$/.exec(authorization!)!
    const [header, payload, signature] = token!.split('.') as [string, string, string]
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(header)).to.deep.equal({ alg: 'ETH', typ: 'JWT' })
    const { jti, ...rest } = read(payload)
    expect(rest).to.deep.equal({
      digest: `0x${createHash('sha256').update(body).digest('hex')}`,
      iss: account.address,
      iat: 1_771_632_000,
      exp: 1_771_632_300,
    })
    expect(jti).to.match(/^[0-9a-f-]{36}$/)
    const bytes = Buffer.from(signature, 'base64url')
    expect(bytes.length).to.equal(65)
    expect(bytes[64]).to.be.oneOf([0, 1])
    bytes[64]! += 27
    const signer = await recoverMessageAddress({
      message: `${header}.${payload}`,
      signature: `0x${bytes.toString('hex')}`,
    })
    expect(signer).to.equal(account.address)
  })

  it('needs neither key nor id on a local DON', async () => {
    const { body, authorization } = await makeTrigger({ market_id: 7 }, { key: null, now: Date.now })
    expect(authorization).to.equal(null)
    expect(JSON.parse(body).params).to.deep.equal({ input: { market_id: 7 }, workflow: {} })
  })
})
