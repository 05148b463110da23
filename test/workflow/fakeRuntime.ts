import { registerHooks } from 'node:module'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { anyUnpack } from '@bufbuild/protobuf/wkt'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { secretsFor } from '../../don/capabilities/secrets.ts'
import { type CapabilityResponse, refuse, respond } from '../../don/capability.ts'
import { type Inputs, outcomeOf } from '../../don/consensus.ts'
import { ConfidentialHttp, Evm, Http, Sdk, Values } from '../../don/sdk.ts'
import { sampleMarket } from '../../local/samples/proof.ts'
import { type Config, type ConfigInput, configSchema } from '../../workflow/config.ts'

/**
 * The SDK's own runtime in plain Node, on a host of functions: what a workflow's files do is seen without a guest, threads or a
 * network. One node runs; what others saw is up to the test, and the DON's own consensus decides.
 */
registerHooks({
  // Bundlers need no word about JSON; Node does.
  load: (url, context, next) =>
    url.endsWith('/workflow/limits.json')
      ? next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } })
      : next(url, context),
})

export type Sent = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeout: string | undefined
}

export type Replied = { readonly status?: number; readonly body?: unknown } | null

export type Host = {
  /** What differs from a local configuration with one gateway. */
  readonly config?: Partial<ConfigInput>
  /** Null: no reply. */
  readonly http?: (sent: Sent) => Replied
  readonly confidentialHttp?: (sent: Sent) => Replied
  /** What a contract says to a call; throwing is a revert. */
  readonly chain?: (data: Hex, to: Hex, block: bigint) => Hex
  readonly write?: (payload: Hex) => MessageInitShape<typeof Evm.WriteReportReplySchema>
  readonly secrets?: Readonly<Record<string, string>>
  /** What all nodes saw, given what this one did; itself alone unless told. */
  readonly observations?: (own: Inputs) => readonly Inputs[]
}

/** The SDK's types forbid what Node has to whoever sees them, so the tests see as much of them as they need. */
export type Runtime = { readonly config: Config; readonly _runtime: 'DON' }
export type NodeRuntime = { readonly config: Config; readonly _runtime: 'node' }

type Make<runtime> = new (config: Config, nextCallId: number, helpers: object, most: bigint) => runtime
type Runtimes = { readonly RuntimeImpl: Make<Runtime>; readonly NodeRuntimeImpl: Make<NodeRuntime> }
const runtimes = (await import(
  new URL('./sdk/impl/runtime-impl.js', import.meta.resolve('@chainlink/cre-sdk')).href
)) as Runtimes

/** A file of the workflow, with the functions that a test says it has. */
export const load = async <functions>(name: string): Promise<functions> =>
  (await import(new URL(`../../workflow/${name}.ts`, import.meta.url).href)) as functions

export const gatewayUrl = 'http://gateway.example'
export const chainSelector = '7759470850252068959'

/** What another node saw that ran the same code and came to another text. */
export const saw = (own: Inputs, text: string): Inputs => ({
  ...own,
  observation: {
    case: 'value',
    value: create(Values.ValueSchema, { value: { case: 'stringValue', value: text } }),
  },
})

export type Fake = ReturnType<typeof fakeRuntime>

