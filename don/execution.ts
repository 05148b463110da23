import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { agreedOutcome, medianTime, type Parties } from './agreement.ts'
import { sendConfidentially } from './capabilities/confidentialHttp.ts'
import type { EvmCapability } from './capabilities/evm.ts'
import type { HttpCapability } from './capabilities/http.ts'
import { awaitSecrets, type Secrets } from './capabilities/secrets.ts'
import {
  CapabilityError,
  type CapabilityRequest,
  type CapabilityResponse,
  refuse,
  respond,
} from './capability.ts'
import { type Fault, lieOf } from './faults.ts'
import { Gathering, type Given, mostAlike } from './gathering.ts'
import type { Answer, Questions } from './guestProcess.ts'
import type { EngineLimits } from './limits.ts'
import { Quota, type Usage } from './quota.ts'
import { ConfidentialHttp, Evm, Http, Sdk } from './sdk.ts'

/** One call of one node, as `--trace` shows it. */
export type TraceEntry = {
  readonly node: number
  readonly capability: string
  readonly method: string
  readonly requestBytes: number
  readonly responseBytes: number
  readonly ms: number
  readonly error: string | null
}

export type LogEntry = { readonly node: number; readonly text: string }

/** What all nodes of an execution share. */
export type Environment = Parties & {
  readonly faults: readonly (Fault | null)[]
  readonly limits: EngineLimits
  readonly http: HttpCapability
  readonly chains: ReadonlyMap<string, EvmCapability>
  readonly secrets: Secrets
  readonly workflow: string
  readonly graceMs: number
  /** The nodes' clock, in milliseconds. */
  readonly clock: () => number
}

/** One run of a workflow on all nodes: their calls meet here. */
export class Execution {
  readonly trace: TraceEntry[] = []
  readonly logs: LogEntry[] = []
  private readonly around: Environment
  private readonly quotas: Quota[]
  private readonly pending: Map<number, Promise<CapabilityResponse>>[]
  private readonly secretsAsked: Map<number, Uint8Array>[]
  private readonly gatherings = new Map<string, Gathering<unknown>>()

  constructor(around: Environment) {
    this.around = around
    const nodes = around.oracles.length
    const each = <item>(make: () => item) => Array.from({ length: nodes }, make)
    this.quotas = each(() => new Quota(around.limits, around.workflow))
    this.pending = each(() => new Map())
    this.secretsAsked = each(() => new Map())
  }

  usageOf(node: number): Usage {
    return this.quotas[node]!.usage
  }

  /** What a node that starts over may use again: its counts begin anew, as its engine's do. */
  restart(node: number): void {
    this.quotas[node] = new Quota(this.around.limits, this.around.workflow)
    this.pending[node] = new Map()
    this.secretsAsked[node] = new Map()
  }

  /** The answers to one node's guest. */
  questionsOf(node: number): Questions {
    const { limits } = this.around
    let logged = 0
    return {
      call: (_mode, bytes) => {
        const request = fromBinary(Sdk.CapabilityRequestSchema, bytes)
        const response = this.traced(node, request)
        this.pending[node]!.set(request.callbackId, response)
        return response
      },
      await: async (bytes) => await this.awaitCalls(node, bytes),
      getSecrets: async (bytes) => {
        this.quotas[node]!.count('secrets')
        this.secretsAsked[node]!.set(fromBinary(Sdk.GetSecretsRequestSchema, bytes).callbackId, bytes)
        return new Uint8Array()
      },
      awaitSecrets: async (bytes) => awaitSecrets(bytes, this.secretsAsked[node]!, this.around.secrets),
      now: async (sequence) => await this.donTime(node, sequence),
      log: (_mode, text) => {
        if (logged++ < limits.LogEventLimit)
          this.logs.push({ node, text: text.slice(0, limits.LogLineLimit) })
      },
    }
  }

  /** Nobody is left who could still give something. */
  close(): void {
    for (const gathering of this.gatherings.values()) gathering.finish()
  }

  private async awaitCalls(node: number, bytes: Uint8Array): Promise<Answer> {
    const { ids } = fromBinary(Sdk.AwaitCapabilitiesRequestSchema, bytes)
    const entries = await Promise.all(
      ids.map(async (id) => {
        const response = await this.pending[node]!.get(id)
        return [id, response ?? refuse(new CapabilityError(`there was no call ${id}`))] as const
      }),
    )
    const response = create(Sdk.AwaitCapabilitiesResponseSchema, { responses: Object.fromEntries(entries) })
    const answer = toBinary(Sdk.AwaitCapabilitiesResponseSchema, response)
    const most = this.around.limits.ExecutionResponseLimit
    return answer.length > most ? { error: 'response buffer too small' } : answer
  }

