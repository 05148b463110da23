import { readFileSync } from 'node:fs'
import { Address, Instant, Question, Wire } from '../../../protocol/index.ts'
import type { Reply, Transport } from '../../../services/fetch/Transport.ts'
import type { Model } from '../../../services/model/Model.ts'
import { type LlmContext, llm } from '../../../workers/pipeline/llm.ts'
import type { Answered, Task } from '../../../workers/pipeline/Resolver.ts'
import type { Event } from '../../../workers/pipeline/Stage.ts'
import { load, type Role, roles } from '../../../workers/pipeline/text/Prompts.ts'
import type { TextConfig } from '../../../workers/pipeline/text/TextSource.ts'

/**
 * The worked example of the procedure: has one company announced that it acquires another? The companies do not exist. The pages
 * have the shapes of EDGAR's full-text search, of a newsroom's and a wire's RSS, and of a blog; the model's replies are recorded.
 */
export const stories = ['confirmed', 'rumours', 'silent', 'unavailable', 'late'] as const
export type Story = (typeof stories)[number]

/** What each story must end in. */
export const expected: Readonly<Record<Story, { readonly outcome: string; readonly rule: string }>> = {
  confirmed: { outcome: 'YES', rule: 'affirmed' },
  rumours: { outcome: 'NO', rule: 'silent' },
  silent: { outcome: 'NO', rule: 'silent' },
  unavailable: { outcome: 'INVALID', rule: 'unreachable' },
  late: { outcome: 'NO', rule: 'denied' },
}

export const question =
  'Will Aldermoor Systems announce an acquisition of Brightquay Robotics before March 31, 2026?'
export const created = Instant.parse('2026-01-15T00:00:00Z')
export const deadline = Instant.parse('2026-03-31T23:59:59Z')
const retrievedAt = Instant.parse('2026-04-03T08:00:00Z')

export const text: TextConfig = {
  admit: ['primary', 'wire'],
  sources: [
    {
      id: 'edgar',
      provider: 'http',
      url: 'https://efts.sec.gov/LATEST/search-index?q=%22Brightquay%20Robotics%22&ciks=0009999901&forms=8-K',
      class: 'primary',
      description: 'SEC EDGAR filings of Aldermoor Systems',
      maxTier: 3,
      topics: ['Aldermoor'],
    },
    {
      id: 'newsroom',
      provider: 'web',
      url: 'https://newsroom.aldermoor.example/rss.xml',
      class: 'primary',
      description: 'Newsroom of Aldermoor Systems',
      maxTier: 3,
      completeFor: 'all news releases of Aldermoor Systems',
      topics: ['Aldermoor'],
    },
    {
      id: 'wire',
      provider: 'web',
      url: 'https://wire.example/mergers.rss',
      class: 'wire',
      description: 'Wire service, mergers desk',
      maxTier: 3,
      topics: [],
    },
    {
      id: 'rumours',
      provider: 'web',
      url: 'https://dealwhispers.example/aldermoor',
      class: 'secondary',
      description: 'Deal Whispers blog',
      maxTier: 3,
      topics: [],
    },
  ],
}

const market = Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3')

const file = (name: string): string => readFileSync(new URL(`./acquisition/${name}`, import.meta.url), 'utf8')

type Page = Pick<Reply, 'status' | 'body'>
const ok = (name: string): Page => ({ status: 200, body: file(name) })
const down: Page = { status: 503, body: 'Service Unavailable' }

const quiet = {
  edgar: ok('edgar.silent.txt'),
  newsroom: ok('newsroom.silent.txt'),
  wire: ok('wire.silent.txt'),
}
const blog = ok('rumours.txt')
const empty: Page = {
  status: 200,
  body: '<!doctype html><title>Deal Whispers</title><p>Nothing heard this week.',
}

