import { expect } from 'chai'
import type { Market } from '../../../adapters/moltbook/Market.ts'
import {
  isCrypto,
  marketWords,
  resolutionWords,
  ruleWords,
  soundsLikeCrypto,
  titleFor,
} from '../../../adapters/moltbook/words.ts'
import { Address, Hash, Question } from '../../../protocol/index.ts'
import { at, evidence, seed } from './seedMarket.ts'
import { questionOf } from './stage.ts'

const commit = (agent: string, position: 'YES' | 'NO', confidence: number) => ({
  agent,
  position,
  confidence,
  comment_id: null,
  committed_at: seed.created_at,
})

const ruleOf = (text: string) => ruleWords(Question.parse(text).rule)
const cryptoIn = (text: string) => isCrypto(Question.parse(text))

describe('ruleWords', () => {
  it('says the comparison and which sample counts', () => {
    const words = (op: string) => ruleOf(questionOf({ source: 'coingecko:bitcoin', op, target: '5' }))
    expect(words('gte')).to.match(
      /^coingecko:bitcoin price_usd is at least 5, in the first sample at or after the deadline, at most \d+ s later$/,
    )
    expect(['lte', 'gt', 'lt', 'eq'].map((op) => / is (\D+) 5/.exec(words(op))![1])).to.deep.equal([
      'at most',
      'more than',
      'less than',
      'exactly',
    ])
  })

  it('C54: an extreme is that of the whole time', () => {
    const rule = { source: 'coingecko:bitcoin', metric: 'price_usd_high', op: 'gte', target: '5' }
    expect(ruleOf(questionOf(rule))).to.match(/from creation to deadline$/)
  })

  it('names who decides a manual market', () => {
    expect(ruleOf('§question Will it?\n§rule\nsource:manual\nresolver:judy')).to.equal('decided by judy')
    expect(ruleOf('§question Will it?\n§rule\nsource:manual')).to.equal('decided by its creator')
  })
})

describe('the post of a market', () => {
  it('S0-39: shows the question, the deadline, how to commit, and the § text as it is', () => {
    const text = marketWords(seed, Question.parse(seed.question_raw))
    for (const part of [
      `**${seed.question_display}**`,
      `Deadline: ${seed.deadline}`,
      'YES if: coingecko:bitcoin price_usd is at least 75000',
      '    [COMMIT] YES 75%',
      `\`\`\`\n${seed.question_raw}\n\`\`\``,
      `Market ${seed.id}`,
    ])
      expect(text).to.contain(part)
  })

  it('has a title of a length that Moltbook takes', () => {
    expect(titleFor('Will it?')).to.equal('Market: Will it?')
    expect(titleFor('x'.repeat(400))).to.have.length(290)
  })

  it('cuts no character of its title in half', () => {
    expect(titleFor(`${'x'.repeat(281)}😀😀`)).to.equal(`Market: ${'x'.repeat(281)}`)
  })
})

describe('resolutionWords', () => {
  const settled: Market = {
    ...at('settled'),
    outcome_value: 76_000,
    outcome_evidence: {
      ...evidence,
      note: 'rule_1: met',
      uri: 'https://example.org/x',
      response_hash: Hash.of(`0x${'11'.repeat(32)}`),
      observed_at: '2026-02-21T00:00:04Z',
      por_root: Hash.asRoot(`0x${'22'.repeat(32)}`),
    },
  }

  it('S0-41 S0-79: tells outcome, value, evidence and proof', () => {
    const text = resolutionWords(settled)
    expect(text.split('\n')[0]).to.equal('**Resolved: YES**')
    for (const part of [
      '- Value: 76000, observed at 2026-02-21T00:00:04Z',
      '- Source: https://example.org/x',
      `- Evidence (keccak256 of the reply): 0x${'11'.repeat(32)}`,
      `- Proof root: 0x${'22'.repeat(32)}`,
      `- Market: ${seed.id}`,
    ])
      expect(text).to.contain(part)
    expect(text).to.not.contain('- Why')
    expect(text).to.not.contain('- On chain')
    expect(text).to.not.contain('Brier')
  })

  it('says why a market is invalid, and scores nothing in it', () => {
    const market = { ...at('invalid'), commitments: [commit('a', 'YES', 80)] }
    const text = resolutionWords({
      ...market,
      outcome_evidence: { ...evidence, note: 'No source answered.' },
    })
    expect(text).to.contain('**Resolved: INVALID**').and.to.contain('- Why: No source answered.')
    expect(text).to.not.contain('Brier')
    expect(text).to.not.contain('- Value')
  })

  it('S0-60: names the twin on a chain', () => {
    const onchain = {
      chain_id: 1,
      contract: Address.of(`0x${'c0'.repeat(20)}`),
      market_id: '7',
      transaction: null,
    }
    expect(resolutionWords({ ...settled, onchain })).to.contain(
      `- On chain: 1, ${onchain.contract}, market 7`,
    )
  })

  it('S0-59: lists Brier scores, best first, at most twenty', () => {
    const commitments = [commit('b', 'NO', 60), commit('a', 'YES', 90), commit('c', 'YES', 90)]
    expect(
      resolutionWords({ ...settled, commitments })
        .split('\n')
        .slice(-3),
    ).to.deep.equal(['- a: 0.0100 (YES 90%)', '- c: 0.0100 (YES 90%)', '- b: 0.3600 (NO 60%)'])
    const many = Array.from({ length: 23 }, (_, i) => commit(`agent${i}`, 'YES', 50))
    expect(
      resolutionWords({ ...settled, commitments: many })
        .split('\n')
        .at(-1),
    ).to.equal('- and 3 more')
  })

  it('shows a name of a stranger so that it formats nothing', () => {
    const commitments = [commit('**[x](http://y)**\n# é_1', 'YES', 100), commit('***', 'YES', 99)]
    const lines = resolutionWords({ ...settled, commitments })
      .split('\n')
      .slice(-2)
    expect(lines).to.deep.equal(['- xhttpyé_1: 0.0000 (YES 100%)', '- ?: 0.0001 (YES 99%)'])
  })
})

describe('isCrypto', () => {
  it('C61: goes by the category, the provider and the words', () => {
    const manual = (question: string, category = '') =>
      `§question ${question}\n${category}§rule\nsource:manual\nresolver:judy`
    expect(cryptoIn(questionOf({ source: 'binance:BTCUSDT', op: 'gte', target: '1' }, 'Will it?'))).to.equal(
      true,
    )
    expect(cryptoIn(manual('Will Bitcoin rise?'))).to.equal(true)
    expect(cryptoIn(manual('Will it rain?'))).to.equal(false)
    expect(cryptoIn(manual('Will it rain?', '§category crypto\n'))).to.equal(true)
  })

  it('hears words, and not parts of others', () => {
    for (const words of ['ETH!', 'a wallet', 'cryptography', 'NFTs'])
      expect(soundsLikeCrypto(words)).to.equal(true)
    for (const words of ['method', 'tokenise', 'betcha', 'definitely'])
      expect(soundsLikeCrypto(words), words).to.equal(false)
  })
})
