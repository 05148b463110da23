import { concat, HDNodeWallet, id, keccak256, type SigningKey, sha256, toBeHex, toUtf8Bytes } from 'ethers'
import type { network } from 'hardhat'

/**
 * A DON with its genuine KeystoneForwarder: reports are built byte for byte, signed by f + 1 keys and delivered. Keys of the
 * standard test mnemonic: nodes from index 100 on, the workflow's owner at 99.
 */
export type Connection = Awaited<ReturnType<typeof network.create>>
export type Forwarder = Awaited<ReturnType<typeof deployForwarder>>
export type Hex = `0x${string}`

const phrase = 'test test test test test test test test test test test junk'
// Once: stretching the phrase takes longer than all keys under it.
const root = HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0")
export const keyOf = (index: number): SigningKey => root.deriveChild(index).signingKey
export const addressOf = (index: number): Hex => root.deriveChild(index).address as Hex

export const nodeIndex = (i: number): number => 100 + i
export const workflowOwner = addressOf(99)
export const donId = 1
export const configVersion = 1

/** A workflow's name as reports carry it: the first 10 hex digits of its SHA-256, in ASCII. */
export const encodeName = (name: string): string =>
  concat([toUtf8Bytes(sha256(toUtf8Bytes(name)).slice(2, 12))])
export const workflowName = encodeName('cresolver-local')
export const workflowId = `0x00${id('a workflow').slice(4)}`

export type ReportFields = {
  readonly payload: string
  readonly version?: number
  readonly executionId?: string
  readonly timestamp?: number
  readonly donId?: number
  readonly configVersion?: number
  readonly workflowId?: string
  readonly workflowName?: string
  readonly workflowOwner?: string
  readonly reportId?: number
}

export type Delivery = {
  /** Nodes that sign, by number; the first f + 1 unless told. */
  readonly nodes?: readonly number[]
  readonly context?: string
  readonly gasLimit?: number
  /** Replaces the signatures altogether. */
  readonly signatures?: readonly string[]
}

export async function deployForwarder({ ethers }: Connection, options: { f?: number; nodes?: number } = {}) {
  const { f = 1, nodes = 3 * f + 1 } = options
  const contract = await ethers.deployContract('KeystoneForwarder')
  const signers = Array.from({ length: nodes }, (_, i) => addressOf(nodeIndex(i)))
  await contract.setConfig(donId, configVersion, f, signers)
  return { contract, address: await contract.getAddress(), f }
}

// Each execution has its own id unless a test gives one: the forwarder takes an id once.
let executions = 0

/** The 109 bytes of header, then the payload. */
export function rawReport(fields: ReportFields): string {
  return concat([
    toBeHex(fields.version ?? 1, 1),
    fields.executionId ?? id(`execution ${++executions}`),
    toBeHex(fields.timestamp ?? 1_760_000_000, 4),
    toBeHex(fields.donId ?? donId, 4),
    toBeHex(fields.configVersion ?? configVersion, 4),
    fields.workflowId ?? workflowId,
    fields.workflowName ?? workflowName,
    fields.workflowOwner ?? workflowOwner,
    toBeHex(fields.reportId ?? 1, 2),
    fields.payload,
  ])
}

/** configDigest ‖ sequence number ‖ zeros; the forwarder hashes it and reads nothing in it. */
export const reportContext = concat([id('a configuration'), toBeHex(1 << 8, 32), `0x${'00'.repeat(32)}`])

/** Signed raw, without EIP-191, and v is 0 or 1. */
export function sign(raw: string, context: string, key: SigningKey): string {
  const { r, s, yParity } = key.sign(keccak256(concat([keccak256(raw), context])))
  return concat([r, s, toBeHex(yParity, 1)])
}

/**
 * Signs a report and delivers it. Rejects where the forwarder reverts; where the receiver reverts, `isProcessed` is false.
 *
 * @example
 * const { isProcessed } = await submitReport(forwarder, market, { payload: Bytes.toHex(Report.encode(report)) })
 */
export async function submitReport(
  forwarder: Forwarder,
  receiver: string,
  report: ReportFields | string,
  delivery: Delivery = {},
) {
  const raw = typeof report === 'string' ? report : rawReport(report)
  const context = delivery.context ?? reportContext
  const nodes = delivery.nodes ?? Array.from({ length: forwarder.f + 1 }, (_, i) => i)
  const signatures = delivery.signatures ?? nodes.map((node) => sign(raw, context, keyOf(nodeIndex(node))))
  const { contract } = forwarder
  const { gasLimit } = delivery
  const transaction = await contract.report(receiver, raw, context, [...signatures], {
    ...(gasLimit === undefined ? {} : { gasLimit }),
  })
  const receipt = (await transaction.wait())!
  const [processed] = receipt.logs.flatMap((log) => {
    const event = contract.interface.parseLog(log)
    return event?.name === 'ReportProcessed' ? [event] : []
  })
  return { raw, receipt, gasUsed: receipt.gasUsed, isProcessed: processed?.args.result as boolean }
}
