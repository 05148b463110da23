import { expect } from 'chai'
import type { Case } from '../../../../cli/commands/eval/Case.ts'
import type { PageServer } from '../../../../cli/commands/eval/servePages.ts'
import { openThere } from '../../../../cli/commands/eval/workerThere.ts'
import { startPages } from '../../../../local/pages/startPages.ts'
import { makeLog } from '../../../../services/http/makeLog.ts'
import { checkConfig } from '../../../../workers/agent/Config.ts'
import { startAgent } from '../../../../workers/agent/startAgent.ts'
import { html } from '../../../helpers/factsFixture.ts'
import { key, startProvider } from '../../../services/model/fakeProvider.ts'
import { sharedStore } from '../../../workers/agent/agents.ts'
import { played } from './lines.ts'
import { playing, times } from './story.ts'

const host = 'eval.example.org'
const address = 'https://news.example/harbour'
const acquired = 'Alder Marine has acquired Tolland Ropes for 61 million pounds.'

/** A market whose deadline was yesterday: our worker refuses pages that are fetched long after one. */
function youngCase(): { one: Case; day: string } {
  const deadline = Math.floor(Date.now() / 86_400_000) * 86_400 - 1
  const ended = new Date((deadline - 86_400) * 1_000)
  const month = ended.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const last = `${month} ${ended.getUTCDate()}, ${ended.getUTCFullYear()}`
  const text = {
    question: `Will Alder Marine acquire Tolland Ropes by ${last}?`,
    rules: `Resolves to "Yes" if Alder Marine announces that it has acquired Tolland Ropes by ${last}, 11:59 PM UTC.`,
    created: deadline - 30 * 86_400,
    deadline,
  }
  const day = new Date((deadline - 5 * 86_400) * 1_000).toISOString().slice(0, 10)
  const said = new Date(`${day}T12:00:00Z`).toLocaleString('en', { dateStyle: 'long', timeZone: 'UTC' })
  const page = {
    url: address,
    status: 200,
    content_type: 'text/html',
    body: html(`<p>${acquired}</p>`, said),
  }
  const source = { url: address, name: 'Harbour News', role: 'primary', complete_for: null }
  return { one: played('young', 'YES', { ...text, sources: [source], pages: [page] }), day }
}

describe('a worker of ours, measured over the wire', function () {
  this.timeout(60_000)

  it('FREETEXT §4: finds the pages by the links of the question, reads them with its model, and is judged', async () => {
    const { one, day } = youngCase()
    const [page] = one.pages
    const web = await startPages({ sites: { [host]: () => ({ body: page!.body }) } })
    const provider = await startProvider('openai')
    const fact = {
      page: 'link-1',
      quote: acquired,
      ...{ subject: 'Alder Marine', predicate: 'has acquired', object: 'Tolland Ropes' },
      ...{ value: null, unit: null, date: day, modality: 'asserted', bears: 'YES' },
    }
    const event = { missing_fields: [], subject: null, threshold: null, last_day: null, synonyms: [] }
    const read = JSON.stringify({ facts: [fact] })
    const replies = { 'prompt-engineer': JSON.stringify(event), 'first-reader': read, 'second-reader': read }
    provider.misbehave(...times(9, playing(provider, replies)))
    const config = checkConfig(
      {
        ...{ agentId: 61, personality: 'llm', sources: { transport: 'live' }, text: { registry: 'public' } },
        model: { kind: 'openai', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY' },
        ...{ listen: { port: 0 }, graceMs: 100 },
      },
      { file: '/somewhere/worker.yaml' },
    )
    const worker = await startAgent(config, {
      env: { FAKE_KEY: key },
      log: makeLog('silent'),
      store: await sharedStore(),
      network: web.network,
    })
    // As behind a proxy, which gives the page server its public name and its certificate.
    const pages: PageServer = {
      url: `https://${host}`,
      serve: (place, { pages: [first] }) => ({
        addressOf: () => `https://${host}/${place}/${new URL(first!.url).host}`,
        fetched: () => web.calls.length,
        remove: () => {},
      }),
      close: () => web.stop(),
    }
    const candidate = openThere(new URL(worker.url), { pages })
    const answer = await candidate.answer(one)
    expect([answer.outcome, answer.failed, answer.fetched], answer.why).to.deep.equal(['YES', null, 1])
    expect(answer.confidence).to.be.above(0.6)
    await candidate.close()
    await worker.stop()
    await provider.close()
  })
})
