import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hexToBytes } from 'viem'
import { testAccount } from '../cli/chain/account.ts'
import { chainSelector, localDon, nodeKeys, transmitter } from '../cli/chain/localDon.ts'
import { buildWorkflow } from '../don/build.ts'
import { Don, type DonOptions } from '../don/don.ts'
import { readLimits } from '../don/limits.ts'
import { type Service, type ServiceOptions, startService } from '../don/service.ts'
import type { ConfigInput } from '../workflow/config.ts'
import { faultyOf, type LocalPlace } from './deployLocal.ts'
import type { LocalChain } from './startChain.ts'

const file = (path: string) => fileURLToPath(new URL(`../workflow/${path}`, import.meta.url))

/** The quotas that the engine enforces and the workflow plans by. */
export const limitsFile = (): unknown => JSON.parse(readFileSync(file('limits.json'), 'utf8'))

/** The genuine workflow, as the guest runs it; built only if it was never built before. */
export const ourWorkflow = (): Promise<Uint8Array> =>
  buildWorkflow(file('main.ts'), { checks: false, cache: true })

export type LocalDonOptions = Partial<
  Pick<DonOptions, 'faults' | 'graceMs' | 'secrets' | 'guest' | 'clock' | 'limits'>
> & {
  readonly wasm: Uint8Array
  readonly nodes?: number
  /** What differs from the workflow's local configuration. */
  readonly workflow: Partial<ConfigInput> & Pick<ConfigInput, 'gateways'>
  readonly service?: Omit<ServiceOptions, 'don'>
}

/** A DON of local keys on a local chain, waiting for its log. */
export async function startDon(
  chain: LocalChain,
  place: LocalPlace,
  options: LocalDonOptions,
): Promise<Service> {
  const { service, ...rest } = options
  const don = makeDon(chain, place, rest)
  try {
    return await startService({ don, logs: { pollMs: 100, finalityMs: 0 }, ...service })
  } catch (error) {
    await don.stop()
    throw error
  }
}

/** The same DON, for whoever runs it by hand. */
export function makeDon(
  chain: LocalChain,
  place: LocalPlace,
  options: Omit<LocalDonOptions, 'service'>,
): Don {
  const { wasm, nodes = localDon.nodes, workflow, ...rest } = options
  const settings: ConfigInput = {
    chainSelector,
    chainId: place.chainId,
    market: place.market,
    confidence: 'LATEST',
    isLocal: true,
    timeouts: { gateway: '9s', source: '3s', probe: '1s' },
    ...workflow,
  }
  return new Don({
    wasm,
    config: Buffer.from(JSON.stringify(settings)),
    name: localDon.workflowName,
    owner: hexToBytes(testAccount(localDon.ownerIndex).address),
    donId: localDon.donId,
    configVersion: localDon.configVersion,
    f: faultyOf(nodes),
    keys: nodeKeys(nodes),
    chains: new Map([
      [
        chainSelector,
        {
          rpcUrl: chain.url,
          chainId: place.chainId,
          forwarder: place.at('KeystoneForwarder'),
          transmitter: testAccount(transmitter),
        },
      ],
    ]),
    limits: readLimits(limitsFile()),
    ...rest,
  })
}
