import { expect } from 'chai'
import { agentOf } from '../../indexer/agentOf.ts'
import type { AgentView } from '../../indexer/Chain.ts'
import { accountOf } from '../../local/samples/madeMarkets.ts'

const reputation = { count: 2, correct: 1, sumRes: 80n, sumSrc: 70n, sumDepth: 60n }
const view = (uri: string, a2a = ''): AgentView => ({
  registration: { uri, a2a: new TextEncoder().encode(a2a), owner: accountOf(1), wallet: accountOf(2) },
  reputation,
  factorBps: 3_000,
})
const document = {
  name: 'Aap\0',
  services: [{ name: 'A2A', endpoint: 'https://agent.example/.well-known/agent-card.json' }],
}
const plain = (value: object) => `data:application/json,${encodeURIComponent(JSON.stringify(value))}`
const base64 = (value: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`

describe('an agent, from its registries', () => {
  it('takes name and endpoint from a registration that is on the chain', () => {
    for (const uri of [plain(document), base64(document)])
      expect(agentOf(view(uri), false)).to.deep.include({
        ...{
          name: 'Aap\ufffd',
          endpoint: 'https://agent.example',
          owner: accountOf(1),
          wallet: accountOf(2),
        },
        ...{ settled: 2, correct: 1, sums: [80n, 70n, 60n], factorBps: 3_000 },
      })
  })

  it('its metadata goes first, and a local address counts on local chains alone', () => {
    expect(agentOf(view(plain(document), 'https://other.example'), false).endpoint).to.equal(
      'https://other.example',
    )
    expect(agentOf(view('', 'http://127.0.0.1:1'), true).endpoint).to.equal('http://127.0.0.1:1')
    expect(agentOf(view('', 'http://127.0.0.1:1'), false).endpoint).to.equal(null)
  })

  it('fetches nothing: what lies elsewhere, or is no registration, has no name', () => {
    for (const uri of [
      'https://agent.example/me.json',
      'ipfs://Qm',
      'data:,{',
      'data:application/json,[]',
      '',
    ])
      expect(agentOf(view(uri), false)).to.include({ name: null, endpoint: null, uri })
    expect(agentOf({ ...view(''), registration: null }, false)).to.include({ owner: null, settled: 2 })
  })
})