  private async traced(node: number, request: CapabilityRequest): Promise<CapabilityResponse> {
    const started = performance.now()
    const fault = this.around.faults[node]
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    const response = await this.dispatch(node, request).catch(refuse)
    const { id, method, payload } = request
    this.trace.push({
      node,
      capability: id,
      method,
      requestBytes: payload?.value.length ?? 0,
      responseBytes: response.response.case === 'payload' ? response.response.value.value.length : 0,
      ms: performance.now() - started,
      error: response.response.case === 'error' ? response.response.value : null,
    })
    return response
  }

  private async dispatch(node: number, request: CapabilityRequest): Promise<CapabilityResponse> {
    const { id, method, callbackId } = request
    const bytes = request.payload?.value ?? new Uint8Array()
    const quota = this.quotas[node]!
    const name = id.slice(0, id.indexOf('@'))
    if (name === 'consensus') return await this.agree(node, method, callbackId, bytes)
    if (name === 'http-actions')
      return respond(Http.ResponseSchema, await this.around.http.send(bytes, quota))
    if (name === 'confidential-http') {
      quota.count('confidentialHttp')
      const { limits, secrets } = this.around
      return await this.together(node, callbackId, bytes, async (asked) =>
        respond(
          ConfidentialHttp.HTTPResponseSchema,
          await sendConfidentially(asked, limits.ConfidentialHTTP, secrets),
        ),
      )
    }
    const chain = this.around.chains.get(/^evm:ChainSelector:(\d+)$/.exec(name)?.[1] ?? '')
    if (chain === undefined) throw new CapabilityError(`no capability ${id} here`, { code: 'NotFound' })
    if (method === 'WriteReport') {
      quota.count('writes')
      quota.measure('reportBytes', reportBytesOf(bytes))
    } else quota.count('reads')
    const response = await this.together(
      node,
      callbackId,
      bytes,
      async (asked) => await chain.call(method, asked, this.around.header),
    )
    if ((method === 'CallContract' || method === 'FilterLogs') && response.response.case === 'payload')
      quota.measure('readBytes', response.response.value.value.length)
    return response
  }

  /** A call of the DON: made once, when f + 1 nodes ask for the very same. */
  private async together(
    node: number,
    callbackId: number,
    bytes: Uint8Array,
    call: (bytes: Uint8Array) => Promise<CapabilityResponse>,
  ): Promise<CapabilityResponse> {
    const { f } = this.around
    return await this.gather(`call ${callbackId}`, node, bytes, {
      isEnough: (given) => mostAlike(given).length >= f + 1,
      // Nothing is gained by waiting for the others: the request is the same.
      graceMs: 0,
      decide: async (given) => await call(mostAlike(given)[0]!.bytes).catch(refuse),
    })
  }

  /** A consensus call: observations are shown to every oracle, and what f + 1 oracles find is the outcome. */
  private async agree(
    node: number,
    method: string,
    callbackId: number,
    bytes: Uint8Array,
  ): Promise<CapabilityResponse> {
    if (method !== 'Simple' && method !== 'Report')
      throw new CapabilityError(`consensus has no method ${method}`, { code: 'Unimplemented' })
    const quota = this.quotas[node]!
    quota.count('consensus')
    quota.measure('observationBytes', bytes.length)
    const { f, graceMs } = this.around
    const isLying = this.around.faults[node]?.kind === 'byzantine'
    return await this.gather(`consensus ${callbackId}`, node, isLying ? lieOf(method, bytes) : bytes, {
      isEnough: (given) => given.length >= 2 * f + 1,
      graceMs,
      decide: async (given) => await agreedOutcome(this.around, { method, callbackId, given }),
    })
  }

  /** The DON's time: the median of the nodes' clocks, in nanoseconds. */
  private async donTime(node: number, sequence: number): Promise<Uint8Array> {
    const { f, graceMs, clock } = this.around
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(clock()) * 1_000_000n, true)
    return await this.gather(`now ${sequence}`, node, bytes, {
      isEnough: (given) => given.length >= 2 * f + 1,
      graceMs,
      decide: async (given) => medianTime(given),
    })
  }

  private async gather<result>(
    key: string,
    node: number,
    bytes: Uint8Array,
    rules: {
      isEnough: (given: readonly Given[]) => boolean
      graceMs: number
      decide: (given: readonly Given[]) => Promise<result>
    },
  ): Promise<result> {
    const { oracles, limits, clock } = this.around
    let gathering = this.gatherings.get(key) as Gathering<result> | undefined
    if (gathering === undefined) {
      const expected = oracles.filter((oracle) => oracle !== null).length
      gathering = new Gathering({ ...rules, expected, timeoutMs: limits.CapabilityCallTimeout, clock })
      this.gatherings.set(key, gathering as Gathering<unknown>)
    }
    return await gathering.give(node, bytes)
  }
}

function reportBytesOf(bytes: Uint8Array): number {
  const { report } = fromBinary(Evm.WriteReportRequestSchema, bytes)
  return report?.rawReport.length ?? 0
}
