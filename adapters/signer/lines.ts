import type { Socket } from 'node:net'
import { maxLine } from './Message.ts'

/** The lines that a socket sends, none longer than agreed; one that is ends the connection. */
export async function* lines(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  socket.setEncoding('utf8')
  for await (const chunk of socket as AsyncIterable<string>) {
    rest += chunk
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      if (end > maxLine) return
      yield rest.slice(0, end)
      rest = rest.slice(end + 1)
    }
    if (rest.length > maxLine) return
  }
}
