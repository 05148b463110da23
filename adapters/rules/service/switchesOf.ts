import { resolve } from 'node:path'
import type { Address } from 'viem'
import { killSwitchReader } from '../../../services/chain/killSwitch.ts'
import type { RpcUrl } from '../../../services/chain/Node.ts'
import { operatorsChoice } from '../../../services/fetch/guard.ts'
import type { Config } from './Config.ts'
import { chainSwitch, envSwitch, fileSwitch, httpSwitch, type Switch } from './KillSwitch.ts'

/** The switches that a config names. */
export function switchesOf(
  { killSwitch, folder }: Config,
  env: NodeJS.ProcessEnv,
  rpcUrl: RpcUrl | undefined,
): readonly Switch[] {
  const { file, env: variable, url, contract } = killSwitch
  const switches: Switch[] = []
  if (file !== undefined) switches.push(fileSwitch(resolve(folder, file)))
  if (variable !== undefined) switches.push(envSwitch(variable, env))
  // A switch is mostly inside the network: whoever wrote the config means it, wherever it is.
  if (url !== undefined) switches.push(httpSwitch(url, operatorsChoice))
  if (contract !== undefined && rpcUrl !== undefined) {
    const { address, chainId } = contract
    switches.push(chainSwitch(killSwitchReader({ rpcUrl, address: address as Address, chainId })))
  }
  return switches
}
