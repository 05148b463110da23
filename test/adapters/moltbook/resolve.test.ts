import { expect } from 'chai'
import { Market } from '../../../adapters/moltbook/index.ts'
import type { Attempt, Resolving, Subject } from '../../../adapters/moltbook/Resolving.ts'
import { byResolver, resolve, withoutEvidence } from '../../../adapters/moltbook/resolve.ts'
import { sampleParts } from '../../../local/samples/proof.ts'
import { Address, Instant, Proof, Question } from '../../../protocol/index.ts'
import { seed } from './seedMarket.ts'

const deadline = Instant.parse(seed.deadline)
const day = 86_400

/** Resolves with one attempt, and keeps what it was asked. */
function attempting(attempt: Attempt) {
  const asked: Subject[] = []
  const resolving: Resolving = {
    resolve: async (subject) => {
      asked.push(subject)
      return attempt
    },
    dryRun: async () => ({ kind: 'silent', deadline: 0, isTelling: true }),
  }
  return { resolving, asked }
}
const failing = (isPassing: boolean): Attempt => ({
  kind: 'failed',
  isPassing,
  why: 'no source answered',
  message: 'ECONNREFUSED',
})

describe('resolve', () => {
  const proof = Proof.buildPorBundle(sampleParts())
  const proven = (failure: string | null): Attempt => ({ kind: 'proven', proof, failure })

  it('leaves a manual market to the resolver that its rule names', async () => {
    const question_raw = '§question Will it?\n§rule\nsource:manual\nresolver:soothsayer'
    const { resolving, asked } = attempting(failing(false))
    const found = await resolve(resolving, { ...seed, question_raw }, deadline)
    expect(found).to.deep.equal({ kind: 'manual', resolver: 'soothsayer' })
    expect(asked).to.deep.equal([])
  })

  it('asks about the market as it was posted: no chain, its own id, round 1', async () => {
    const { resolving, asked } = attempting(proven(null))
    await resolve(resolving, seed, deadline)
    expect(asked).to.deep.equal([
      {
        chain_id: 0,
        market: `0x${'0'.repeat(40)}`,
        market_id: seed.id,
        round: 1,
        question: seed.question_raw,
        parsed: Question.parse(seed.question_raw, { deadline }),
        deadline,
        created: Instant.parse(seed.created_at),
      },
    ])
  })

  it('S0-60: names the twin of a linked market', async () => {
    const contract = Address.of(`0x${'c0'.repeat(20)}`)
    const onchain = { chain_id: 31_337, contract, market_id: '7', transaction: null }
    const { resolving, asked } = attempting(proven(null))
    await resolve(resolving, { ...seed, onchain }, deadline)
    expect(asked[0]).to.include({ chain_id: 31_337, market: contract, market_id: '7' })
  })

  it('S0-2 S0-58: takes outcome, value and evidence from the proof', async () => {
    const found = await resolve(attempting(proven(null)).resolving, seed, deadline)
    const item = proof.evidence.items.find(({ used }) => used)!
    if (found.kind !== 'resolved') throw new Error(found.kind)
    expect(found.outcome).to.equal(proof.bundle.verdict.outcome)
    expect(found.value).to.equal(item.normalized!.value)
    expect(found.evidence).to.include({
      kind: 'source',
      uri: item.source.uri,
      response_hash: item.retrieval.response_hash,
      por_root: proof.bundle.por_root,
    })
    expect(found.evidence.note).to.match(/^\S+: ./)
    expect(Market.evidence.safeParse(found.evidence).success).to.equal(true)
  })

  it('C35: waits for a source that may come back, for a day after its window', async () => {
    const at = async (attempt: Attempt, now: number) =>
      (await resolve(attempting(attempt).resolving, seed, now)).kind
    const late = deadline + 3 * day
    expect(await at(failing(true), deadline + day)).to.equal('waiting')
    expect(await at(failing(true), late)).to.equal('resolved')
    expect(await at(proven('binance did not answer'), deadline + day)).to.equal('waiting')
    expect(await at(proven('binance did not answer'), late)).to.equal('resolved')
  })

  it('C35: a failure that stays is invalid at once, and says why', async () => {
    const found = await resolve(attempting(failing(false)).resolving, seed, deadline)
    expect(found).to.deep.equal(withoutEvidence('ECONNREFUSED'))
  })
})

describe('resolutions without a source', () => {
  it('hold no outcome where no source could be asked', () => {
    const found = withoutEvidence('x'.repeat(2_000))
    if (found.kind !== 'resolved') throw new Error(found.kind)
    expect(found).to.include({ outcome: null, value: null, proof: null })
    expect(found.evidence).to.include({ kind: 'none' })
    expect(Market.evidence.safeParse(found.evidence).success).to.equal(true)
  })

  it('hold what a person decided, with reasons', () => {
    const found = byResolver('YES', 'It was announced.', 'https://example.org/news')
    if (found.kind !== 'resolved') throw new Error(found.kind)
    expect(found.outcome).to.equal('YES')
    expect(found.evidence).to.include({
      kind: 'resolver',
      note: 'It was announced.',
      uri: 'https://example.org/news',
    })
    expect(byResolver('INVALID', '', null)).to.include({ outcome: null })
  })
})
