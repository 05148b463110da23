import { consensusIdenticalAggregation, type NodeRuntime, type Runtime } from '@chainlink/cre-sdk'
import type { Publication } from '../protocol/index.ts'
import type { Gateway } from './collect.ts'
import type { Config } from './config.ts'
import { isOk, send } from './http.ts'
import type { Asked } from './readRound.ts'

/**
 * Tells the gateway what only the DON knows, so that it can publish the whole round. The gateway checks it against the reported
 * root and needs nobody's word for it; where it is not told, it can find out most of it by trying.
 */
export function publish(
  runtime: Runtime<Config>,
  { view: round }: Asked,
  gateway: Gateway,
  publication: Publication.Publication,
): void {
  const json = JSON.stringify(publication)
  // Words, because the SDK takes no default that is false or empty, and an execution must not fail after its report.
  const said = runtime
    .runInNodeMode((node: NodeRuntime<Config>) => {
      const url = `${gateway.url}/rounds/${round.marketId}/${round.round}`
      const reply = send(node, { url, timeout: node.config.timeouts.gateway, token: gateway.token, json })()
      return reply !== null && isOk(reply) ? 'taken' : 'refused'
    }, consensusIdenticalAggregation<string>().withDefault('refused'))()
    .result()
  if (said !== 'taken') runtime.log(`the gateway did not take what was published of market ${round.marketId}`)
}
