import { Counter, Gauge, Histogram } from 'prom-client'
import { httpMetrics } from '../../../services/http/httpMetrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

const prefix = 'polytraders_intel_resolutionruleparser_'

/** What the service counts. Labels come from fixed lists, never from what a market says. */
export function makeMetrics(options: { process?: boolean } = {}) {
  const common = httpMetrics(options)
  const registers = [common.registry]
  const counter = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Counter({ name: `${prefix}${name}`, help, labelNames: [...labelNames], registers })
  const gauge = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Gauge({ name: `${prefix}${name}`, help, labelNames: [...labelNames], registers })
  return {
    ...common,
    emitted: counter('observations_emitted_total', 'ObservationReports emitted per resolution source type.', [
      'resolution_source',
    ]),
    missingRules: counter(
      'missing_rules_total',
      'Markets that were found to have missing or empty resolution rules.',
    ),
    sourceChanges: counter(
      'source_changes_total',
      'Markets where the resolution source changed since the last parse.',
    ),
    ruleChanges: counter(
      'rule_changes_total',
      'Edits of rules, by whether they change what the rule means.',
      ['change'],
    ),
    confidenceDrops: counter(
      'confidence_drops_total',
      'Edits after which the parser understands the rule less well.',
    ),
    polls: counter('polls_total', 'Markets polled, by what came of it.', ['result']),
    dropped: counter('dropped_parses_total', 'Markets that were offered while the queue was full.'),
    suppressed: counter('suppressed_total', 'Reports that were made and did not go out at once, by reason.', [
      'reason',
    ]),
    stale: counter('stale_data_total', 'Times that the data of a market became stale.'),
    gammaRequests: counter('gamma_requests_total', 'Requests to Gamma, by status or kind of failure.', [
      'result',
    ]),
    gammaSeconds: new Histogram({
      name: `${prefix}gamma_request_seconds`,
      help: 'How long requests to Gamma took.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    sourceChecks: counter('source_checks_total', 'Looks at pages that markets cite, by what was found.', [
      'verdict',
    ]),
    sourcesLost: counter('sources_lost_total', 'Pages that markets cite and where nobody is any more.'),
    sources: gauge('sources', 'Pages that watched markets cite, by what was last found.', ['verdict']),
    topicDropped: counter(
      'topic_dropped_total',
      'Reports that a topic was not told because too many had piled up.',
      ['topic'],
    ),
    topicBehind: gauge('topic_behind', 'Reports that a topic is still to be told.', ['topic']),
    gammaUp: gauge('gamma_up', 'Whether Gamma answered the last request.'),
    killSwitch: gauge('killswitch_active', 'Whether a switch holds reports back, or cannot be read.'),
    lastParse: gauge('last_parse_timestamp_seconds', 'When this process last parsed a market.'),
    queued: gauge('queue_depth', 'Markets that wait in this process.'),
    inFlight: gauge('in_flight', 'Requests to Gamma under way.'),
    markets: gauge('markets', 'Markets that are watched, by state.', ['state']),
    waiting: gauge('reports_waiting', 'Reports that did not go out yet, by what they wait for.', ['status']),
    overdue: gauge('oldest_due_seconds', 'By how much the most overdue market is late.'),
    parameter: gauge('parameter_warning', 'Parameters beyond their default: 1.', ['parameter']),
    parametersPending: gauge(
      'parameter_change_pending',
      'Whether this process was given parameters that it does not go by, because nobody has approved them.',
    ),
  }
}
