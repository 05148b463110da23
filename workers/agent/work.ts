import { Wire } from '../../protocol/index.ts'
import { once } from '../../services/http/once.ts'
import type { Answered, Task } from '../pipeline/Resolver.ts'
import { fitAnswer } from '../sdk/fit.ts'
import { limited } from '../sdk/limited.ts'
import type { Agent, Worked } from './Agent.ts'

/** Decides a task, in its turn, once however many ask for it. What comes out fits the wire. */
export function work(agent: Agent, task: Task): Promise<Worked> {
  const key = `work ${task.requestHash} ${task.created} ${task.round}`
  return once(agent.flights, key, () =>
    agent.queue.run(async () => {
      const end = agent.metrics.workSeconds.startTimer()
      const bounds = { stopping: agent.stopping, workMs: agent.limits.workMs }
      const answered = await limited(bounds, (signal) => agent.resolver.resolve(task, { signal }))
      const reply = fitAnswer(withProof(agent, answered))
      end()
      agent.metrics.outcomes.inc({ outcome: Wire.outcomeOf(reply) })
      return { task, reply, proof: answered.proof, responses: agent.resolver.prepare(task, answered) }
    }),
  )
}

/** A proof that is published is named in the answer, so that what is signed commits to it. */
function withProof(agent: Agent, { reply, proof }: Answered): Answered['reply'] {
  if (proof === null || reply.por !== undefined) return reply
  const root = proof.bundle.por_root
  return { ...reply, por: { root, uri: `${agent.publicUrl}/por/${root}` } }
}
