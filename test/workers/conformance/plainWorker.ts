import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A worker written to the letter of seed 001, and to nothing else: two endpoints, four fields, one field. It signs nothing, refuses
 * nothing for its length, and serves no card.
 */
export async function startPlainWorker(more: object = {}): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const fields = readJson(Buffer.concat(chunks).toString())
    if (request.url === '/a2a/resolve') return send(response, { ...answerTo(fields), ...more })
    if (request.url !== '/a2a/challenge') return response.writeHead(404).end()
    const challenges = Array.isArray(fields.challenges) ? fields.challenges : []
    return send(response, {
      responses: challenges.map((one) => `To "${String(one).slice(0, 60)}": the minutes say so.`),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, value: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const answerTo = ({ question }: Record<string, unknown>) => ({
  determination: String(question).includes('Unicode'),
  confidence: 0.8234567,
  evidence: 'The minutes of the meeting name the day. '.repeat(200),
  sources: ['https://example.org/minutes'],
})
