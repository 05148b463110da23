import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { encodeFunctionData, hexToString } from 'viem'
import * as register from '../../../../cli/commands/agent/register.ts'
import { identityRegistryAbi } from '../../../../deployments/abi/index.ts'
import { makeFindEndpoint } from '../../../../gateway/endpoints.ts'
import { sampleMarket } from '../../../../local/samples/proof.ts'
import { transact } from '../../../../local/transact.ts'
import { registrationFile } from '../../../../services/chain/registrationFile.ts'
import { createWorker, undecided } from '../../../../workers/sdk/index.ts'
import { fakeChain } from '../../../gateway/fakeChain.ts'
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

  const uriOf = (id: number): Promise<string> =>
    here().client.readContract({
      address: here().at('IdentityRegistry'),
      abi: identityRegistryAbi,
      functionName: 'tokenURI',
      args: [BigInt(id)],
    })
  const none = { ipfsGateway: undefined, maxBytes: 65_536, allowPrivate: true }
  /** Where a gateway finds an agent by its registration file alone. */
  const foundBy = (uri: string): Promise<string | null> => {
    const chain = fakeChain({ chainId: 31_337, market: sampleMarket })
    chain.agents.set(1, { a2a: new Uint8Array(), uri })
    return makeFindEndpoint(chain, none)(1, new AbortController().signal)
  }

  it('AUDIT D3: with an endpoint its URI is a registration file on-chain, by which a gateway finds it', async () => {
    const { agent_id, uri } = await agent.json(
      `register --account 6 --endpoint http://127.0.0.1:4001/ --name Ada ${here().words}`,
    )
    expect(await uriOf(agent_id)).to.equal(uri)
    const text = Buffer.from(uri.split('base64,')[1], 'base64').toString('utf8')
    const file = registrationFile.parse(JSON.parse(text))
    expect(file).to.include({ name: 'Ada', active: true })
    const registry = here().at('IdentityRegistry').toLowerCase()
    expect(file.registrations).to.deep.equal([
      { agentId: agent_id, agentRegistry: `eip155:31337:${registry}` },
    ])
    expect(file.services[0]!.endpoint).to.equal('http://127.0.0.1:4001')
    expect(await foundBy(uri)).to.equal('http://127.0.0.1:4001')
  })

  it('AUDIT D3: or points to the one that the worker serves, by which a gateway finds it too', async () => {
    const worker = createWorker({
      agentId: 1,
      chainId: 31_337,
      market: sampleMarket,
      registry: here().at('IdentityRegistry'),
      resolve: () => undecided('Nothing decides it.'),
      challenge: () => ({ responses: [] }),
    })
    const listening = await worker.listen({ port: 0 })
    try {
      const { agent_id } = await agent.json(
        `register --account 6 --endpoint ${listening.url} --served ${here().words}`,
      )
      const uri = await uriOf(agent_id)
      expect(uri).to.equal(`${listening.url}/.well-known/agent-registration.json`)
      const file = registrationFile.parse(await (await fetch(uri)).json())
      expect(file.registrations[0]!.agentRegistry).to.match(/^eip155:31337:0x[0-9a-f]{40}$/)
      expect(await foundBy(uri)).to.equal(listening.url)
    } finally {
      await listening.close({ graceMs: 0 })
    }
  })

  it('AUDIT D3: where another agent takes the number first, the file is written again with the right one', async () => {
    const { chain, at } = here()
    const registry = at('IdentityRegistry')
    let isFirst = true
    const proxy = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      if (isFirst && body.includes('eth_sendRawTransaction')) {
        isFirst = false
        const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register' })
        await transact(chain, 8, { to: registry, data })
      }
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(chain.url, { method: 'POST', headers, body })
      response.writeHead(200, headers).end(await reply.text())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const words = here().words.replace(chain.url, url)
      const { agent_id } = await agent.json(`register --account 6 --endpoint http://127.0.0.1:4001 ${words}`)
      expect(isFirst).to.equal(false)
      const text = Buffer.from((await uriOf(agent_id)).split('base64,')[1]!, 'base64').toString('utf8')
      expect(registrationFile.parse(JSON.parse(text)).registrations[0]!.agentId).to.equal(agent_id)
    } finally {
      proxy.close()
      proxy.closeAllConnections()
    }
  })

  it('error: refuses words that do not go together', async () => {
    for (const words of [
      '--served',
      '--name Ada',
      '--endpoint http://a.example --served --uri ipfs://card',
      '--endpoint http://a.example --served --name Ada',
    ]) {
      const { status, error } = await agent.refusal(`register ${words} ${here().words}`)
      expect([status, error], words).to.deep.equal([2, 'Cli.Usage'])
    }
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
