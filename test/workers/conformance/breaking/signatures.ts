import { Bytes, type Wire } from '../../../../protocol/index.ts'
import { signer, type Twist } from '../conformingWorker.ts'
import { type Breaking, type Reply, setting, without } from './Breaking.ts'

const stating = (phase: Wire.Phase, change: Partial<Wire.Statement>) => (): Twist => ({
  statement: (statement) => (statement.phase === phase ? { ...statement, ...change } : statement),
})
const zero = Bytes.zero32
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature of the same statement: s in the upper half. */
function malleate(reply: object): object {
  const { attestation } = reply as Reply
  if (attestation === undefined) return reply
  const { signature } = attestation
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return { ...reply, attestation: { ...attestation, signature: `${signature.slice(0, 66)}${s}${v}` } }
}

export const signing: Breaking[] = [
  {
    rule: 'signed',
    name: 'does not sign',
    twist: () => ({ signed: without('attestation') }),
    options: { signer },
  },
  {
    rule: 'signer',
    name: 'signs as somebody else',
    twist: () => ({}),
    options: { signer: `0x${'12'.repeat(20)}` },
  },
  {
    rule: 'signature',
    name: 'signs another reply',
    twist: stating('resolve', { responseHash: zero }),
    seen: /does not recover/,
  },
  { rule: 'signature', name: 'signs another request', twist: stating('resolve', { requestHash: zero }) },
  { rule: 'signature', name: 'leaves the check out', twist: stating('resolve', { checkHash: zero }) },
  { rule: 'signature', name: 'signs another market', twist: stating('resolve', { marketId: 7 }) },
  { rule: 'signature', name: 'signs as another agent', twist: stating('resolve', { agentId: 8 }) },
  { rule: 'signature', name: 'signs the other phase', twist: stating('resolve', { phase: 'challenge' }) },
  {
    rule: 'signature',
    name: 'changes the answer after signing',
    twist: () => ({ signed: setting({ evidence: 'On second thoughts.' }) }),
  },
  { rule: 'signature', name: 'sends the upper half of a signature', twist: () => ({ signed: malleate }) },
  {
    rule: 'signature-round',
    name: 'signs every round as the first',
    twist: stating('resolve', { round: 1 }),
  },
  {
    rule: 'signs-once',
    name: 'keeps one answer a round, and signs another one when it is asked again',
    twist: () => {
      let thoughts = 0
      return {
        forgets: (request) => 'deadline' in request,
        answer: (reply) => ({ ...reply, evidence: `${reply.evidence} Thought ${++thoughts}.` }),
      }
    },
    seen: /for one request/,
  },
  {
    rule: 'unsigned-without-context',
    name: 'signs without knowing what for',
    twist: () => ({ signsBlindly: true }),
    status: 'warn',
  },
  {
    rule: 'defence-signed',
    name: 'does not sign its defence',
    twist: () => ({ signedDefence: without('attestation') }),
    seen: /not signed/,
  },
  {
    rule: 'defence-signed',
    name: 'signs its defence as an answer',
    twist: stating('challenge', { phase: 'resolve' }),
    seen: /does not recover/,
  },
  {
    rule: 'defence-signed-once',
    name: 'keeps one defence a round, and signs another one when it is challenged again',
    twist: () => {
      let hasForgotten = false
      return {
        forgets: (request) => {
          const isShort = 'challenges' in request && (request.challenges as string[]).length === 2
          hasForgotten ||= isShort
          return isShort
        },
        defence: ({ responses }) => ({
          responses: responses.map((one) => (hasForgotten ? 'On second thoughts.' : one)),
        }),
      }
    },
    seen: /for one challenge/,
  },
]
