import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What every service counts of its requests, in a registry of its own; the process itself, too, where it is one's own. */
export function httpMetrics({ process = false }: { readonly process?: boolean | undefined } = {}) {
  const registry = new Registry()
  const registers = [registry]
  if (process) collectDefaultMetrics({ register: registry })
  let read: () => Promise<{ readonly ready: boolean }> = async () => ({ ready: false })
  new Gauge({
    name: 'cresolver_ready',
    help: 'Whether the service can do its work: what /ready says.',
    registers,
    async collect() {
      this.set((await read()).ready ? 1 : 0)
    },
  })
  return {
    registry,
    /** Where the metric of readiness comes from; without it the service is not ready. */
    readyFrom(health: typeof read) {
      read = health
    },
    requests: new Counter({
      name: 'cresolver_http_requests_total',
      help: 'HTTP requests by route and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'cresolver_http_request_seconds',
      help: 'How long HTTP requests took.',
      labelNames: ['route'],
      // Up to what the protocol gives a worker.
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 15, 30],
      registers,
    }),
  }
}