export function fakeRuntime(host: Host = {}) {
  const config = configSchema.parse({
    chainSelector,
    chainId: 31_337,
    market: sampleMarket,
    gateways: [{ url: gatewayUrl }],
    reference: 'off',
    isLocal: true,
    ...host.config,
  })
  const seen = {
    sent: [] as Sent[],
    confidential: [] as Sent[],
    reads: [] as { data: Hex; to: Hex; block: bigint }[],
    /** Payloads of reports that were written. */
    written: [] as { payload: Hex; receiver: Hex; gasLimit: bigint | undefined }[],
    observed: [] as Inputs[],
    logs: [] as string[],
  }
  const pending = new Map<number, CapabilityResponse>()
  const secretsAsked = new Map<number, { responses: SDK_PB.SecretResponse[] }>()
  const helpers = {
    call: (request: SDK_PB.CapabilityRequest) => {
      pending.set(request.callbackId, answer(request))
      return true
    },
    await: ({ ids }: SDK_PB.AwaitCapabilitiesRequest) =>
      create(Sdk.AwaitCapabilitiesResponseSchema, {
        responses: Object.fromEntries(ids.map((id) => [id, pending.get(id)!])),
      }),
    getSecrets: (request: SDK_PB.GetSecretsRequest) => {
      const responses = secretsFor(request.requests, host.secrets ?? {}, () => true)
      secretsAsked.set(request.callbackId, { responses })
    },
    awaitSecrets: ({ ids }: SDK_PB.AwaitSecretsRequest) =>
      create(Sdk.AwaitSecretsResponseSchema, {
        responses: Object.fromEntries(ids.map((id) => [id, secretsAsked.get(id)!])),
      }),
    switchModes: () => {},
    now: () => 0,
    sleep: () => {},
    log: (text: string) => seen.logs.push(text),
  }

  function answer(request: SDK_PB.CapabilityRequest): CapabilityResponse {
    try {
      return dispatch(request)
    } catch (error) {
      return refuse(error)
    }
  }

  function dispatch({ id, method, payload }: SDK_PB.CapabilityRequest): CapabilityResponse {
    const name = id.slice(0, id.indexOf('@'))
    if (name === 'consensus' && method === 'Simple') {
      const own = anyUnpack(payload!, Sdk.SimpleConsensusInputsSchema)!
      seen.observed.push(own)
      const observations = host.observations?.(own) ?? [own]
      return respond(Values.ValueSchema, outcomeOf(observations, Math.floor((observations.length - 1) / 3)))
    }
    if (name === 'consensus' && method === 'Report') {
      const { encodedPayload } = anyUnpack(payload!, Sdk.ReportRequestSchema)!
      const rawReport = Uint8Array.from([...new Uint8Array(headerSize), ...encodedPayload])
      return respond(Sdk.ReportResponseSchema, create(Sdk.ReportResponseSchema, { rawReport }))
    }
    if (name === 'http-actions') return sendPlainly(anyUnpack(payload!, Http.RequestSchema)!)
    if (name === 'confidential-http')
      return sendConfidentially(anyUnpack(payload!, ConfidentialHttp.ConfidentialHTTPRequestSchema)!)
    if (name === `evm:ChainSelector:${chainSelector}` && method === 'CallContract') {
      const { call, blockNumber } = anyUnpack(payload!, Evm.CallContractRequestSchema)!
      const size = BigInt(bytesToHex(blockNumber!.absVal))
      const read = {
        data: bytesToHex(call!.data),
        to: bytesToHex(call!.to),
        block: blockNumber!.sign < 0n ? -size : size,
      }
      seen.reads.push(read)
      if (host.chain === undefined) throw new Error('there is no chain')
      const data = hexToBytes(host.chain(read.data, read.to, read.block))
      return respond(Evm.CallContractReplySchema, create(Evm.CallContractReplySchema, { data }))
    }
    if (name === `evm:ChainSelector:${chainSelector}` && method === 'WriteReport') {
      const { report, receiver, gasConfig } = anyUnpack(payload!, Evm.WriteReportRequestSchema)!
      const written = bytesToHex(report!.rawReport.slice(headerSize))
      seen.written.push({ payload: written, receiver: bytesToHex(receiver), gasLimit: gasConfig?.gasLimit })
      const reply = host.write?.(written) ?? {
        txStatus: Evm.TxStatus.SUCCESS,
        receiverContractExecutionStatus: Evm.ReceiverContractExecutionStatus.SUCCESS,
        txHash: Uint8Array.of(0xaa),
      }
      return respond(Evm.WriteReportReplySchema, create(Evm.WriteReportReplySchema, reply))
    }
    throw new Error(`no ${method} of ${id} here`)
  }

  function sendPlainly({ url, method, multiHeaders, body, timeout }: PlainRequest): CapabilityResponse {
    const sent = {
      url,
      method,
      headers: headersOf(multiHeaders),
      body: textOf(body),
      timeout: secondsOf(timeout),
    }
    seen.sent.push(sent)
    const { statusCode, text } = replyOf(host.http?.(sent) ?? null)
    return respond(Http.ResponseSchema, create(Http.ResponseSchema, { statusCode, body: Buffer.from(text) }))
  }

  function sendConfidentially({ request }: ConfidentialRequest): CapabilityResponse {
    const { url, method, multiHeaders, body, timeout } = request!
    const sent = {
      url,
      method,
      headers: headersOf(multiHeaders),
      body: body.case === 'bodyString' ? body.value : '',
      timeout: secondsOf(timeout),
    }
    seen.confidential.push(sent)
    const { statusCode, text } = replyOf(host.confidentialHttp?.(sent) ?? null)
    const reply = create(ConfidentialHttp.HTTPResponseSchema, { statusCode, body: Buffer.from(text) })
    return respond(ConfidentialHttp.HTTPResponseSchema, reply)
  }

  const most = 1_000_000n
  return {
    ...seen,
    runtime: new runtimes.RuntimeImpl(config, 1, helpers, most),
    node: new runtimes.NodeRuntimeImpl(config, -1, helpers, most),
  }
}

/** The forwarder's header in front of a report. */
const headerSize = 109

type Headers = Readonly<Record<string, { readonly values: readonly string[] }>>
type PlainRequest = {
  readonly url: string
  readonly method: string
  readonly multiHeaders: Headers
  readonly body: Uint8Array
  readonly timeout?: { readonly seconds: bigint } | undefined
}
type ConfidentialRequest = {
  readonly request?:
    | (Omit<PlainRequest, 'body'> & {
        readonly body: { readonly case?: string | undefined; readonly value?: unknown } & (
          | { readonly case: 'bodyString'; readonly value: string }
          | { readonly case?: 'bodyBytes' | undefined }
        )
      })
    | undefined
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const secondsOf = (timeout: { readonly seconds: bigint } | undefined): string | undefined =>
  timeout === undefined ? undefined : `${timeout.seconds}s`
const headersOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, { values }]) => [name, values.join()]))

function replyOf(reply: Replied): { statusCode: number; text: string } {
  if (reply === null) throw new Error('no connection')
  const { status = 200, body = '' } = reply
  return { statusCode: status, text: typeof body === 'string' ? body : JSON.stringify(body) }
}
