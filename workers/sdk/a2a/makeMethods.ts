import { z } from 'zod'
import type { Json } from '../../../protocol/index.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import type { Log } from '../../../services/http/Log.ts'
import { NotReadyError } from '../NotReady.ts'
import { RpcError } from './RpcError.ts'
import { type Asked, readMessage, sendParams } from './readMessage.ts'
import { type End, isOver, states, type Task } from './Task.ts'
import type { Caller, Entry, TaskList } from './TaskList.ts'

/** One method of A2A: what it gives to a caller with these parameters. Throws `RpcError` where it gives nothing. */
export type Method = (caller: Caller, params: unknown) => Promise<unknown> | unknown

export type MethodOptions = {
  readonly tasks: TaskList
  readonly log: Log
  /** The body of the reply to a request: an answer or a defence. */
  reply(asked: Asked): Promise<string>
}

/** The methods of A2A v1.0 by name, those that an agent without streams, webhooks and a second card refuses included. */
export function makeMethods({ tasks, log, reply }: MethodOptions): ReadonlyMap<string, Method> {
  const known = (caller: Caller, id: string): Entry => {
    const entry = tasks.find(caller, id)
    if (entry === undefined)
      throw new RpcError(
        'TASK_NOT_FOUND',
        'There is no such task here, or no longer: send its message again.',
      )
    return entry
  }

  async function end(asked: Asked): Promise<End> {
    try {
      const value = JSON.parse(await reply(asked)) as Json.Json
      return { state: 'TASK_STATE_COMPLETED', name: asked.phase === 'resolve' ? 'answer' : 'defence', value }
    } catch (error) {
      if (error instanceof NotReadyError)
        return {
          state: 'TASK_STATE_REJECTED',
          text: `${error.shortMessage} Ask again in ${error.retryAfter} s.`,
          metadata: { reason: 'not-ready', retry_after: error.retryAfter },
        }
      if (error instanceof RefusedError)
        return {
          state: 'TASK_STATE_FAILED',
          text: error.shortMessage,
          metadata: { reason: error.reason, ...(error.retryAfter && { retry_after: error.retryAfter }) },
        }
      log.error({ err: error }, 'a task failed')
      throw error
    }
  }

  async function sendMessage(caller: Caller, params: unknown): Promise<object> {
    const { message, configuration = {} } = read(sendParams, params)
    if (message.taskId !== undefined) {
      known(caller, message.taskId)
      throw new RpcError('UNSUPPORTED_OPERATION', 'A task takes one message; send this one without `taskId`.')
    }
    if (configuration.taskPushNotificationConfig !== undefined) throw noWebhooks()
    const asked = readMessage(message)
    const entry = tasks.begin(caller, message.contextId, () => end(asked))
    if (configuration.returnImmediately !== true) await entry.over
    return { task: entry.task }
  }

  const refusing = (error: () => RpcError) => () => {
    throw error()
  }
  const noStream = refusing(() => new RpcError('UNSUPPORTED_OPERATION', 'Streams are not supported here.'))
  return new Map<string, Method>([
    ['SendMessage', sendMessage],
    ['GetTask', (caller, params) => known(caller, read(taskParams, params).id).task],
    ['ListTasks', (caller, params) => list(tasks.of(caller), read(listParams, params))],
    [
      'CancelTask',
      (caller, params) => {
        const entry = known(caller, read(taskParams, params).id)
        if (isOver(entry.task)) throw new RpcError('TASK_NOT_CANCELABLE', 'The task is over.')
        tasks.cancel(entry)
        return entry.task
      },
    ],
    ['SendStreamingMessage', noStream],
    ['SubscribeToTask', noStream],
    ...['Create', 'Get', 'Delete'].map((verb): [string, Method] => [
      `${verb}TaskPushNotificationConfig`,
      refusing(noWebhooks),
    ]),
    ['ListTaskPushNotificationConfigs', refusing(noWebhooks)],
    [
      'GetExtendedAgentCard',
      refusing(() => new RpcError('UNSUPPORTED_OPERATION', 'There is one card, for everybody.')),
    ],
  ])
}

const noWebhooks = () => new RpcError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'No webhook is called: use GetTask.')

const taskParams = z.object({ id: z.string().max(256) })

const listParams = z.object({
  contextId: z.string().max(256).optional(),
  status: z.enum(['TASK_STATE_UNSPECIFIED', 'TASK_STATE_SUBMITTED', ...states]).optional(),
  pageSize: z.int().min(1).max(100).default(50),
  pageToken: z.string().max(256).default(''),
  statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
  includeArtifacts: z.boolean().default(false),
})

/** One page of a caller's tasks; its token is the last task of the page before. */
function list(all: readonly Task[], params: z.output<typeof listParams>): object {
  const { contextId = '', status = 'TASK_STATE_UNSPECIFIED', statusTimestampAfter, pageSize } = params
  const since = statusTimestampAfter === undefined ? 0 : Date.parse(statusTimestampAfter)
  const fitting = all.filter(
    (one) =>
      (contextId === '' || one.contextId === contextId) &&
      (status === 'TASK_STATE_UNSPECIFIED' || one.status.state === status) &&
      Date.parse(one.status.timestamp) >= since,
  )
  const before = fitting.findIndex(({ id }) => id === params.pageToken)
  if (params.pageToken !== '' && before < 0)
    throw new RpcError('INVALID_PARAMS', 'pageToken: no page begins here any more', 'pageToken')
  const page = fitting.slice(before + 1, before + 1 + pageSize)
  const isLast = before + 1 + page.length >= fitting.length
  return {
    tasks: params.includeArtifacts ? page : page.map(({ artifacts, ...task }) => task),
    nextPageToken: isLast ? '' : page.at(-1)!.id,
    pageSize,
    totalSize: fitting.length,
  }
}

function read<schema extends z.ZodType>(schema: schema, params: unknown): z.output<schema> {
  const result = schema.safeParse(params ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue!.path.map(String).join('.')
  throw new RpcError(
    'INVALID_PARAMS',
    `${field || 'params'}: ${issue!.message}`.slice(0, 300),
    field || 'params',
  )
}
