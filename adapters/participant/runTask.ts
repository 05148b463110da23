import { Schema } from '../../protocol/index.ts'
import { mineClaim } from './mineClaim.ts'
import type { Ports } from './Ports.ts'
import { TaskError } from './Reason.ts'
import { mineClaimResult, type Result, unreadableResult, verifyResult } from './Result.ts'
import { scope } from './Subject.ts'
import { readTask } from './Task.ts'
import { verify } from './verify.ts'

/**
 * Does one task, whoever wrote it, and says in the agreed form what came of it. The same task with ports that answer the same gives
 * the same result. Throws only where a port fails in a way that is nobody's answer.
 *
 * @example
 * const result = await runTask(JSON.parse(text), { now, nonce, fetch: live(), archive, self })
 */
export async function runTask(value: unknown, ports: Ports): Promise<Result> {
  try {
    const task = readTask(value, ports.specs)
    return task.taskType === 'mine_claim'
      ? Schema.read(mineClaimResult, await mineClaim(task, ports))
      : Schema.read(verifyResult, await verify(task, ports))
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return Schema.read(unreadableResult, toFailure(value, error))
  }
}

/** What of the task can be said again, so that whoever asked knows which one it was. */
function toFailure(value: unknown, { reason, shortMessage }: TaskError): object {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const echo = Object.entries(scope).flatMap(([field, schema]) => {
    const read = schema.safeParse(given[field])
    return read.success ? [[field, read.data] as const] : []
  })
  const taskType = typeof given.taskType === 'string' ? given.taskType.slice(0, 64) : null
  return {
    status: 'ERROR',
    taskType,
    ...Object.fromEntries(echo),
    reason,
    detail: shortMessage.slice(0, 2_048),
  }
}

/** What a command's exit code tells of a result: 1 it failed, 3 it was rejected. */
export const exitCodes = { OK: 0, ERROR: 1, REJECTED: 3 } as const
