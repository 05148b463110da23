import { create, fromBinary } from '@bufbuild/protobuf'
import { CapabilityError, type CapabilityResponse, respond } from './capability.ts'
import type { Given } from './gathering.ts'
import type { OracleProcess } from './oracleProcess.ts'
import type { OracleReply } from './oracleThread.ts'
import * as Report from './report.ts'
import { Sdk, Values } from './sdk.ts'

/** Who agrees, and on whose behalf. */
export type Parties = {
  readonly f: number
  /** By node; null for one that is silent. */
  readonly oracles: readonly (OracleProcess | null)[]
  readonly header: Omit<Report.Header, 'timestamp' | 'reportId'>
  readonly configDigest: Uint8Array
  readonly nextSequence: () => number
}

export type ConsensusCall = {
  readonly method: 'Simple' | 'Report'
  readonly callbackId: number
  readonly given: readonly Given[]
}

/** Shows every oracle what all nodes gave. What f + 1 of them find, each for itself, is the outcome. */
export async function agreedOutcome(parties: Parties, call: ConsensusCall): Promise<CapabilityResponse> {
  const { f, oracles, header, configDigest, nextSequence } = parties
  const { method, callbackId, given } = call
  const sequence = nextSequence()
  const question = {
    method,
    observations: given.map(({ bytes, at }) => ({ bytes, at })),
    header: { ...header, reportId: callbackId & 0xffff },
    configDigest,
    sequence,
  }
  const outcomes = await Promise.all(
    oracles.map(async (oracle, node) => (oracle === null ? null : { node, ...(await oracle.ask(question)) })),
  )
  const agreed = largestGroup(outcomes.filter((one) => one !== null))
  if (agreed.length < f + 1) throw disagreement('the oracles found different outcomes')
  const { error, bytes } = agreed[0]!
  if (error !== null) throw disagreement(error)
  if (method === 'Simple') return respond(Values.ValueSchema, fromBinary(Values.ValueSchema, bytes))
  const response = create(Sdk.ReportResponseSchema, {
    configDigest,
    seqNr: BigInt(sequence),
    reportContext: Report.context(configDigest, sequence),
    rawReport: bytes,
    // The forwarder takes exactly f + 1.
    sigs: agreed.slice(0, f + 1).map(({ node, signature }) => ({ signature: signature!, signerId: node })),
  })
  return respond(Sdk.ReportResponseSchema, response)
}

/** The middle of the nodes' clocks, as they gave them: eight bytes of nanoseconds, the lowest first. */
export function medianTime(given: readonly Given[]): Uint8Array {
  const timeOf = ({ bytes }: Given) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)
  const ordered = [...given].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
  return ordered[Math.floor((ordered.length - 1) / 2)]!.bytes
}

type NodeOutcome = OracleReply & { readonly node: number }

function largestGroup(outcomes: readonly NodeOutcome[]): NodeOutcome[] {
  const groups = new Map<string, NodeOutcome[]>()
  for (const one of outcomes) {
    const key = one.error ?? Buffer.from(one.bytes).toString('base64')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].reduce<NodeOutcome[]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  )
}

const disagreement = (why: string): CapabilityError =>
  new CapabilityError(why, { origin: 'System', code: 'ConsensusFailed' })
