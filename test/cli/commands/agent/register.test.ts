import { expect } from 'chai'
import { hexToString } from 'viem'
import * as register from '../../../../cli/commands/agent/register.ts'
import { identityRegistryAbi } from '../../../../deployments/abi/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const agent = commandsOf('agent', register.register)

describe('cresolver agent register', () => {
  const here = onChain()
  const nextId = async (): Promise<number> =>
    (await agent.json(`register --account 9 ${here().words}`)).agent_id

  it('S1-28: registers with the endpoint under a2a; the caller owns the agent and is its wallet', async () => {
    const endpoint = 'http://127.0.0.1:4001'
    const words = `register --account 6 --endpoint ${endpoint} --uri ipfs://card ${here().words}`
    const { agent_id, owner, transaction, gas_used } = await agent.json(words)
    expect(owner).to.equal(addressOf(6))
    expect(transaction).to.match(/^0x[0-9a-f]{64}$/)
    expect(gas_used).to.be.greaterThan(21_000)
    const { client, at } = here()
    const read = { address: at('IdentityRegistry'), abi: identityRegistryAbi } as const
    const id = BigInt(agent_id)
    const a2a = await client.readContract({ ...read, functionName: 'getMetadata', args: [id, 'a2a'] })
    expect(hexToString(a2a)).to.equal(endpoint)
    expect(await client.readContract({ ...read, functionName: 'tokenURI', args: [id] })).to.equal(
      'ipfs://card',
    )
    expect(await client.readContract({ ...read, functionName: 'getAgentWallet', args: [id] })).to.equal(
      addressOf(6),
    )
  })

  it('ids count up, and a person reads who signs', async () => {
    const id = await nextId()
    const { stdout } = await agent.call(`register --account 7 ${here().words}`)
    expect(stdout).to.equal(`Agent ${id + 1} is registered; ${addressOf(7)} owns it and signs for it.\n`)
  })

  it('takes an endpoint of 128 bytes and refuses one of 129, and anything but http', async () => {
    const url = (length: number) => 'http://worker.example/'.padEnd(length, 'a')
    expect((await agent.call(`register --endpoint ${url(128)} ${here().words}`)).status).to.equal(0)
    for (const endpoint of [
      url(129),
      `http://worker.example/${'é'.repeat(60)}`,
      'ftp://worker.example',
      'worker',
    ]) {
      const { status, error, message } = await agent.refusal(
        `register --endpoint ${endpoint} ${here().words}`,
      )
      expect([status, error], endpoint).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.include('an http(s) URL of at most 128 bytes')
    }
  })

  it('error: a refused endpoint registers nothing', async () => {
    const id = await nextId()
    await agent.refusal(`register --endpoint nowhere ${here().words}`)
    expect(await nextId()).to.equal(id + 1)
  })
})
