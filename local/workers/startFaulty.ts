import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = { readonly url: string; stop(): Promise<void> }

/** A worker that takes every question and never says a word. */
export const startSilent = (): Promise<Listening> => listen(() => {})

/** A worker that answers at once, in a form that nobody agreed on. */
export const startMalformed = (): Promise<Listening> =>
  listen((request, response) => {
    request.resume()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"determination":"probably","confidence":"high","evidence":["I just know."]}')
  })

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
