import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import type { BaseError } from '../protocol/core.ts'
import { agreedOutcome, medianTime, type Parties } from './agreement.ts'
import { sendConfidentially } from './capabilities/confidentialHttp.ts'
import type { EvmCapability } from './capabilities/evm.ts'
import type { HttpCapability } from './capabilities/http.ts'
import { type Secrets, secretsFor } from './capabilities/secrets.ts'
import {
  CapabilityError,
  type CapabilityRequest,
  type CapabilityResponse,
  refuse,
  respond,
} from './capability.ts'
import { type Fault, lieOf } from './faults.ts'
import { Gathering, type Given, mostAlike } from './gathering.ts'
import type { Refusal } from './guest.ts'
import type { Answer, Questions } from './guestProcess.ts'
import { Lanes } from './lanes.ts'
import { type EngineLimits, isChainAllowed } from './limits.ts'
import { PendingCalls } from './pendingCalls.ts'
import { Quota, type Usage } from './quota.ts'
import type { Restrictions } from './restrictions.ts'
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

export type Phase = 'preHook' | 'handler'

export type Places = { readonly calls: Lanes<null>; readonly secrets: Lanes<null> }

export const placesOf = (limits: EngineLimits): Places => ({
  calls: new Lanes(limits.CapabilityConcurrencyLimit, () => null),
  secrets: new Lanes(limits.SecretsConcurrencyLimit, () => null),
})

