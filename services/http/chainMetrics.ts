import { Counter, Gauge, type Registry } from 'prom-client'

/** What every service counts that reads a chain. */
export function chainMetrics(registry: Registry) {
  const registers = [registry]
  const calls = new Counter({
    name: 'cresolver_rpc_calls_total',
    help: 'Calls that nodes of the chain were sent, by method.',
    labelNames: ['method'],
    registers,
  })
  const faults = new Counter({
    name: 'cresolver_rpc_faults_total',
    help: 'Calls that a node did not answer, by its place in rpcUrl.',
    labelNames: ['node'],
    registers,
  })
  const disagreements = new Counter({
    name: 'cresolver_rpc_disagreements_total',
    help: 'Times that nodes said different things of the same block.',
    registers,
  })
  return {
    ...follows(registry),
    /** What a chain is given to tell of its nodes. */
    rpc: {
      call: (method: string) => calls.inc({ method }),
      fault: (node: number) => faults.inc({ node }),
      disagreement: () => disagreements.inc(),
    },
  }
}

const follows = (registry: Registry) => ({
  chainErrors: new Counter({
    name: 'cresolver_chain_errors_total',
    help: 'Reads of the chain that failed.',
    registers: [registry],
  }),
  watchedBlock: new Gauge({
    name: 'cresolver_watched_block',
    help: 'The last block whose events were dealt with.',
    registers: [registry],
  }),
})
