import type { ServerResponse } from 'node:http'
import type { Wire } from '../../../../protocol/index.ts'
import type { CheckOptions, Status } from '../../../../workers/conformance/index.ts'
import type { Call, Twist } from '../conformingWorker.ts'

/** A worker that breaks one rule, and nothing else. */
export type Breaking = {
  readonly rule: string
  readonly name: string
  readonly twist: () => Twist
  /** What the rule says of it: `fail`, unless told otherwise. */
  readonly status?: Status
  /** What its sentence must name. */
  readonly seen?: RegExp
  readonly options?: CheckOptions
}

export type Reply = Wire.ResolveReply
export type Fields = Record<string, unknown>
export type Responder = (response: ServerResponse, call: Call) => void

export const isResolve = ({ path, method }: Call) => path === '/a2a/resolve' && method === 'POST'
export const isChallenge = ({ path, method }: Call) => path === '/a2a/challenge' && method === 'POST'
export const isPhase = { resolve: isResolve, challenge: isChallenge }

export const taking = (when: (call: Call) => boolean, respond: Responder) => (): Twist => ({
  take: (call, response) => {
    if (!when(call)) return false
    respond(response, call)
    return true
  },
})

export const json = { 'content-type': 'application/json' }
export const status = (
  code: number,
  body = '{"error":"no"}',
  headers: Record<string, string> = json,
): Responder => {
  return (response) => response.writeHead(code, headers).end(body)
}
export const html = (code: number) =>
  status(code, '<!doctype html><title>Oops</title>', { 'content-type': 'text/html' })

export const answering = (change: (reply: Reply) => unknown) => (): Twist => ({ answer: change })
/** Only where a number decides. */
export const deciding = (change: (reply: Reply) => unknown) =>
  answering((reply) => (reply.rule_check === undefined || reply.por === undefined ? reply : change(reply)))
export const unproven = (reply: Reply): Reply => without('por')(reply) as Reply

export const without = (name: string) => (reply: object) =>
  Object.fromEntries(Object.entries(reply).filter(([key]) => key !== name))
export const setting = (fields: Fields) => (reply: object) => ({ ...reply, ...fields })

export const missing = (rule: string): Breaking => ({
  rule,
  name: `${rule} is missing`,
  twist: answering(without(rule)),
  seen: /missing/,
})
export const wrong = (rule: string, value: unknown, seen: RegExp): Breaking => ({
  rule,
  name: `${rule} is ${JSON.stringify(value)}`,
  twist: answering(setting({ [rule]: value })),
  seen,
})

export const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
