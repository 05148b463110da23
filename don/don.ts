import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { BaseError } from '../protocol/core.ts'
import { type ChainConfig, EvmCapability } from './capabilities/evm.ts'
import { HttpCapability } from './capabilities/http.ts'
import type { Secrets } from './capabilities/secrets.ts'
import {
  type Environment,
  Execution,
  type LogEntry,
  type Places,
  placesOf,
  type TraceEntry,
} from './execution.ts'
import type { Fault } from './faults.ts'
import { pageSize } from './guest.ts'
import { type Guest, GuestProcess } from './guestProcess.ts'
import { Lanes } from './lanes.ts'
import type { EngineLimits } from './limits.ts'
import { checkModule } from './moduleRules.ts'
import { agreed, type NodeResult, runNode } from './nodeRun.ts'
import { OracleProcess } from './oracleProcess.ts'
import { most, type Usage } from './quota.ts'
import * as Report from './report.ts'
import { Sdk } from './sdk.ts'
import { capMemory } from './wasm.ts'

/**
 * A DON on one machine: every node runs the genuine guest and has its own key. It executes and verifies as CRE does; it is not
 * libocr, and its nodes talk to each other inside one process.
 */
export type DonOptions = {
  readonly wasm: Uint8Array
  /** The workflow's configuration, as it is deployed. */
  readonly config: Uint8Array
  readonly name: string
  readonly owner: Uint8Array
  readonly donId: number
  readonly configVersion: number
  /** How many nodes may fail. */
  readonly f: number
  /** One key a node: more than 3f. */
  readonly keys: readonly { readonly privateKey: Uint8Array; readonly address: string }[]
  /** By chain selector. */
  readonly chains: ReadonlyMap<string, ChainConfig>
  readonly limits: EngineLimits
  readonly secrets?: Secrets
  /** By node. */
  readonly faults?: Readonly<Record<number, Fault>>
  /** How long enough nodes wait for the rest. */
  readonly graceMs?: number
  /** What runs the workflow on a node; the guest in a thread of this process unless told. */
  readonly guest?: (module: WebAssembly.Module, node: number) => Guest
  /** The nodes' clock, in milliseconds. */
  readonly clock?: () => number
}

export type ExecutionReport = {
  readonly executionId: string
  readonly ms: number
  /** What f + 1 nodes returned. */
  readonly value: unknown
  readonly error: string | null
  readonly nodes: readonly NodeResult[]
  readonly usage: Usage
  readonly trace: readonly TraceEntry[]
  readonly logs: readonly LogEntry[]
}

export class Don {
  readonly workflowId: Uint8Array
  readonly chains: ReadonlyMap<string, EvmCapability>
  readonly limits: EngineLimits
  private readonly options: DonOptions
  /** Each execution that runs has a guest on every node to itself. */
  private readonly lanes: Lanes<readonly (Guest | null)[]>
  private readonly oracles: readonly (OracleProcess | null)[]
  private readonly http: HttpCapability
  private readonly digest: Uint8Array
  private readonly places: readonly Places[]
  private learned: Promise<Subscriptions> | undefined
  private sequence = 1
  private isStopped = false

  constructor(options: DonOptions) {
    const { keys, f, limits, faults = {}, guest = (module) => new GuestProcess(module) } = options
    if (keys.length <= 3 * f) throw new TooFewNodesError(keys.length, f)
    if (options.config.length > limits.WASMConfigSizeLimit)
      throw new ConfigTooLargeError(options.config.length, limits.WASMConfigSizeLimit)
    if (options.wasm.length > limits.WASMBinarySizeLimit)
      throw new WorkflowTooLargeError(options.wasm.length, limits.WASMBinarySizeLimit)
    this.options = options
    this.limits = limits
    this.workflowId = Report.workflowId(options.owner, options.name, options.wasm, options.config)
    const secrets = Object.entries(options.secrets ?? {})
      .flat()
      .join('').length
    if (secrets > limits.WASMSecretsSizeLimit)
      throw new SecretsTooLargeError(secrets, limits.WASMSecretsSizeLimit)
    // Whoever built the module, it gets no more memory than CRE gives it.
    const module = new WebAssembly.Module(
      capMemory(options.wasm, Math.floor(limits.WASMMemoryLimit / pageSize)),
    )
    checkModule(module, options.wasm)
    const isSilent = (node: number) => faults[node]?.kind === 'silent'
    this.lanes = new Lanes(limits.ExecutionConcurrencyLimit, () =>
      keys.map((_, node) => (isSilent(node) ? null : guest(module, node))),
    )
    this.oracles = keys.map(({ privateKey }, node) =>
      isSilent(node) ? null : new OracleProcess({ privateKey, f, lies: faults[node]?.kind === 'byzantine' }),
    )
    this.places = keys.map(() => placesOf(limits))
    this.http = new HttpCapability(limits.HTTPAction)
    this.chains = new Map(
      [...options.chains].map(([selector, chain]) => [selector, new EvmCapability(chain, limits)]),
    )
    this.digest = Report.configDigest(
      keys.map(({ address }) => address),
      f,
    )
  }

