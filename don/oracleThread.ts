import { parentPort, workerData } from 'node:worker_threads'
import { fromBinary } from '@bufbuild/protobuf'
import { secp256k1 } from '@noble/curves/secp256k1'
import { outcomeOf } from './consensus.ts'
import { ConsensusError } from './disagreement.ts'
import * as Report from './report.ts'
import { Sdk } from './sdk.ts'
import * as Value from './value.ts'

/**
 * A node's oracle: holds the node's key, computes every outcome for itself from the observations it was shown, and signs only
 * what it computed. Nobody else can make it sign.
 */
export type OracleData = { readonly privateKey: Uint8Array; readonly f: number; readonly lies: boolean }

export type Question = {
  readonly id: number
  readonly method: 'Simple' | 'Report'
  /** By node; the input of its consensus call, and when it came (milliseconds). */
  readonly observations: readonly { readonly bytes: Uint8Array; readonly at: number }[]
  readonly header: Omit<Report.Header, 'timestamp'>
  readonly configDigest: Uint8Array
  readonly sequence: number
}

export type OracleReply = {
  readonly id: number
  readonly error: string | null
  /** A Value, or a raw report. */
  readonly bytes: Uint8Array
  readonly signature: Uint8Array | null
}

const { privateKey, f, lies } = workerData as OracleData

parentPort?.on('message', (question: Question) => {
  try {
    const { bytes, signature } = question.method === 'Simple' ? simple(question) : report(question)
    answer({ id: question.id, error: null, bytes, signature })
  } catch (error) {
    const why = error instanceof ConsensusError ? error.shortMessage : String(error)
    answer({ id: question.id, error: why, bytes: new Uint8Array(), signature: null })
  }
})

const answer = (outcome: OracleReply) => parentPort!.postMessage(outcome)

function simple({ observations }: Question) {
  const inputs = observations.map(({ bytes }) => fromBinary(Sdk.SimpleConsensusInputsSchema, bytes))
  const value = lies ? Value.make({ case: 'stringValue', value: 'a lie' }) : outcomeOf(inputs, f)
  return { bytes: Value.bytesOf(value), signature: null }
}

/** The payload that f + 1 nodes want reported, under the median time, signed. */
function report({ observations, header, configDigest, sequence }: Question) {
  const requests = observations.map(({ bytes }) => fromBinary(Sdk.ReportRequestSchema, bytes))
  const payload = agreedPayload(requests.map(({ encodedPayload }) => encodedPayload))
  const times = observations.map(({ at }) => at).sort((a, b) => a - b)
  const timestamp = Math.floor(times[Math.floor((times.length - 1) / 2)]! / 1_000)
  const reported = lies ? Uint8Array.from([...payload, 1]) : payload
  const raw = Report.encode({ ...header, timestamp }, reported)
  return { bytes: raw, signature: sign(Report.digest(raw, Report.context(configDigest, sequence))) }
}

function agreedPayload(payloads: readonly Uint8Array[]): Uint8Array {
  const counts = new Map<string, number>()
  for (const payload of payloads) {
    const key = Buffer.from(payload).toString('hex')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const agreed = [...counts].filter(([, count]) => count >= f + 1)
  if (agreed.length !== 1) {
    const why = agreed.length === 0 ? 'no values met f+1 threshold' : 'multiple values with f+1 occurrences'
    throw new ConsensusError(`${why} for the report`)
  }
  return new Uint8Array(Buffer.from(agreed[0]![0], 'hex'))
}

/** 65 bytes with v 0 or 1. */
function sign(digest: Uint8Array): Uint8Array {
  const signature = secp256k1.sign(digest, privateKey)
  return Uint8Array.from([...signature.toCompactRawBytes(), signature.recovery])
}
