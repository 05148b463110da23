import { errorOf, type Fault, replyOf, send } from './fakeProvider.ts'

/** Ways in which a provider goes wrong. */
export const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    send(response, code, { error: { type: 'overloaded_error', message: 'busy' } }, headers)

/** The account is empty: each API says so with 429, and waiting does not help. */
export const withoutCredit: Fault = (response, dialect) => {
  const refusal = { status: 429, kind: 'insufficient_quota', message: 'You exceeded your current quota' }
  const error = { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } }
  send(response, 429, dialect === 'openai' ? errorOf(dialect, refusal) : { type: 'error', error })
}

/** A good reply, after a while. */
export const slow =
  (milliseconds: number): Fault =>
  (response, _, good) => {
    setTimeout(() => send(response, 200, good), milliseconds)
  }

export const garbage: Fault = (response) => send(response, 200, '{"choices": [<html>')

/** All is well but for one byte, which no UTF-8 has. */
export const notText: Fault = (response, _, good) => {
  const bytes = Buffer.from(JSON.stringify(good))
  bytes[bytes.indexOf('echo')] = 0xff
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(bytes)
}

export const anotherShape: Fault = (response) =>
  send(response, 200, { hello: 'world', choices: [], content: 1 })

export const withoutUsage: Fault = (response, _, good) => send(response, 200, { ...good, usage: undefined })

export const page: Fault = (response, _, good) => send(response, 200, good, { 'content-type': 'text/html' })

export const reset: Fault = (response) => response.socket?.resetAndDestroy()

/** Fewer bytes than announced, then the connection ends. */
export const halfBody: Fault = (response, _, good) => {
  const text = JSON.stringify(good)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
}

/** Chunks of which the last never comes. */
export const halfChunks: Fault = (response, _, good) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(JSON.stringify(good), () => response.socket?.destroy())
}

export const hang: Fault = () => {}

export const hangInBody: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}

/** More than anybody wants to read; stops when nobody does. */
export const endless: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

export const redirect =
  (to: string): Fault =>
  (response) =>
    send(response, 307, '', { location: to })

export const says =
  (text: string | null, end?: string, refusal?: string): Fault =>
  (response, dialect) =>
    send(response, 200, replyOf(dialect, text, end, refusal ?? null))