  /** What the workflow wants to be woken by: one node is asked, as the answer depends on the code alone. */
  async subscriptions(): Promise<Subscriptions> {
    return await this.lanes.use(async (guests) => await this.learn(guests))
  }

  /** Runs one handler on all nodes: so many side by side as the engine allows, the others in the order they came. */
  async execute(handler: number, payload: Any, event: string): Promise<ExecutionReport> {
    const came = performance.now()
    return await this.lanes.use(async (guests) => {
      if (this.isStopped) throw new NotRunError(event, 'the DON was stopped')
      if (performance.now() - came > this.limits.TriggerEventQueueTimeout)
        throw new NotRunError(event, 'it waited too long for others to end')
      return await this.executeNow(guests, handler, payload, event)
    })
  }

  /** Executions that wait for their turn. */
  get waiting(): number {
    return this.lanes.waiting
  }

  async stop(): Promise<void> {
    this.isStopped = true
    const guests = this.lanes.all.flat()
    await Promise.all([...guests, ...this.oracles].map(async (thread) => await thread?.stop()))
  }

  private async executeNow(
    guests: readonly (Guest | null)[],
    handler: number,
    payload: Any,
    event: string,
  ): Promise<ExecutionReport> {
    const started = performance.now()
    const id = Report.executionId(this.workflowId, event)
    const execution = this.execution(id)
    const trigger = { id: BigInt(handler), payload }
    const request = this.request({ case: 'trigger', value: trigger })
    const hasPreHook = (await this.learn(guests))[handler]?.preHook ?? false
    const preHook = hasPreHook ? this.request({ case: 'preHook', value: trigger }) : undefined
    const { f, faults = {} } = this.options
    const running = guests.flatMap((guest, node) => (guest === null ? [] : [{ guest, node }]))
    const nodes = await Promise.all(
      running.map(
        async ({ guest, node }) =>
          await runNode({
            guest,
            node,
            id,
            request,
            preHook,
            execution,
            timeoutMs: this.limits.ExecutionTimeout,
            fault: faults[node],
          }),
      ),
    )
    execution.close()
    return {
      executionId: Buffer.from(id).toString('hex'),
      ms: performance.now() - started,
      ...agreed(nodes, f),
      nodes,
      usage: most(nodes.map(({ usage }) => usage)),
      trace: execution.trace,
      logs: execution.logs,
    }
  }

  /** Asked once; what may not be is refused before anything is woken. */
  private async learn(guests: readonly (Guest | null)[]): Promise<Subscriptions> {
    this.learned ??= this.ask(guests)
    try {
      return await this.learned
    } catch (error) {
      this.learned = undefined
      throw error
    }
  }

  private async ask(guests: readonly (Guest | null)[]): Promise<Subscriptions> {
    const request = this.request({ case: 'subscribe', value: {} })
    const execution = this.execution(new Uint8Array(32))
    const node = guests.findIndex((guest) => guest !== null)
    const done = await guests[node]!.run(
      { execution: 'subscribe', request, donSeed: 0n, nodeSeed: 0n },
      execution.questionsOf(node),
      this.limits.ExecutionTimeout,
    )
    execution.close()
    if (done.error !== null) throw new WorkflowFailedError(done.error)
    const { result } = fromBinary(Sdk.ExecutionResultSchema, done.response ?? new Uint8Array())
    if (result.case !== 'triggerSubscriptions')
      throw new WorkflowFailedError(result.case === 'error' ? result.value : 'it answered no subscriptions')
    const { subscriptions } = result.value
    checkSubscriptions(subscriptions, this.limits)
    return subscriptions
  }

