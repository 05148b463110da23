import { Counter, Gauge, type Registry } from 'prom-client'

/** What every service counts that follows a chain. */
export const chainMetrics = (registry: Registry) => ({
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
