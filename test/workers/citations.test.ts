import { expect } from 'chai'
import { said, startPageWorld } from '../../local/pages/pageWorld.ts'
import type { Pages } from '../../local/pages/startPages.ts'
import { invention } from '../../local/workers/inventingMind.ts'
import { type Citation, Round, Wire } from '../../protocol/index.ts'
import { createWorker } from '../../workers/sdk/createWorker.ts'
import { memoryStore } from '../../workers/sdk/memoryStore.ts'
import { type Reproduce, reproducer } from '../../workers/sdk/reproduce.ts'
import { signerOf } from '../../workers/sdk/Signer.ts'
import { keyOf, manualQuestion, roundOf } from '../helpers/round.ts'
import { insideUrls } from '../services/fetch/insideUrls.ts'
import { post } from './sdk/workers.ts'

/** How one worker behaves: what it answers, what it cites, and how it looks for what others cite. */
type Mind = {
  readonly outcome: 'YES' | 'NO' | 'INVALID'
  readonly cites?: readonly Citation.Citation[]
  readonly reproduce?: Reproduce | null
}

describe('a round of workers on a web of pages', () => {
  let pages: Pages
  beforeEach(async () => {
    pages = await startPageWorld()
  })
  afterEach(() => pages.stop())

  const cited = (path: string, quote: string = said) => ({ url: `https://pages.example/${path}`, quote })

  /** All of them asked and challenged, as a gateway does it, and concluded, as the DON does it. */
  async function play(...minds: readonly Mind[]) {
    const round = roundOf(minds.length, { question: manualQuestion })
    const workers = minds.map(({ outcome, cites = [], reproduce }, agentId) =>
      createWorker({
        agentId,
        chainId: round.chainId,
        market: round.market,
        signer: signerOf(keyOf(agentId)),
        chain: null,
        store: memoryStore(),
        now: () => (round.deadline + 100) * 1_000,
        reproduce: reproduce === undefined ? reproducer(pages) : reproduce,
        resolve: () => ({
          determination: outcome === 'YES',
          outcome,
          confidence: outcome === 'INVALID' ? 0 : 0.97,
          evidence: `The bill, as far as agent ${agentId} could see: ${outcome}.`,
          sources: cites.map(({ url }) => url),
          citations: [...cites],
        }),
        challenge: ({ challenges }) => ({ responses: challenges.map(() => 'The bill speaks for itself.') }),
      }),
    )
    const ask = async (place: number, path: string, body: unknown) =>
      await (await workers[place]!.fetch(post(path, body))).text()
    const request = Wire.toResolveRequest(round)
    const answers = await Promise.all(minds.map((_, i) => ask(i, '/a2a/resolve', request)))
    const admissions = Round.admit(round, answers.map(Wire.readAnswer))
    const challenges = Round.challenges(round, admissions)
    const defences = await Promise.all(
      challenges.map(async (one, i) =>
        one === null ? null : Wire.readDefence(await ask(i, '/a2a/challenge', one)),
      ),
    )
    const entries = Round.observe(round, admissions, defences)
    const { report, weights } = Round.conclude(round, entries, { expiresAt: round.deadline + 3_600 })
    return {
      outcome: report.outcome,
      weights,
      counted: admissions.map(({ vote }) => vote.reason),
      verdicts: entries.map(({ testimony }) => testimony.citations.join('')),
      findings: defences.map((one) => one?.reply?.reproductions ?? null),
    }
  }
  const doubter: Mind = { outcome: 'INVALID' }

  it('AUDIT B1: a lone fabricator with a made-up page loses to two doubters', async () => {
    const { outcome, verdicts, weights } = await play(
      { outcome: 'YES', cites: [{ ...invention }] },
      doubter,
      doubter,
    )
    expect(outcome).to.equal('INVALID')
    expect(verdicts).to.deep.equal(['f', '', ''])
    expect(weights[0]! < weights[1]! + weights[2]!).to.equal(true)
  })

  it('SPEC §6: what stands there passes, what does not fails, and who wrote it decides nothing', async () => {
    const { verdicts, findings, counted } = await play(
      { outcome: 'YES', cites: [cited('honest'), cited('data.json')] },
      { outcome: 'NO', cites: [cited('without'), cited('made-up')] },
      doubter,
      doubter,
    )
    expect(counted).to.deep.equal([null, null, null, null])
    expect(verdicts).to.deep.equal(['pp', 'ff', '', ''])
    expect(findings.every((one) => one !== null && /^[pf]+$/.test(one))).to.equal(true)
  })

  it('walls, 429s and pages that are too long stay open: nobody is blamed for them', async () => {
    const { verdicts } = await play(
      { outcome: 'YES', cites: [cited('captcha'), cited('busy')] },
      { outcome: 'NO', cites: [cited('long'), cited('shell')] },
      doubter,
      doubter,
    )
    expect(verdicts).to.deep.equal(['oo', 'oo', '', ''])
  })

  it('a page that cloaks fails: it showed the quote to one of three', async () => {
    const { verdicts } = await play({ outcome: 'YES', cites: [cited('cloaked')] }, doubter, doubter, doubter)
    expect(verdicts[0]).to.equal('f')
  })

  it('one checker that always says p, or u, or nothing, changes nothing', async () => {
    for (const reproduce of [
      async (items: readonly unknown[]) => 'p'.repeat(items.length),
      async (items: readonly unknown[]) => 'u'.repeat(items.length),
      null,
    ]) {
      const { verdicts } = await play(
        { outcome: 'YES', cites: [cited('honest'), cited('without')] },
        { ...doubter, reproduce },
        doubter,
        doubter,
      )
      expect(verdicts[0]).to.equal('pf')
    }
  })

  it('SSRF: a citation makes nobody ask a host inside', async () => {
    const inside = insideUrls.filter((url) => /^https:\/\/(?:[a-z]|\d+\.\d+\.\d+\.\d+\/)/.test(url))
    expect(inside.length).to.be.greaterThan(5)
    for (const url of inside) {
      const quote = 'a secret of the machine'
      const redirected = { url: `https://pages.example/to?${encodeURIComponent(url)}`, quote }
      const { verdicts } = await play(
        { outcome: 'YES', cites: [{ url, quote }, redirected] },
        doubter,
        doubter,
      )
      expect(verdicts[0], url).to.match(/^o*$/)
    }
    expect(pages.calls.every(({ path }) => path.startsWith('/to?'))).to.equal(true)
  })

  it('a page that is cited twice is fetched once by each checker', async () => {
    await play(
      { outcome: 'YES', cites: [cited('honest'), cited('honest', 'Minutes of the council are')] },
      doubter,
    )
    expect(pages.calls.map(({ path }) => path)).to.deep.equal(['/honest'])
  })
})
