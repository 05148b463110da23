import { Wire } from '../../protocol/index.ts'
import { once } from '../../services/http/once.ts'
import type { Answered, Task } from '../pipeline/Resolver.ts'
import { toAbstention } from '../pipeline/respond.ts'
import { SOPExecutionError } from '../pipeline/Stage.ts'
import { fitAnswer } from '../sdk/fit.ts'
import { limited } from '../sdk/limited.ts'
import type { Agent, Worked } from './Agent.ts'

/**
 * Decides a task, in its turn, once however many ask for it. What comes out fits the wire. `until` is when it is of no more use, in
 * milliseconds since 1970; who joins work under way takes the time that it has.
 */
export function work(agent: Agent, task: Task, until: number): Promise<Worked> {
  const key = `work ${task.requestHash} ${task.created} ${task.round}`
  return once(agent.flights, key, () =>
    agent.queue.run(async () => {
      const begunAt = agent.chainClock.now()
      const end = agent.metrics.workSeconds.startTimer()
      const bounds = { stopping: agent.stopping, workMs: agent.limits.workMs }
      const answered = await limited(bounds, (signal) => agent.resolver.resolve(task, { signal, until }))
      const reply = fitAnswer(withProof(agent, answered))
      end()
      agent.metrics.outcomes.inc({ outcome: Wire.outcomeOf(reply) })
      if (answered.again !== undefined) agent.metrics.failedAnswers.inc({ again: answered.again })
      return toWorked(agent, task, { ...answered, reply }, begunAt)
    }),
  )
}

/** What stands for a round that no number decides when its time is up: doubt, and nothing else. */
export const giveUp = (agent: Agent, task: Task): Worked => {
  const error = new SOPExecutionError('judge', 'TIMEOUT', { reason: 'I could not decide it in time.' })
  return toWorked(agent, task, toAbstention(task, error), agent.chainClock.now())
}

const toWorked = (agent: Agent, task: Task, answered: Answered, begunAt: number): Worked => ({
  task,
  reply: answered.reply,
  proof: answered.proof,
  responses: agent.resolver.prepare(task, answered),
  begunAt,
  again: answered.again ?? null,
})

/** A proof that is published is named in the answer, so that what is signed commits to it. */
function withProof(agent: Agent, { reply, proof }: Answered): Answered['reply'] {
  if (proof === null || reply.por !== undefined) return reply
  const root = proof.bundle.por_root
  return { ...reply, por: { root, uri: `${agent.publicUrl}/por/${root}` } }
}
