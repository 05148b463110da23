import {
  acquisitionTask,
  pages,
  question,
  repliesOf,
  type Story,
  scriptedModel,
} from '../../../../cli/commands/worker/acquisition.ts'
import { Question } from '../../../../protocol/index.ts'
import type { Transport } from '../../../../services/fetch/Transport.ts'
import type { LlmContext } from '../../../../workers/pipeline/llm.ts'
import type { Planning } from '../../../../workers/pipeline/plan/Plan.ts'
import { ofTask } from '../../../../workers/pipeline/Subject.ts'
import { read } from '../../../../workers/source/registry/SourceRegistry.ts'
import { recorded } from '../../../../workers/source/search/recorded.ts'

/** A registry of sources that do not exist, in the place of the example's list of addresses. */
export const registry = read(
  `
schema_version: v1
sources:
  - id: edgar
    name: SEC EDGAR filings
    domain: sec.gov
    class: primary
    topics: [acquisition]
    url: https://efts.sec.gov/LATEST/search-index?q={quoted_subject}&startdt={from}&enddt={to}
    kind: json
    complete_for: { what: every filing that names the subject, subject: quoted_subject, window: [from, to] }
    headers: { user-agent: 'cresolver {contact}' }
    terms: Public domain.
    layout: { has: [$.hits.hits] }
    facts: { rows: '$.hits.hits[*]', value: $._source.form, date: $._source.file_date, date_form: day }
  - id: newsroom
    name: Newsroom of Aldermoor Systems
    domain: aldermoor.com
    class: primary
    topics: [aldermoor]
    url: https://newsroom.aldermoor.com/rss.xml
    kind: feed
    terms: Ours.
  - id: company
    name: Register of companies
    domain: register.org
    class: wire
    topics: [aldermoor]
    url: https://api.register.org/{number}
    slots: { number: { kind: code, find: ['No\\. (?P<value>[0-9]+)'] } }
    kind: json
    terms: Ours.
    layout: { has: [$.name] }
`,
  'test.yaml',
)

export const planning: Planning = { registry, search: null, budget: 12, contact: 'ops@example.org' }

export const task = acquisitionTask()
export const subject = ofTask(task)
export const subjectOf = (text: string) => ({
  ...subject,
  ...Question.pose({ question: text, deadline: subject.deadline }),
  deadline: subject.deadline!,
})

export const edgarUrl =
  'https://efts.sec.gov/LATEST/search-index?q=%22Aldermoor%20Systems%22&startdt=2026-01-15&enddt=2026-03-31'
export const newsroomUrl = 'https://newsroom.aldermoor.com/rss.xml'
export const query =
  'Will Aldermoor Systems announce an acquisition of Brightquay Robotics before March 31 2026'
export { question }

/** A search engine that knows one query. */
export const finding = (urls: readonly string[]) =>
  recorded({
    schema_version: 'v1',
    retrieved_at: 1_775_203_200,
    queries: { [query]: urls.map((url) => ({ url, title: 'A title', snippet: 'A snippet that says YES' })) },
  })

export type Asked = { readonly url: string; readonly headers: Readonly<Record<string, string>> | undefined }

/** Serves texts by their addresses; another address is unreachable. */
export function serving(texts: Readonly<Record<string, string>>): { asked: Asked[]; transport: Transport } {
  const asked: Asked[] = []
  const transport: Transport = async ({ url, headers }) => {
    asked.push({ url, headers })
    const body = texts[url]
    if (body === undefined) throw new Error(`Nothing is served at ${url}.`)
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return { status: 200, headers: type, body, retrievedAt: 1_775_203_200, method: 'REPLAY' }
  }
  return { asked, transport }
}

const bodyOf = (story: Story, id: string): string => pages[story][id]!.body

/** The pages of a story, where the registry says that they are. */
export const textsOf = (story: Story) => ({
  [edgarUrl]: bodyOf(story, 'edgar'),
  [newsroomUrl]: bodyOf(story, 'newsroom'),
})

const { facts } = JSON.parse(repliesOf('confirmed')['first-reader']) as { facts: { page: string }[] }
const readings = JSON.stringify({ facts: facts.filter(({ page }) => ['edgar', 'newsroom'].includes(page)) })

export const contextOf = (transport: Transport, changes: Partial<LlmContext> = {}): LlmContext => ({
  collectorId: 'agent-7',
  sources: new Map(),
  transport,
  model: scriptedModel({
    ...repliesOf('confirmed'),
    'first-reader': readings,
    'second-reader': readings,
  }),
  text: { admit: ['primary', 'wire'], sources: [], registry: 'public' },
  planning,
  now: () => 1_775_203_200,
  ...changes,
})