  private request(
    request: NonNullable<MessageInitShape<typeof Sdk.ExecuteRequestSchema>['request']>,
  ): Uint8Array {
    const message = create(Sdk.ExecuteRequestSchema, {
      config: this.options.config,
      request,
      maxResponseSize: BigInt(this.limits.ExecutionResponseLimit),
    })
    return toBinary(Sdk.ExecuteRequestSchema, message)
  }

  private execution(executionId: Uint8Array): Execution {
    const { f, keys, secrets = {}, faults = {}, owner, name, donId, configVersion } = this.options
    const around: Environment = {
      f,
      faults: keys.map((_, node) => faults[node] ?? null),
      places: this.places,
      oracles: this.oracles,
      limits: this.limits,
      http: this.http,
      chains: this.chains,
      secrets,
      header: {
        executionId,
        donId,
        configVersion,
        workflowId: this.workflowId,
        workflowName: Report.encodeName(name),
        workflowOwner: owner,
      },
      workflow: Buffer.from(this.workflowId).toString('hex'),
      configDigest: this.digest,
      nextSequence: () => this.sequence++,
      graceMs: this.options.graceMs ?? 500,
      clock: this.options.clock ?? Date.now,
    }
    return new Execution(around)
  }
}

type Subscriptions = readonly SDK_PB.TriggerSubscription[]

function checkSubscriptions(subscriptions: Subscriptions, limits: EngineLimits): void {
  const most = limits.TriggerSubscriptionLimit
  if (subscriptions.length > most) throw new TooManyTriggersError(subscriptions.length, most)
  const handler = subscriptions.findIndex(({ requirements }) => requirements?.tee !== undefined)
  if (handler !== -1) throw new NoEnclaveError(handler)
}

export class TooFewNodesError extends BaseError {
  override readonly name = 'Don.TooFewNodesError'
  constructor(nodes: number, f: number) {
    super(`${nodes} nodes can't bear ${f} faulty ones.`, {
      metaMessages: [`It takes at least ${3 * f + 1}.`],
    })
  }
}

export class ConfigTooLargeError extends BaseError {
  override readonly name = 'Don.ConfigTooLargeError'
  constructor(bytes: number, limit: number) {
    super(`The workflow's configuration has ${bytes} bytes of ${limit}.`)
  }
}

export class WorkflowTooLargeError extends BaseError {
  override readonly name = 'Don.WorkflowTooLargeError'
  constructor(bytes: number, limit: number) {
    super(`The workflow's module has ${bytes} bytes of ${limit}.`)
  }
}

export class SecretsTooLargeError extends BaseError {
  override readonly name = 'Don.SecretsTooLargeError'
  constructor(bytes: number, limit: number) {
    super(`The workflow's secrets have ${bytes} bytes of ${limit}.`)
  }
}

export class TooManyTriggersError extends BaseError {
  override readonly name = 'Don.TooManyTriggersError'
  constructor(triggers: number, limit: number) {
    super(`The workflow waits for ${triggers} triggers; PerWorkflow.TriggerSubscriptionLimit is ${limit}.`)
  }
}

export class NoEnclaveError extends BaseError {
  override readonly name = 'Don.NoEnclaveError'
  constructor(handler: number) {
    super(`Handler ${handler} is to run in an enclave, and this DON has none.`, {
      metaMessages: ['Register it with `handler` in place of `handlerInTee` to try it out here.'],
    })
  }
}

export class NotRunError extends BaseError {
  override readonly name = 'Don.NotRunError'
  constructor(event: string, why: string) {
    super(`Event ${event} was not run: ${why}.`)
  }
}

export class WorkflowFailedError extends BaseError {
  override readonly name = 'Don.WorkflowFailedError'
  constructor(why: string) {
    super(`The workflow failed: ${why}`)
  }
}
