import { Gauge } from 'prom-client'
import { chainMetrics } from '../services/http/chainMetrics.ts'
import { httpMetrics } from '../services/http/httpMetrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

/** What an indexer counts. */
export function makeMetrics(options: { process?: boolean } = {}) {
  const common = httpMetrics(options)
  const registers = [common.registry]
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `cresolver_indexer_${name}`, help, registers })
  return {
    ...common,
    headBlock: gauge('head_block', 'The newest block that the node tells of.'),
    lagBlocks: gauge('lag_blocks', 'Blocks that the tables are behind it.'),
    blockTime: gauge('block_time_seconds', 'The chain time of the block that the tables are of.'),
    lookSeconds: gauge('look_seconds', 'How long the last look at the chain took.'),
    takenBack: gauge(
      'taken_back_block',
      'The first block that the last reorganisation replaced; 0 before any.',
    ),
    streams: gauge('streams', 'Readers that follow events live.'),
    missingFiles: gauge('missing_round_files', 'Reported rounds whose file no gateway has shown yet.'),
    ...chainMetrics(common.registry),
  }
}
