import { randomUUID } from 'node:crypto'
import { RefusedError } from '../../../services/http/Failure.ts'
import { type End, ended, isOver, type Task } from './Task.ts'

/** The tasks of all callers, in memory. Each caller sees its own; what was answered is kept elsewhere, and can be asked for again. */

/** Who sent it; null where nobody can tell: such a task is found by its id, and never listed. */
export type Caller = string | null

/** A task with what it takes to wait for it. */
export type Entry = { readonly caller: Caller; task: Task; readonly over: Promise<void> }

export type TaskList = {
  /** A new task, which ends with what `work` comes to, unless it was canceled before. */
  begin(caller: Caller, contextId: string | undefined, work: () => Promise<End>): Entry
  /** A task of this caller; undefined for one that is not, or no longer, there. */
  find(caller: Caller, id: string): Entry | undefined
  /** All tasks of this caller, the one that changed last first. */
  of(caller: Caller): readonly Task[]
  /** Ends a task that is not over; what its work still comes to is dropped. */
  cancel(entry: Entry): void
}

export type TaskListOptions = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly extension: string
  readonly perCaller?: number
  readonly inAll?: number
}

export function makeTaskList({ now, extension, perCaller = 64, inAll = 4_096 }: TaskListOptions): TaskList {
  /** In the order in which they last changed. */
  const entries = new Map<string, Entry>()
  const timestamp = () => new Date(now()).toISOString()

  /** Forgets the oldest task that is over, so that one more fits. */
  function makeRoom(isCounted: (entry: Entry) => boolean, most: number): void {
    const counted = [...entries.values()].filter(isCounted)
    if (counted.length < most) return
    const oldest = counted.find(({ task }) => isOver(task))
    if (oldest === undefined)
      throw new RefusedError('overloaded', 'Too many tasks are under way.', { retryAfter: 5 })
    entries.delete(oldest.task.id)
  }

  function end(entry: Entry, how: End): void {
    if (isOver(entry.task)) return
    entry.task = ended(entry.task, how, { timestamp: timestamp(), extension })
    if (!entries.delete(entry.task.id)) return
    entries.set(entry.task.id, entry)
  }

  return {
    begin(caller, contextId = randomUUID(), work) {
      if (caller !== null) makeRoom((entry) => entry.caller === caller, perCaller)
      makeRoom(() => true, inAll)
      const id = randomUUID()
      let finish = () => {}
      const over = new Promise<void>((resolve) => {
        finish = resolve
      })
      const status = { state: 'TASK_STATE_WORKING' as const, timestamp: timestamp() }
      const entry: Entry = { caller, over, task: { id, contextId, status } }
      entries.set(id, entry)
      work().then(
        (how) => {
          end(entry, how)
          finish()
        },
        () => {
          end(entry, {
            state: 'TASK_STATE_FAILED',
            text: 'The worker failed; the fault is not in your request.',
          })
          finish()
        },
      )
      return entry
    },
    find(caller, id) {
      const entry = entries.get(id)
      return entry?.caller === caller ? entry : undefined
    },
    of: (caller) =>
      [...entries.values()]
        .filter((entry) => entry.caller === caller && caller !== null)
        .map(({ task }) => task)
        .reverse(),
    cancel: (entry) => end(entry, { state: 'TASK_STATE_CANCELED', text: 'Canceled as you asked.' }),
  }
}