/** The pages of each story, by source. */
export const pages: Readonly<Record<Story, Readonly<Record<string, Page>>>> = {
  confirmed: {
    edgar: ok('edgar.confirmed.txt'),
    newsroom: ok('newsroom.confirmed.txt'),
    wire: ok('wire.confirmed.txt'),
    rumours: blog,
  },
  rumours: { ...quiet, rumours: blog },
  silent: { ...quiet, rumours: empty },
  unavailable: { edgar: down, newsroom: down, wire: quiet.wire, rumours: blog },
  late: { edgar: ok('edgar.late.txt'), newsroom: ok('newsroom.late.txt'), wire: quiet.wire, rumours: blog },
}

const recorded = JSON.parse(file('replies.json')) as {
  'prompt-engineer': unknown
  facts: Readonly<Record<string, object>>
}

const given: Readonly<Record<Story, readonly string[]>> = {
  confirmed: ['edgar', 'newsroom', 'wire'],
  rumours: [],
  silent: [],
  unavailable: [],
  late: ['edgar', 'newsroom'],
}

/** What is said of a page in one story; too late, the same words bear the other way. */
const factOf = (story: Story, id: string): object =>
  story === 'late' ? { ...recorded.facts[id], date: '2026-04-02', bears: 'NO' } : recorded.facts[id]!

/** What the model said in each story: both readers found the same. */
export function repliesOf(story: Story): Readonly<Record<Role, string>> {
  const facts = JSON.stringify({ facts: given[story].map((id) => factOf(story, id)) })
  const proposal = JSON.stringify(recorded['prompt-engineer'])
  return { 'prompt-engineer': proposal, 'first-reader': facts, 'second-reader': facts }
}

/** A model that says in each role what it is given to say. A role without words is a miss, and a miss throws. */
export function scriptedModel(replies: Partial<Readonly<Record<Role, string>>>, name = 'recorded'): Model {
  return {
    name,
    async complete({ system }) {
      const role = roles.find((one) => system.startsWith(`You are the ${one} of`))
      const reply = role === undefined ? undefined : replies[role]
      if (reply === undefined) throw new Error('There is no recording for this prompt.')
      return { text: reply, usage: { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 } }
    },
  }
}

/** Serves pages by the address of their source. */
export const pagesTransport =
  (served: Readonly<Record<string, Page>>, at = retrievedAt): Transport =>
  async ({ url }) => {
    const source = text.sources.find((one) => one.url === url)
    const page = source === undefined ? undefined : served[source.id]
    if (page === undefined) throw new Error(`Nothing is recorded for ${url}.`)
    return {
      ...page,
      headers: { 'content-type': typeOf(page.body) },
      retrievedAt: at,
      method: 'REPLAY',
    }
  }

const typeOf = (body: string): string =>
  body.startsWith('{') ? 'application/json' : body.startsWith('<?xml') ? 'application/rss+xml' : 'text/html'

const prompts = load()

/** Everything a worker needs to live through a story. */
export const acquisitionContext = (story: Story): LlmContext => ({
  collectorId: 'agent-7',
  sources: new Map(),
  transport: pagesTransport(pages[story]),
  model: scriptedModel(repliesOf(story)),
  text,
  prompts,
  now: () => retrievedAt,
  porUri: (root) => `http://127.0.0.1:4000/por/${root}`,
})

export function acquisitionTask(): Task {
  const asked = Question.pose({ chainId: 31_337, market, marketId: 2, round: 1, question, deadline })
  const { parsed } = asked
  const request = Wire.toResolveRequest(asked)
  const requestHash = Wire.requestHash(request)
  return { request, parsed, requestHash, chainId: 31_337, market, round: 1, deadline, created }
}

export type StoryRun = {
  readonly story: Story
  readonly events: readonly Event[]
  readonly answered: Answered
}

/**
 * Runs the example: every stage of the procedure on the pages of one story.
 *
 * @example
 * const { answered } = await acquisitionScenario('confirmed')
 * answered.reply.outcome // 'YES'
 */
export async function acquisitionScenario(
  story: Story = 'confirmed',
  changes: Partial<LlmContext> = {},
): Promise<StoryRun> {
  const events: Event[] = []
  const observe = (event: Event) => events.push(event)
  const resolver = llm({ ...acquisitionContext(story), observe, ...changes })
  return { story, events, answered: await resolver.resolve(acquisitionTask()) }
}
