import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { subnetOf } from './caller.ts'
import { statuses, toBody } from './Failure.ts'

/**
 * Closes connections of an address that has so many open already, so that one that opens all it can leaves room for the others. To
 * be used where callers connect themselves: behind a proxy all of them have the proxy's address.
 */
export function capConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = subnetOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (count > most) refuse(socket)
  })
}

function refuse(socket: Socket): void {
  const body = JSON.stringify(
    toBody('rate-limited', 'Too many connections from here are open.', randomUUID()),
  )
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 ${statuses['rate-limited']} Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `retry-after: 5\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
