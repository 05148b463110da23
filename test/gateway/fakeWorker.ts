import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Round, Wire } from '../../protocol/index.ts'
import { attest, attestDefence, replyOf } from '../helpers/round.ts'

/** A worker on loopback that does what the test wants, and remembers what it was asked. */
export type FakeWorker = {
  readonly url: string
  readonly asked: { path: string; body: unknown; authorization: string | undefined }[]
  stop(): Promise<void>
}

export type Behaviour = (path: string, body: never, response: ServerResponse, calls: number) => unknown

export async function startFakeWorker(behaviour: Behaviour): Promise<FakeWorker> {
  const asked: FakeWorker['asked'] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const body = text === '' ? null : JSON.parse(text)
    asked.push({ path, body, authorization: request.headers.authorization })
    try {
      await behaviour(path, body as never, response, asked.filter((one) => one.path === path).length)
    } catch (error) {
      response.destroy(error as Error)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const send = (response: ServerResponse, value: unknown, status = 200, headers: object = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof value === 'string' ? value : JSON.stringify(value))

/** Answers and defends as worker `i` of the round should, with what it saw. */
export const honest =
  (round: Round.Round, i: number, value = '75120.5', changes: Partial<Wire.ResolveReply> = {}): Behaviour =>
  async (path, body, response) => {
    if (path === '/a2a/resolve') return send(response, await attest(round, i, replyOf(value, changes)))
    const responses = ['The sample at the deadline.', 'Another sample in the window.', 'One provider only.']
    return send(response, await attestDefence(round, i, body, responses))
  }

/** Says something else to the first question, and defends honestly. */
export const answering =
  (reply: (response: ServerResponse, calls: number) => unknown, then: Behaviour): Behaviour =>
  (path, body, response, calls) =>
    path === '/a2a/resolve' ? reply(response, calls) : then(path, body, response, calls)
