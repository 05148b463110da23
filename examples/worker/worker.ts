import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Finding = { outcome: 'YES' | 'NO' | 'INVALID'; confidence: number; evidence: string; sources: string[] }

/** Your work goes here. What you cannot decide is INVALID: a guess costs half the stake, honest doubt costs nothing. */
function investigate(question: string): Finding {
  if (/Unicode Standard/.test(question)) {
    const evidence = 'The Unicode Consortium dates version 16.0 to September 10, 2024, before 2025 began.'
    const sources = ['https://www.unicode.org/versions/Unicode16.0.0/']
    return { outcome: 'YES', confidence: 0.97, evidence, sources }
  }
  return { outcome: 'INVALID', confidence: 0, evidence: 'I found nothing that decides this.', sources: [] }
}

type Fields = Record<string, unknown>

/** Answers by request: the same request must get the same bytes. Keep them in a database to survive a restart. */
const kept = new Map<string, object>()

function resolve({ market_id, question, deadline, context }: Fields): object | null {
  const isRequest =
    Number.isSafeInteger(market_id) &&
    typeof question === 'string' &&
    (deadline === undefined || Number.isSafeInteger(deadline)) &&
    (context === undefined || typeof context === 'string')
  if (!isRequest) return null
  const key = JSON.stringify([market_id, question, deadline, context])
  const reply = kept.get(key) ?? answer(question)
  kept.set(key, reply)
  // Anyone may ask: what is kept must have an end.
  if (kept.size > 10_000) kept.delete(kept.keys().next().value!)
  return reply
}

function answer(question: string): object {
  const { evidence, sources, ...found } = investigate(question)
  // A rule with a source other than `manual` is decided by a number. This worker reads none, so its check is INVALID.
  const isAuto = /^source:(?!manual\s*$)/m.test(question)
  const { outcome, confidence } = isAuto ? { outcome: 'INVALID', confidence: 0 } : found
  const reply = { determination: outcome === 'YES', outcome, confidence, evidence, sources }
  return isAuto ? { ...reply, rule_check: { observed_at: 0, value: '0', tier: 3, result: outcome } } : reply
}

function defend({ challenges }: Fields): object | null {
  if (!Array.isArray(challenges) || challenges.some((one) => typeof one !== 'string')) return null
  const responses = challenges.map((challenge: string) =>
    /weakest/.test(challenge)
      ? 'I rest on one source; it is the one that defines the fact.'
      : 'My evidence names its source and date; a dated source that says otherwise would change my mind.',
  )
  return { responses }
}

const card = {
  name: 'Example worker',
  description: 'Answers market questions of CREsolver.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'http://127.0.0.1:4001/a2a', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: {},
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [
    { id: 'resolve-market', name: 'Resolve', description: 'Answers a market question.', tags: ['resolve'] },
    { id: 'defend-resolution', name: 'Defend', description: 'Defends its answer.', tags: ['challenge'] },
  ],
}

const maxBytes = 65_536
const posts: Record<string, typeof resolve> = { '/a2a/resolve': resolve, '/a2a/challenge': defend }
const gets: Record<string, object> = { '/health': { status: 'ok' }, '/.well-known/agent-card.json': card }

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: string) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  const refuse = (status: number, error: string) => send(status, JSON.stringify({ error }))
  const path = request.url ?? ''
  if (request.method === 'GET' && gets[path]) return send(200, JSON.stringify(gets[path]))
  const handle = request.method === 'POST' ? posts[path] : undefined
  if (handle === undefined) return refuse(404, 'There is no such place.')
  if (!request.headers['content-type']?.startsWith('application/json')) return refuse(415, 'Send JSON.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    // What is too long is read and forgotten, so that the caller gets to see why it was refused.
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) return refuse(413, `Send at most ${maxBytes} bytes.`)
  const fields = parse(Buffer.concat(chunks).toString())
  const reply = fields && handle(fields)
  if (reply === null) return refuse(400, 'This is no request of the agent protocol.')
  send(200, JSON.stringify(reply))
}

function parse(text: string): Fields | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy())
})
server.listen(Number(process.env.PORT ?? 4001), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
})
