import { BaseError, Bytes, Wire } from '../../protocol/index.ts'
import { once } from '../../services/http/once.ts'
import type { Answered, Task } from '../pipeline/Resolver.ts'
import type { Agent, Worked } from './Agent.ts'

/** Room in an answer for the signature that is added to it: the longest one, with its keys. */
const attestationBytes = 330

/** Decides a task, in its turn, once however many ask for it. What comes out fits the wire. */
export function work(agent: Agent, task: Task): Promise<Worked> {
  const key = `work ${task.requestHash} ${task.created} ${task.round}`
  return once(agent.flights, key, () =>
    agent.queue.run(async () => {
      const end = agent.metrics.workSeconds.startTimer()
      const answered = await limited(agent, (signal) => agent.resolver.resolve(task, { signal }))
      const reply = fitted(withProof(agent, answered))
      const read = Wire.readAnswerValue(reply)
      if (read.reason !== null) throw new UnwritableAnswerError(read.detail)
      end()
      agent.metrics.outcomes.inc({ outcome: Wire.outcomeOf(reply) })
      return { task, reply, proof: answered.proof, responses: agent.resolver.prepare(task, answered) }
    }),
  )
}

/** With a signal that ends the work when its time is up or the agent stops; afterwards nothing refers to it any more. */
async function limited<result>(
  { stopping, limits }: Agent,
  run: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, limits.workMs)
  stopping.addEventListener('abort', abort, { once: true })
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', abort)
    // Node keeps every signal that was combined with this one and is listened to, until one of them is aborted.
    abort()
  }
}

/** A proof that is published is named in the answer, so that what is signed commits to it. */
function withProof(agent: Agent, { reply, proof }: Answered): Answered['reply'] {
  if (proof === null || reply.por !== undefined) return reply
  const root = proof.bundle.por_root
  return { ...reply, por: { root, uri: `${agent.publicUrl}/por/${root}` } }
}

const size = (value: unknown): number => Bytes.fromText(JSON.stringify(value)).length

/** Shortens the evidence where text, sources and signature together would be longer than an answer may be. */
function fitted(reply: Answered['reply']): Answered['reply'] {
  const excess = size(reply) + attestationBytes - Wire.limits.answer
  if (excess <= 0) return reply
  const bytes = Buffer.from(reply.evidence)
  // Cut in bytes; what remains of a character that was cut through is dropped. Escapes only make it shorter still.
  const kept = bytes.subarray(0, Math.max(0, bytes.length - excess - 4)).toString('utf8')
  return { ...reply, evidence: `${kept.replace(/\uFFFD+$/, '')}…` }
}

export class UnwritableAnswerError extends BaseError {
  override readonly name = 'Agent.UnwritableAnswerError'
  constructor(detail: string) {
    super(`The resolver gave an answer that the wire does not take: ${detail}.`)
  }
}
