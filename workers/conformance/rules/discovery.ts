import { z } from 'zod'
import { Json } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import { describe, objectOf } from '../Probe.ts'
import { fail, pass } from '../RuleResult.ts'

/** What A2A v1.0 asks of a card; there is more it allows. */
const text = z.string().min(1).max(4_096)
const card = z.object({
  name: text,
  description: text,
  version: text,
  supportedInterfaces: z
    .array(z.object({ url: z.string().regex(/^https?:\/\//), protocolBinding: text, protocolVersion: text }))
    .min(1),
  capabilities: z.object({}),
  defaultInputModes: z.array(text).min(1),
  defaultOutputModes: z.array(text).min(1),
  skills: z.array(z.object({ id: text, name: text, description: text, tags: z.array(text) })).min(1),
})

const cardPath = '/.well-known/agent-card.json'
/** Where A2A had it before, and where the original CREsolve workflow looks before it asks a worker. */
const oldCardPath = '/.well-known/agent.json'
const arrived = ['resolve-reply', 'resolve-in-time']

export const discovery: readonly ConformanceRule[] = [
  {
    id: 'card',
    title: 'there is an agent card',
    requirement: 'A2A v1.0',
    severity: 'should',
    needs: arrived,
    async run(probe) {
      const reply = (await probe.get(cardPath))!
      if (reply.kind === 'reply' && reply.status === 200 && objectOf(reply, Json.maxDepth) !== null)
        return pass(`${reply.body.length} bytes of JSON.`)
      return fail(
        `${cardPath} gave ${describe(reply)}.`,
        'Serve a card, so that others find out what you do.',
      )
    },
  },
  {
    id: 'card-shape',
    title: 'the agent card has the fields of A2A v1.0',
    requirement: 'A2A v1.0',
    severity: 'should',
    needs: [...arrived, 'card'],
    async run(probe) {
      const value = objectOf((await probe.get(cardPath))!, Json.maxDepth)
      const result = card.safeParse(value)
      if (result.success) return pass(`${result.data.skills.length} skills.`)
      const [issue] = result.error.issues
      return fail(`${issue!.path.map(String).join('.')}: ${issue!.message}`, 'Add or mend that field.')
    },
  },
  {
    id: 'old-card',
    title: `${oldCardPath} is there, without which the original CREsolve workflow leaves a worker out`,
    requirement: 'CREsolve',
    severity: 'should',
    needs: [...arrived, 'card'],
    async run(probe) {
      const reply = (await probe.get(oldCardPath))!
      if (reply.kind === 'reply' && reply.status === 200) return pass('Status 200.')
      return fail(`${oldCardPath} gave ${describe(reply)}.`, 'Serve your card there, too.')
    },
  },
  {
    id: 'health',
    title: 'GET /health says 200',
    requirement: 'operation',
    severity: 'should',
    needs: arrived,
    async run(probe) {
      const reply = (await probe.get('/health'))!
      if (reply.kind === 'reply' && reply.status === 200) return pass('Status 200.')
      return fail(`/health gave ${describe(reply)}.`, 'Serve it, so that what runs you knows that you live.')
    },
  },
]
