import { BaseError } from '../protocol/core.ts'
import type { EngineLimits } from './limits.ts'

/** What one node may do in one execution, counted as CRE's engine counts it: each node its own calls, cache hits included. */
export type Counted = 'http' | 'confidentialHttp' | 'reads' | 'writes' | 'consensus' | 'secrets'
export type Measured =
  | 'observationBytes'
  | 'reportBytes'
  | 'httpRequestBytes'
  | 'httpResponseBytes'
  | 'readBytes'

export type Usage = Readonly<Record<Counted | Measured, number>>

const names: Readonly<Record<Counted | Measured, string>> = {
  http: 'PerWorkflow.HTTPAction.CallLimit',
  confidentialHttp: 'PerWorkflow.ConfidentialHTTP.CallLimit',
  reads: 'PerWorkflow.ChainRead.CallLimit',
  writes: 'PerWorkflow.ChainWrite.TargetsLimit',
  consensus: 'PerWorkflow.Consensus.CallLimit',
  secrets: 'PerWorkflow.Secrets.CallLimit',
  observationBytes: 'PerWorkflow.Consensus.ObservationSizeLimit',
  reportBytes: 'PerWorkflow.ChainWrite.ReportSizeLimit',
  httpRequestBytes: 'PerWorkflow.HTTPAction.RequestSizeLimit',
  httpResponseBytes: 'PerWorkflow.HTTPAction.ResponseSizeLimit',
  readBytes: 'PerWorkflow.ChainRead.PayloadSizeLimit',
}

/** How much of each is allowed. */
export const allowanceOf = (limits: EngineLimits): Usage => ({
  http: limits.HTTPAction.CallLimit,
  confidentialHttp: limits.ConfidentialHTTP.CallLimit,
  reads: limits.ChainRead.CallLimit,
  writes: limits.ChainWrite.TargetsLimit,
  consensus: limits.Consensus.CallLimit,
  secrets: limits.Secrets.CallLimit,
  observationBytes: limits.Consensus.ObservationSizeLimit,
  reportBytes: limits.ChainWrite.ReportSizeLimit,
  httpRequestBytes: limits.HTTPAction.RequestSizeLimit,
  httpResponseBytes: limits.HTTPAction.ResponseSizeLimit,
  readBytes: limits.ChainRead.PayloadSizeLimit,
})

export class Quota {
  private readonly limits: Usage
  private readonly workflow: string
  private readonly used: Record<Counted | Measured, number>

  constructor(limits: EngineLimits, workflow: string) {
    this.limits = allowanceOf(limits)
    this.workflow = workflow
    this.used = Object.fromEntries(Object.keys(names).map((name) => [name, 0])) as typeof this.used
  }

  /** Counts one more call, or refuses it. */
  count(what: Counted): void {
    const amount = this.used[what] + 1
    if (amount > this.limits[what]) throw this.exceeded(what, amount)
    this.used[what] = amount
  }

  /** Refuses what is too large; the largest seen is kept. */
  measure(what: Measured, amount: number): void {
    if (amount > this.limits[what]) throw this.exceeded(what, amount)
    this.used[what] = Math.max(this.used[what], amount)
  }

  get usage(): Usage {
    return { ...this.used }
  }

  private exceeded(what: Counted | Measured, amount: number): LimitExceededError {
    return new LimitExceededError(names[what], this.workflow, amount, this.limits[what])
  }
}

/** The most that any node used: what the engine's limits are compared with. */
export const most = (usages: readonly Usage[]): Usage =>
  Object.fromEntries(
    (Object.keys(names) as (keyof Usage)[]).map((name) => [
      name,
      Math.max(0, ...usages.map((one) => one[name])),
    ]),
  ) as unknown as Usage

export class LimitExceededError extends BaseError {
  override readonly name = 'Quota.LimitExceededError'
  constructor(limit: string, workflow: string, amount: number, allowed: number) {
    super(`${limit} limited for workflow[${workflow}]: cannot use ${amount}, limit is ${allowed}`)
  }
}
