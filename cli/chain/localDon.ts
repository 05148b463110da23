import { randomBytes } from 'node:crypto'
import {
  bytesToHex,
  concatHex,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  parseSignature,
  sha256,
  toBytes,
} from 'viem'
import { testAccount, testKey } from './account.ts'

/** The DON of local chains: four nodes, of which two must sign, with keys that everybody knows. */
export const localDon = {
  chainId: 31_337,
  f: 1,
  nodes: 4,
  firstIndex: 100,
  ownerIndex: 99,
  donId: 1,
  configVersion: 1,
  workflowName: 'cresolver-local',
} as const

/** The selector that CRE knows local chains by. */
export const chainSelector = '7759470850252068959'

/** Who pays for the DON's transactions. */
export const transmitter = 5

/** The keys that the nodes of a local DON sign with. */
export const nodeKeys = (nodes: number) =>
  Array.from({ length: nodes }, (_, i) => {
    const index = localDon.firstIndex + i
    return { privateKey: hexToBytes(testKey(index)), address: testAccount(index).address }
  })

export const nodeAddresses = (nodes: number = localDon.nodes) =>
  Array.from({ length: nodes }, (_, i) => testAccount(localDon.firstIndex + i).address)

export type Identity = { readonly name: Hex; readonly owner: Hex }

/** A local workflow has no code that could be hashed: its id says only that. */
const workflowId: Hex = `0x00${sha256(toBytes(localDon.workflowName)).slice(4)}`

/** What the forwarder hands on beside the payload. */
export const metadataOf = ({ name, owner }: Identity): Hex =>
  concatHex([workflowId, name, owner, numberToHex(1, { size: 2 })])

/** The forwarder's header of 109 bytes, then the payload. Each execution has its own id: the forwarder takes one once. */
export const rawReport = (identity: Identity, timestamp: number, payload: Hex): Hex =>
  concatHex([
    numberToHex(1, { size: 1 }),
    bytesToHex(randomBytes(32)),
    numberToHex(timestamp, { size: 4 }),
    numberToHex(localDon.donId, { size: 4 }),
    numberToHex(localDon.configVersion, { size: 4 }),
    metadataOf(identity),
    payload,
  ])

/** Hashed by the forwarder, and read by nobody. */
export const reportContext: Hex = numberToHex(0, { size: 96 })

/** f + 1 signatures, raw and without EIP-191, with v 0 or 1. */
export async function signReport(raw: Hex): Promise<Hex[]> {
  const hash = keccak256(concatHex([keccak256(raw), reportContext]))
  const nodes = Array.from({ length: localDon.f + 1 }, (_, i) => testAccount(localDon.firstIndex + i))
  const signatures = await Promise.all(nodes.map((node) => node.sign({ hash })))
  return signatures.map((signature) => {
    const { r, s, yParity } = parseSignature(signature)
    return concatHex([r, s, numberToHex(yParity, { size: 1 })])
  })
}
