import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
} from 'viem'
import { readDeployment, writeDeployment } from '../../../../cli/chain/deployment.ts'
import * as report from '../../../../cli/commands/report/index.ts'
import { readArtifact } from '../../../../cli/deploy/artifacts.ts'
import { addressOf, transact } from '../../../../local/transact.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type Place, votes } from '../../place.ts'

/** As Hardhat keeps it. */
export type Compiled = { readonly abi: readonly unknown[]; readonly bytecode: string }

const whole = 10_000n
const margin = 600n

/** Bets in one of the tests' coins beside a place's market, with a record in a folder of its own. */
export async function betsIn(place: Place, coin: Compiled, unitsPerEther: bigint) {
  const { abi, bytecode } = coin
  const token = await deploy(place, bytecode as Hex)
  const { abi: betsAbi, bytecode: code } = readArtifact('BinaryMarket')
  const args = [place.market, token, whole, margin, unitsPerEther]
  const bets = await deploy(place, encodeDeployData({ abi: betsAbi, bytecode: code, args }))
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-bets-'))
  cpSync(place.folder, folder, { recursive: true })
  const record = readDeployment(folder, 31_337)!
  const entry = { ...record.contracts.BinaryMarket!, address: bets }
  writeDeployment(folder, { ...record, contracts: { ...record.contracts, BinaryMarket: entry } })
  const call = async (account: number, functionName: string, values: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: abi as Abi, functionName, args: values })
    await transact(place.chain, account, { to: token, data })
  }
  const balanceOf = (address: Address) =>
    place.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const allowance = (owner: Address) =>
    place.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner, bets],
    })
  const words = `--rpc-url ${place.chain.url} --deployments ${folder}`
  return { token, bets, folder, words, call, balanceOf, allowance }
}

const day = 86_400

/** Takes a market that its workers have joined to its end, at YES. */
export async function finish({ pass, write, words }: Place, id: bigint): Promise<void> {
  await pass(day)
  await write(0, 'requestResolution', [id])
  const input = JSON.stringify({ market_id: Number(id), outcome: 'YES', votes })
  await commandsOf('report', report.register).json(`sign ${words}`, { input })
  await pass(2 * 3_600)
  await write(0, 'settle', [id])
  await write(0, 'finalize', [id])
}

async function deploy({ chain }: Place, data: Hex): Promise<Address> {
  const hash = await chain.client.sendTransaction({ account: addressOf(0), gas: 8_000_000n, data })
  const { contractAddress } = await chain.client.getTransactionReceipt({ hash })
  return getAddress(contractAddress!)
}
