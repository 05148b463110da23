import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { callsSince, methodsIn, startCountingRpc } from '../../../scripts/bench/countingRpc.ts'

describe('calls of a chain, counted', () => {
  let chain: Server
  let url: string
  before(async () => {
    chain = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1')
    await new Promise((resolve) => chain.once('listening', resolve))
    url = `http://127.0.0.1:${(chain.address() as AddressInfo).port}`
  })
  after(() => {
    chain.close()
    chain.closeAllConnections()
  })

  it('are handed on as they are, one by one or in a batch', async () => {
    const counting = await startCountingRpc(url)
    const post = async (body: unknown) =>
      await (await fetch(counting.url, { method: 'POST', body: JSON.stringify(body) })).json()
    const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method })
    expect(await post(call('eth_call'))).to.deep.equal(call('eth_call'))
    await post([call('eth_call'), call('eth_blockNumber')])
    expect(counting.counts()).to.deep.equal({ eth_call: 2, eth_blockNumber: 1 })
    await counting.stop()
  })

  it('are those of markets, or come with time', () => {
    const before = { eth_call: 2, eth_getLogs: 1 }
    const after = { eth_call: 7, eth_getLogs: 4, eth_sendRawTransaction: 1 }
    expect(callsSince(before, after)).to.deep.equal({ all: 9, ofMarkets: 6 })
    expect(methodsIn('{"method":"eth_call"}')).to.deep.equal(['eth_call'])
  })
})
