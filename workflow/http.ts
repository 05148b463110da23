import { bytesToBase64, cre, type NodeRuntime, text } from '@chainlink/cre-sdk'
import { Bytes } from '../protocol/index.ts'
import type { Config } from './config.ts'

/** Requests of one node. One is under way as soon as it is sent; its reply is waited for when it is needed. */
export type Reply = { readonly status: number; readonly body: string }
export type Sent = () => Reply | null

export type Request = {
  readonly url: string
  readonly timeout: string
  /** Bearer. */
  readonly token?: string | null
  /** A POST of this JSON; without it a GET. */
  readonly json?: string
}

/** Sends without the cache: what all nodes get from one place would say nothing about that place. */
export function send(node: NodeRuntime<Config>, { url, timeout, token, json }: Request): Sent {
  const headers = {
    accept: { values: ['application/json'] },
    ...(json === undefined ? {} : { 'content-type': { values: ['application/json'] } }),
    ...(token === undefined || token === null ? {} : { authorization: { values: [`Bearer ${token}`] } }),
  }
  const sent = new cre.capabilities.HTTPClient().sendRequest(node, {
    url,
    method: json === undefined ? 'GET' : 'POST',
    multiHeaders: headers,
    timeout,
    ...(json === undefined ? {} : { body: bytesToBase64(Bytes.fromText(json)) }),
  })
  return () => {
    try {
      const response = sent.result()
      return { status: response.statusCode, body: text(response) }
    } catch {
      // No connection, no time, too much: for us it is no reply, whatever the words.
      return null
    }
  }
}

export const isOk = ({ status }: Reply): boolean => status >= 200 && status < 300
