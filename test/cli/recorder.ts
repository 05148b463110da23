import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that answers with what it is given, and writes down what it was asked, bodies included. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: unknown
}

export type Recorder = {
  readonly url: string
  readonly asked: Asked[]
  /** What it answers from now on. */
  reply: { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  close(): Promise<void>
}

export async function startRecorder(): Promise<Recorder> {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = text === '' ? null : JSON.parse(text)
    asked.push({ method: request.method!, path: request.url!, headers: request.headers, body })
    const { status = 200, headers = {}, body: answer } = recorder.reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const recorder: Recorder = {
    url: `http://127.0.0.1:${port}`,
    asked,
    reply: { body: {} },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return recorder
}
