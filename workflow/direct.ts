import type { NodeRuntime } from '@chainlink/cre-sdk'
import { Round, Wire } from '../protocol/index.ts'
import type { Collected } from './collect.ts'
import type { Config } from './config.ts'
import type { Callee } from './endpoints.ts'
import { isOk, type Sent, send } from './http.ts'
import type { Asked } from './readRound.ts'

/**
 * Workers asked by the node itself: all of a market without a gateway, and those whom a gateway left out. CRE waits 10 s at
 * most, so a worker must have its answer ready, and looks for citations in less; what comes too late it could not tell.
 */
export function ask(
  node: NodeRuntime<Config>,
  { view: round, isEarly }: Asked,
  callees: readonly (Callee | null)[],
): Collected {
  const request = JSON.stringify(Wire.toResolveRequest(round))
  const asked = callees.map((callee) => post(node, callee, 'resolve', request))
  const terms = Round.termsOf(round, { requireSignature: false })
  const admissions = Round.admit(
    round,
    asked.map((sent) => Wire.readAnswer(replyTo(sent, isEarly))),
    terms,
  )
  const challenged = Round.challenges(round, admissions).map((challenge, i) =>
    challenge === null ? null : post(node, callees[i] ?? null, 'challenge', JSON.stringify(challenge)),
  )
  const defences = challenged.map((sent) => (sent === null ? null : Wire.readDefence(replyTo(sent, isEarly))))
  return { admissions, defences, terms }
}

export const post = (
  node: NodeRuntime<Config>,
  callee: Callee | null,
  verb: 'resolve' | 'challenge',
  json: string,
): Sent | null =>
  callee === null
    ? null
    : send(node, {
        url: `${callee.endpoint}/a2a/${verb}`,
        timeout: node.config.timeouts.probe,
        token: callee.token,
        json,
      })

/** What came of asking a worker; null stands for a worker without an endpoint. `isEarly`: its rule cannot be decided yet. */
export function replyTo(sent: Sent | null, isEarly: boolean): Wire.Reply {
  if (sent === null) return Wire.noReply('no-endpoint', 'no endpoint is registered')
  const reply = sent()
  if (reply === null) return Wire.noReply('silent', 'no reply')
  // Closed doors are the right thing to have: a worker that does not know the DON may have answered its gateway.
  if (turnedAway.has(reply.status))
    return Wire.noReply('omitted-unprobed', `status ${reply.status}: it does not know who calls`)
  return isOk(reply) ? reply.body : Wire.readRefusal(reply, isEarly)
}

const turnedAway: ReadonlySet<number> = new Set([401, 403])
