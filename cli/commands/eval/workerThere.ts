import { randomBytes } from 'node:crypto'
import { type BaseError, Hash, Json, Schema, Wire } from '../../../protocol/index.ts'
import { type Clock, sleep, wallClock } from '../../../services/Clock.ts'
import { exchange } from '../../../workers/conformance/exchange.ts'
import type { Answer, Candidate } from './Candidate.ts'
import type { Case } from './Case.ts'
import type { PageServer, Served } from './servePages.ts'

export type ThereOptions = {
  /** Null: the worker is asked about the web as it is, and nothing is served. */
  readonly pages: PageServer | null
  readonly clock?: Clock
}

const limits = { timeout: 31_000, maxBytes: 1_048_576 }
/** A worker that is busy is asked again so often, as the protocol has it. */
const most = { tries: 4, pauseMs: 30_000 }

/**
 * A worker that runs elsewhere, asked over the wire as any client may. The question names the addresses at which the pages of the
 * case are served, as its sources.
 */
export function openThere(base: URL, { pages, clock = wallClock }: ThereOptions): Candidate {
  const url = new URL('a2a/resolve', base.href.endsWith('/') ? base : new URL(`${base.href}/`))
  // A worker may keep its answers: in another run the same case is another question.
  const run = randomBytes(4).toString('hex')
  let count = 0
  return {
    name: `worker at ${base.href}`,
    about: pages === null ? aboutLive : aboutServed(pages.url),
    by: Hash.ofText(`worker ${base.href} ${pages === null ? 'live' : 'served'}`),
    async answer(played) {
      const served = pages?.serve(`${run}${++count}`, played) ?? null
      const began = clock.now()
      try {
        const answer = await ask(url, requestOf(played, served), clock)
        const effort = { ms: clock.now() - began, stages: {} }
        return { ...answer, effort, ...(served === null ? {} : { fetched: served.fetched() }) }
      } finally {
        served?.remove()
      }
    },
    close: async () => pages?.close(),
  }
}

const aboutServed = (url: string): string =>
  `The pages of each case are served below ${url}, and the question names those addresses as its sources. What is measured is how ` +
  'the worker finds, fetches and reads them; it pays for its own model. In cases of which it fetched no page, it was not measured as a reader.'
const aboutLive =
  'Nothing is served: the worker is asked about the web as it is today, with sources of its own. The pages of the cases play no part.'

function requestOf(played: Case, served: Served | null): Wire.ResolveRequest {
  const { deadline } = played
  const question = served === null ? textOf(played) : `${textOf(played)}\n\n${sourcesIn(played, served)}`
  return Schema.read(Wire.resolveRequest, {
    market_id: 0,
    question,
    ...(deadline === null ? {} : { deadline }),
  })
}

function sourcesIn({ sources }: Case, { addressOf }: Served): string {
  const lines = sources.map(({ url, name, role, complete_for }) => {
    const complete = complete_for === null ? '' : `, complete for ${complete_for}`
    return `- ${name === '' ? 'Source' : name} (${role}${complete}): ${addressOf(url)}`
  })
  return ['Sources of this market:', ...lines].join('\n')
}

/** The question of a case as it stands in a request: the title, and under it the rules. */
const textOf = ({ question, rules }: Case): string => `${question}\n${rules}`.trim()

type Said = Omit<Answer, 'effort' | 'fetched'>

async function ask(url: URL, request: Wire.ResolveRequest, clock: Clock, attempt = 1): Promise<Said> {
  const headers = { 'content-type': 'application/json' }
  const got = await exchange(url, { method: 'POST', headers, body: JSON.stringify(request) }, limits)
  if (got.kind !== 'reply') return failing(`no reply from the worker: ${got.kind}`)
  const isBusy = got.status === 429 || got.status === 503
  if (isBusy && attempt < most.tries) {
    await sleep(clock, Math.min(1_000 * (got.retryAfter ?? attempt), most.pauseMs))
    return ask(url, request, clock, attempt + 1)
  }
  if (got.status !== 200) return failing(`the worker refused with status ${got.status}`)
  try {
    return toSaid(Schema.read(Wire.resolveReply, Json.parse(new TextDecoder().decode(got.body))))
  } catch (error) {
    return failing(`the reply is not one of the protocol: ${(error as BaseError).shortMessage}`)
  }
}

const toSaid = (reply: Wire.ResolveReply): Said => ({
  outcome: Wire.outcomeOf(reply),
  confidence: reply.confidence,
  rule: 'its own',
  why: reply.evidence.replaceAll('\n', ' ').slice(0, 300),
  failed: null,
})

const failing = (why: string): Said => ({ outcome: 'INVALID', confidence: 0, rule: 'none', why, failed: why })
