import { hexToBytes, isAddress, zeroAddress } from 'viem'
import type { Secrets } from '../../../don/capabilities/secrets.ts'
import { Don } from '../../../don/don.ts'
import { type EngineLimits, readLimits } from '../../../don/limits.ts'
import { type Service, startService } from '../../../don/service.ts'
import { Json } from '../../../protocol/index.ts'
import { testAccount } from '../../chain/account.ts'
import { localDon, nodeKeys } from '../../chain/localDon.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readBytes, readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { ended } from '../../terminal/service.ts'
import { chainsOf } from './chain.ts'
import { faultsOf } from './faults.ts'
import type { Options } from './run.ts'
import { readSecrets } from './secrets.ts'
import { jsonOf, textOf } from './show.ts'
import { readWorkflow } from './workflowFile.ts'

/** Until it is stopped, or enough was done. */
export async function runDon(options: Options): Promise<void> {
  const { json = false, trace = false, host, port, pollMs, finalityMs, fromBlock, stopAfter } = options
  const limits = await limitsOf(options.limits)
  const { secrets, missing } =
    options.secrets === undefined ? { secrets: {}, missing: [] } : readSecrets(options.secrets)
  const chains = await chainsOf(options)
  const don = await donOf(options, limits, secrets, chains)
  const tell = async (text: string, value: object) =>
    await (json ? print(value, { json }) : write(`${text}\n`))
  const note = (text: string) => void tell(text, { type: 'note', text })
  for (const { name, variable } of missing) note(`secret ${name} is not there: ${variable} is not set`)
  for (const [selector, { forwarder }] of chains)
    if (forwarder === zeroAddress)
      note(`no forwarder is known on chain ${selector}: reports can't be written there; give --forwarder`)
  const enough = Promise.withResolvers<void>()
  // Heard from now on, also while it starts.
  const stopped = ended()
  let count = 0
  let service: Service
  try {
    service = await startService({
      don,
      http: { host, port },
      ...(options.cron ? { cron: {} } : {}),
      ...(don.chains.size === 0
        ? {}
        : { logs: { pollMs, finalityMs, ...(fromBlock === undefined ? {} : { fromBlock }) } }),
      onNote: note,
      onExecution: (execution) => {
        void tell(textOf(execution, limits, trace), jsonOf(execution, limits, trace))
        if (++count === stopAfter) enough.resolve()
      },
    })
  } catch (error) {
    await don.stop()
    throw error
  }
  const workflowId = Buffer.from(don.workflowId).toString('hex')
  const at = service.url === null ? 'no HTTP trigger' : `HTTP trigger at ${service.url}`
  await tell(`workflow ${workflowId} on ${options.nodes} nodes, ${at}`, {
    type: 'started',
    workflow_id: workflowId,
    nodes: options.nodes,
    url: service.url,
    pid: process.pid,
  })
  await Promise.race([stopped, enough.promise])
  await service.stop()
}

async function limitsOf(file: string | undefined): Promise<EngineLimits> {
  const path = file ?? new URL('../../../workflow/limits.json', import.meta.url).pathname
  return readLimits(Json.parse(await readText(path)))
}

type Chains = Awaited<ReturnType<typeof chainsOf>>

async function donOf(options: Options, limits: EngineLimits, secrets: Secrets, chains: Chains): Promise<Don> {
  const { nodes, owner } = options
  if (nodes < 4 || nodes > 31) throw new UsageError('A DON has 4 to 31 nodes.')
  if (owner !== undefined && !isAddress(owner)) throw new UsageError('--owner is no address.')
  const faults = faultsOf(options.fault ?? [], nodes)
  return new Don({
    wasm: await readWorkflow(options.workflow),
    config: options.config === undefined ? new Uint8Array() : await readBytes(options.config),
    name: options.name,
    owner: hexToBytes(owner ?? testAccount(localDon.ownerIndex).address),
    donId: localDon.donId,
    configVersion: localDon.configVersion,
    f: Math.floor((nodes - 1) / 3),
    keys: nodeKeys(nodes),
    chains,
    limits,
    faults,
    secrets,
  })
}
