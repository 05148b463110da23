import { Role, type Task } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'

/** The client of the A2A project itself, as somebody uses it who knows nothing of ours. */
export function clientOf(url: string, fetchImpl: typeof fetch = fetch): Promise<Client> {
  const transports = [new JsonRpcTransportFactory({ fetchImpl })]
  return new ClientFactory({
    transports,
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }).createFromUrl(url)
}

/** A message with one data part, in the client's terms. */
export const saying = (data: object, more: { returnImmediately?: boolean; taskId?: string } = {}) => ({
  tenant: '',
  message: {
    messageId: 'message-1',
    contextId: '',
    taskId: more.taskId ?? '',
    role: Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'data' as const, value: data },
        metadata: undefined,
        filename: '',
        mediaType: 'application/json',
      },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    returnImmediately: more.returnImmediately ?? false,
  },
  metadata: undefined,
})

/** Sends a message and gives the task that comes back. */
export async function taskOf(client: Client, ...words: Parameters<typeof saying>): Promise<Task> {
  const result = await client.sendMessage(saying(...words))
  if (!('id' in result)) throw new Error('A message came back, not a task.')
  return result
}

/** The one data part of a task's one artifact. */
export function dataOf({ artifacts }: Task): unknown {
  const parts = artifacts.flatMap((one) => one.parts)
  const [part] = parts
  if (parts.length !== 1 || part?.content?.$case !== 'data') throw new Error('There is not one data part.')
  return part.content.value
}
