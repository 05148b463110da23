import { expect } from 'chai'
import { Registry } from 'prom-client'
import { chainMetrics } from '../../../services/http/chainMetrics.ts'

describe('what a service counts of its chain', () => {
  it('AUDIT C5: calls by method, faults by the node’s place, and never a URL', async () => {
    const registry = new Registry()
    const { rpc, chainErrors, watchedBlock } = chainMetrics(registry)
    rpc.call('eth_call')
    rpc.call('eth_call')
    rpc.call('eth_getLogs')
    rpc.fault(2)
    rpc.disagreement()
    chainErrors.inc()
    watchedBlock.set(12)
    const lines = (await registry.metrics())
      .split('\n')
      .filter((line) => !line.startsWith('#') && line !== '')
    expect(lines).to.have.members([
      'cresolver_rpc_calls_total{method="eth_call"} 2',
      'cresolver_rpc_calls_total{method="eth_getLogs"} 1',
      'cresolver_rpc_faults_total{node="2"} 1',
      'cresolver_rpc_disagreements_total 1',
      'cresolver_chain_errors_total 1',
      'cresolver_watched_block 12',
    ])
  })
})
