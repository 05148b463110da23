import { randomBytes } from 'node:crypto'
import { Round } from '../../protocol/index.ts'

/** A place in a trace, as W3C Trace Context has it: which piece of work, and which step of it. */
export type Trace = {
  /** 32 hex digits, the same in every service that had a part in the work. */
  readonly traceId: string
  /** 16 hex digits: this step. */
  readonly spanId: string
  readonly isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const isZero = (digits: string): boolean => /^0+$/.test(digits)
const newSpan = (): string => randomBytes(8).toString('hex')

/** What a `traceparent` header says; null where it is not one. Later versions may say more at its end. */
export function read(header: string | null | undefined): Trace | null {
  const [, version, traceId, spanId, flags, rest] = form.exec((header ?? '').slice(0, 512)) ?? []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  if ((version === '00' && rest !== undefined) || isZero(traceId) || isZero(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

/** A trace that begins here. */
export const start = (): Trace => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: newSpan(),
  isSampled: true,
})

/** The next step of a trace: what a service does for whoever called it, or asks of another one. */
export const next = (trace: Trace): Trace => ({ ...trace, spanId: newSpan() })

/** The header that hands a trace on. */
export const toHeader = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** A trace of a round, with the id that it has everywhere. */
export const ofRound = (round: Parameters<typeof Round.traceId>[0]): Trace => ({
  traceId: Round.traceId(round),
  spanId: newSpan(),
  isSampled: true,
})