/** What all nodes of an execution share. */
export type Environment = Parties & {
  readonly faults: readonly (Fault | null)[]
  readonly limits: EngineLimits
  readonly http: HttpCapability
  readonly chains: ReadonlyMap<string, EvmCapability>
  readonly secrets: Secrets
  /** By node, for all executions: calls and batches of secrets that are under way. */
  readonly places: readonly Places[]
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
  private readonly calls: PendingCalls<CapabilityResponse>[]
  private readonly secretCalls: PendingCalls<SDK_PB.SecretResponse[]>[]
  private readonly restrictions: (Restrictions | null)[]
  private readonly phases: Phase[]
  private readonly gatherings = new Map<string, Gathering<unknown>>()

  constructor(around: Environment) {
    this.around = around
    const nodes = around.oracles.length
    const each = <item>(make: () => item) => Array.from({ length: nodes }, make)
    this.quotas = each(() => new Quota(around.limits, around.workflow))
    this.calls = each(() => new PendingCalls<CapabilityResponse>())
    this.secretCalls = each(() => new PendingCalls<SDK_PB.SecretResponse[]>())
    this.restrictions = each(() => null)
    this.phases = each((): Phase => 'handler')
  }

  usageOf(node: number): Usage {
    return this.quotas[node]!.usage
  }

  /** What a node that starts over may use again: its counts begin anew, as its engine's do. */
  restart(node: number): void {
    this.quotas[node] = new Quota(this.around.limits, this.around.workflow)
    this.restrictions[node] = null
    this.begin(node, 'handler')
  }

  /** A pre-hook and its handler are two runs of one guest: each counts its calls from the start, and both use up one quota. */
  begin(node: number, phase: Phase): void {
    this.phases[node] = phase
    this.calls[node] = new PendingCalls()
    this.secretCalls[node] = new PendingCalls()
  }

  /** What a pre-hook on this node leaves to the handler. */
  restrict(node: number, restrictions: Restrictions): void {
    this.restrictions[node] = restrictions
  }

  /** The answers to one node's guest. */
  questionsOf(node: number): Questions {
    const { limits } = this.around
    let logged = 0
    return {
      call: (_mode, bytes) => {
        const request = fromBinary(Sdk.CapabilityRequestSchema, bytes)
        return this.calls[node]!.add(request.callbackId, async () => await this.traced(node, request))
      },
      await: async (bytes) => await this.awaitCalls(node, bytes),
      getSecrets: async (bytes) => {
        const { callbackId, requests } = fromBinary(Sdk.GetSecretsRequestSchema, bytes)
        const answer = this.secretCalls[node]!.add(
          callbackId,
          async () => await this.secretsOf(node, requests),
        )
        return answer === undefined
          ? { error: 'error calling getSecretsAsync: duplicate callback id not allowed' }
          : new Uint8Array()
      },
      awaitSecrets: async (bytes) => await this.awaitSecrets(node, bytes),
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
    const answers = await this.calls[node]!.take(ids, (_id, { message }) => message)
    if (!(answers instanceof Map)) return answers as Refusal
    const responses = Object.fromEntries(answers)
    const schema = Sdk.AwaitCapabilitiesResponseSchema
    return this.fitting(toBinary(schema, create(schema, { responses })))
  }

  private async awaitSecrets(node: number, bytes: Uint8Array): Promise<Answer> {
    const { ids } = fromBinary(Sdk.AwaitSecretsRequestSchema, bytes)
    const why = (id: number, error: Error) =>
      `failed to get secrets for call ${id}: ${(error as Partial<BaseError>).shortMessage ?? error.message}`
    const answers = await this.secretCalls[node]!.take(ids, why)
    if (!(answers instanceof Map)) return answers as Refusal
    const given = [...(answers as ReadonlyMap<number, SDK_PB.SecretResponse[]>)]
    const responses = Object.fromEntries(given.map(([id, responses]) => [id, { responses }]))
    const schema = Sdk.AwaitSecretsResponseSchema
    return this.fitting(toBinary(schema, create(schema, { responses })))
  }

  private fitting(answer: Uint8Array): Answer {
    return answer.length > this.around.limits.ExecutionResponseLimit
      ? { error: 'response buffer too small' }
      : answer
  }

  /** One batch, counted once; what a pre-hook denies is not asked for at all. */
  private async secretsOf(node: number, asked: readonly SDK_PB.SecretRequest[]) {
    const { secrets, places } = this.around
    const restrictions = this.restrictions[node]
    const allowed = new Set(asked.filter((one) => restrictions?.takeSecret(one) ?? true))
    const found = () => secretsFor(asked, secrets, (one) => allowed.has(one))
    if (allowed.size === 0) return found()
    this.quotas[node]!.count('secrets')
    return await places[node]!.secrets.use(async () => found())
  }

  private async traced(node: number, request: CapabilityRequest): Promise<CapabilityResponse> {
    const started = performance.now()
    const fault = this.around.faults[node]
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    const response = await this.admitted(node, request).catch(refuse)
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

  /** As the engine does: what the pre-hook leaves, whether the chain is allowed, then a place among the node's calls. */
  private async admitted(node: number, request: CapabilityRequest): Promise<CapabilityResponse> {
    const { limits, places, workflow } = this.around
    this.restrictions[node]?.takeCall(request)
    const selector = selectorOf(request.id)
    if (selector !== undefined && !isChainAllowed(limits, selector))
      throw new CapabilityError(
        `unable to call capability ${request.id}: ChainSelector ${selector}: PerWorkflow.ChainAllowed limited for workflow[${workflow}]: not allowed`,
        { code: 'PermissionDenied' },
      )
    return await places[node]!.calls.use(async () => await this.dispatch(node, request))
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
    const chain = this.around.chains.get(selectorOf(id) ?? '')
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
    const { f, graceMs, limits, clock } = this.around
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(clock()) * 1_000_000n, true)
    return await this.gather(`now ${sequence}`, node, bytes, {
      isEnough: (given) => given.length >= 2 * f + 1,
      graceMs,
      timeoutMs: limits.DONTime.RequestTimeout,
      decide: async (given) => medianTime(given),
    })
  }

  private async gather<result>(
    what: string,
    node: number,
    bytes: Uint8Array,
    rules: {
      isEnough: (given: readonly Given[]) => boolean
      graceMs: number
      timeoutMs?: number
      decide: (given: readonly Given[]) => Promise<result>
    },
  ): Promise<result> {
    const { oracles, limits, clock } = this.around
    const key = `${this.phases[node]} ${what}`
    let gathering = this.gatherings.get(key) as Gathering<result> | undefined
    if (gathering === undefined) {
      const expected = oracles.filter((oracle) => oracle !== null).length
      gathering = new Gathering({ timeoutMs: limits.CapabilityCallTimeout, ...rules, expected, clock })
      this.gatherings.set(key, gathering as Gathering<unknown>)
    }
    return await gathering.give(node, bytes)
  }
}

const selectorOf = (id: string): string | undefined => /^evm:ChainSelector:(\d+)@/.exec(id)?.[1]

function reportBytesOf(bytes: Uint8Array): number {
  const { report } = fromBinary(Evm.WriteReportRequestSchema, bytes)
  return report?.rawReport.length ?? 0
}
