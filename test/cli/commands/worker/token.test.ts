import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { register } from '../../../../cli/commands/worker/token.ts'
import { WorkerToken } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const worker = commandsOf('worker', register)
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

describe('cresolver worker token', () => {
  it('makes a new token each time, with the hash that callers.tokenHashes takes', async () => {
    const [one, other] = [await worker.json('token'), await worker.json('token')]
    expect(one.token)
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.equal(other.token)
    expect(one.hash).to.equal(hashOf(one.token))
  })

  it('gives the token that the DON shows to an agent, of the secret that it is made of', async () => {
    const env = { CRESOLVER_TEST_SECRET: 'a secret' }
    const token = WorkerToken.of('a secret', 7)
    const words = 'token --agent 7 --secret-env CRESOLVER_TEST_SECRET'
    expect(await worker.json(words, { env })).to.deep.equal({ token, hash: hashOf(token) })
    expect((await worker.call(words, { env })).stdout).to.equal(`token  ${token}\nhash   ${hashOf(token)}\n`)
  })

  it('refuses half of it, and an empty variable', async () => {
    for (const words of ['token --agent 7', 'token --secret-env A', 'token --agent x --secret-env A'])
      expect((await worker.call(words)).status, words).to.equal(2)
    const unset = await worker.call('token --agent 7 --secret-env CRESOLVER_NO_SUCH_SECRET')
    expect([unset.status, unset.stdout]).to.deep.equal([2, ''])
    expect(unset.stderr).to.include('CRESOLVER_NO_SUCH_SECRET')
  })
})
