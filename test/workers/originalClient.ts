/**
 * A client shaped as the original CREsolve workflow is: it finds a worker by the agentURI, looks for /.well-known/agent.json before it
 * asks, sends the seed's requests and nothing more, and reads the seed's fields and nothing more. Each step may leave a worker out.
 */
export type Discarded = { readonly discarded: string }

export type Found = {
  readonly determination: boolean
  readonly confidence: number
  readonly evidence: string
  readonly sources: readonly string[]
  readonly responses: readonly string[]
}

const head = 'data:application/json;base64,'

function endpointIn(agentUri: string): string | null {
  if (!agentUri.startsWith(head)) return null
  const { services } = JSON.parse(Buffer.from(agentUri.slice(head.length), 'base64').toString('utf8')) as {
    services?: { name: string; endpoint?: unknown }[]
  }
  const found = services?.find(
    ({ name, endpoint }) => name.toUpperCase() === 'A2A' && typeof endpoint === 'string',
  )
  return (found?.endpoint as string | undefined) ?? null
}

type Question = { readonly market_id: number; readonly question: string }

export async function askAsOriginal(agentUri: string, question: Question): Promise<Found | Discarded> {
  const endpoint = endpointIn(agentUri)
  if (endpoint === null) return { discarded: 'no_a2a_endpoint' }
  const seen = await fetch(`${endpoint}/.well-known/agent.json`)
  if (!seen.ok) return { discarded: `endpoint_unreachable: ${seen.status}` }
  const post = async <reply>(path: string, body: object): Promise<reply | null> => {
    const response = await fetch(`${endpoint}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? ((await response.json()) as reply) : null
  }
  const answer = await post<Omit<Found, 'responses'>>('/a2a/resolve', question)
  if (answer === null) return { discarded: 'no answer' }
  const { determination, confidence, evidence, sources } = answer
  const challenges = [
    'What makes you confident?',
    'What would change your mind?',
    'What is the weakest point?',
  ]
  const { responses } = (await post<Pick<Found, 'responses'>>('/a2a/challenge', { challenges })) ?? {
    responses: [],
  }
  return { determination, confidence, evidence, sources, responses }
}
