import { z } from 'zod'
import type { Json } from '../../../protocol/index.ts'

/** A task of A2A v1.0: one request that a worker was sent, how far it is, and what came of it. */

export const states = [
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
] as const
export type State = (typeof states)[number]

/** Every state but one is an end. */
export const isOver = ({ status }: Task): boolean => status.state !== 'TASK_STATE_WORKING'

/** One value, as the agent protocol has it. */
export const dataPart = z.object({ data: z.json(), mediaType: z.literal('application/json') })
const textPart = z.object({ text: z.string(), mediaType: z.literal('text/plain') })

/** The parts of A2A v1.0's Task that we use. */
export const task = z.object({
  id: z.string(),
  contextId: z.string(),
  status: z.object({
    state: z.enum(states),
    timestamp: z.iso.datetime(),
    message: z
      .object({
        messageId: z.string(),
        taskId: z.string(),
        contextId: z.string(),
        role: z.literal('ROLE_AGENT'),
        parts: z.array(textPart),
      })
      .optional(),
  }),
  artifacts: z
    .array(
      z.object({
        artifactId: z.string(),
        name: z.string(),
        parts: z.array(dataPart),
        extensions: z.array(z.string()),
      }),
    )
    .optional(),
  metadata: z.record(z.string(), z.json()).optional(),
})
export type Task = z.infer<typeof task>

/** How a task ended: with a value, or with a sentence that says why there is none. */
export type End =
  | { readonly state: 'TASK_STATE_COMPLETED'; readonly name: string; readonly value: Json.Json }
  | {
      readonly state: 'TASK_STATE_FAILED' | 'TASK_STATE_REJECTED' | 'TASK_STATE_CANCELED'
      readonly text: string
      readonly metadata?: Readonly<Record<string, string | number>>
    }

/** The task at its end; `extension` names what its value means. */
export function ended(
  { id, contextId }: Task,
  end: End,
  { timestamp, extension }: { readonly timestamp: string; readonly extension: string },
): Task {
  if (end.state === 'TASK_STATE_COMPLETED') {
    const parts = [{ data: end.value as z.core.util.JSONType, mediaType: 'application/json' as const }]
    return {
      id,
      contextId,
      status: { state: end.state, timestamp },
      artifacts: [{ artifactId: end.name, name: end.name, parts, extensions: [extension] }],
    }
  }
  const parts = [{ text: end.text, mediaType: 'text/plain' as const }]
  const message = { messageId: `${id}-end`, taskId: id, contextId, role: 'ROLE_AGENT' as const, parts }
  return {
    id,
    contextId,
    status: { state: end.state, timestamp, message },
    ...(end.metadata === undefined ? {} : { metadata: { ...end.metadata } }),
  }
}
