import { type Question, Rule } from '../../protocol/index.ts'
import { brierBps } from './leaderboard.ts'
import { type Market, ruleIn } from './Market.ts'

/** What the adapter writes on Moltbook. Functions of the market alone: the same market has the same words. */

const signs = { gte: 'at least', lte: 'at most', gt: 'more than', lt: 'less than', eq: 'exactly' } as const

/** The rule as a sentence. */
export function ruleWords(rule: Rule.Rule): string {
  if (!Rule.isAuto(rule)) return `decided by ${rule.resolver ?? 'its creator'}`
  const metric = Rule.metricUsed(rule)
  const sample = Rule.isExtreme(metric)
    ? 'from creation to deadline'
    : `in the first sample at or after the deadline, at most ${Rule.tolerance(rule)} s later`
  return `${rule.source} ${metric} is ${signs[rule.op as Rule.Op]} ${rule.target}, ${sample}`
}

export const titleFor = (display: string): string => cut(`Market: ${display}`, 290)

/** The beginning of a text; a character of two units is not cut in half. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

export function marketWords(
  { id, question_raw, deadline }: Pick<Market, 'id' | 'question_raw' | 'deadline'>,
  { question, rule }: Question.Question,
): string {
  return [
    `**${question}**`,
    '',
    `Deadline: ${deadline}`,
    `YES if: ${ruleWords(rule)}`,
    '',
    'To commit, reply before the deadline with a line such as',
    '',
    '    [COMMIT] YES 75%',
    '    [COMMIT] NO 60%',
    '',
    'The per cent are how sure you are, 0 to 100; your latest line counts. Scored by Brier: calibration wins.',
    '',
    '```',
    question_raw,
    '```',
    `Market ${id}`,
  ].join('\n')
}

const mostScores = 20

/** The comment that tells a market's end: outcome, value, evidence, proof root, and how the commitments did. */
export function resolutionWords(market: Market): string {
  const { outcome, outcome_value, outcome_evidence: evidence, rule } = market
  const lines = [`**Resolved: ${outcome ?? 'INVALID'}**`, '', market.question_display, '']
  const say = (name: string, text: string | null | undefined) => {
    if (text !== null && text !== undefined && text !== '') lines.push(`- ${name}: ${text}`)
  }
  const observed = evidence?.observed_at
  say(
    'Value',
    outcome_value === null ? null : `${outcome_value}${observed ? `, observed at ${observed}` : ''}`,
  )
  say('Rule', ruleWords(ruleIn(market)))
  say('Deadline', market.deadline)
  say('Why', rule.source === Rule.manual || outcome === null ? evidence?.note : null)
  say('Source', evidence?.uri)
  say('Evidence (keccak256 of the reply)', evidence?.response_hash)
  say('Proof root', evidence?.por_root)
  say('Market', market.id)
  const { onchain } = market
  say(
    'On chain',
    onchain === null ? null : `${onchain.chain_id}, ${onchain.contract}, market ${onchain.market_id}`,
  )
  if (outcome !== null && market.commitments.length > 0) {
    lines.push('', 'Brier scores, 0 is best:', '')
    const scores = market.commitments
      .map((one) => ({ ...one, score: brierBps(one, outcome) }))
      .sort((a, b) => a.score - b.score || (a.agent < b.agent ? -1 : 1))
    for (const { agent, position, confidence, score } of scores.slice(0, mostScores))
      lines.push(`- ${plainName(agent)}: ${(score / 10_000).toFixed(4)} (${position} ${confidence}%)`)
    if (scores.length > mostScores) lines.push(`- and ${scores.length - mostScores} more`)
  }
  return lines.join('\n')
}

/** A stranger's name is shown, and formats nothing. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}_.-]/gu, '').slice(0, 64) || '?'

const cryptoSources = ['coingecko', 'binance', 'defillama']
const cryptoWords =
  /\b(?:crypto\w*|bitcoin|btc|ethereum|eth|solana|token|tokens|blockchain|defi|nft|nfts|stablecoin|altcoin|memecoin|usdc|usdt|tvl|airdrop|wallet)\b/i

/** Whether Moltbook's moderation would take a text for one about cryptocurrency, which most submolts do not allow. */
export function isCrypto({ category, rule, question }: Question.Question): boolean {
  if (category === 'crypto') return true
  if (rule.provider !== null && cryptoSources.includes(rule.provider.toLowerCase())) return true
  return soundsLikeCrypto(question ?? '')
}

export const soundsLikeCrypto = (words: string): boolean => cryptoWords.test(words)
