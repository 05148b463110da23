import type { Command } from 'commander'
import {
  parseRule,
  readUmaRequest,
  toManualQuestion,
  toQuestion,
  type UmaRequest,
} from '../../../adapters/rules/index.ts'
import { Address, Instant } from '../../../protocol/index.ts'
import { fromPolymarket } from '../../../workers/pipeline/polymarket.ts'
import { answerEach } from '../../terminal/batch.ts'
import { readMarketText } from './marketText.ts'

const examples = `
A market whose rule is one comparison with a price becomes a § question that workers decide by themselves. It means the
same only in a market that is created no later than \`created_by\`. Other markets give null and why.

With --polymarket any market of Polymarket becomes a question in words, which workers that read can decide: its title and rules,
with its end as the deadline. What the market does not say is null, and named in \`missing\`.

Of the ancillary data of a request to UMA, in hex, text or a record, a rule that no price decides becomes a manual § question; \`why\` says why
no price does. A given questionID or conditionId that is not that of the data stops it. \`notices\` has what is said beside the rule, such as
updates on a bulletin board.

Examples:
  $ cresolver rules import markets.jsonl
  $ cresolver rules import ancillary.hex
  $ cresolver rules import --polymarket market.json
  $ cresolver rules import market.json | jq -r .question | cresolver aap validate`

export function register(group: Command): void {
  group
    .command('import')
    .description('market → {id, question, deadline, created_by, why}: its rule as a § question')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--polymarket', 'give the question in words: {id, question, deadline, created, missing}')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean; polymarket?: boolean }) => {
      const answer = options.polymarket ? toWords : toTagged
      await answerEach(file, answer, { ...options, read: readMarketText })
    })
}

/** Where the market would stand on-chain does not change its words. */
const place = { chain_id: 0, market: Address.zero, market_id: '0', round: 1 }

function toWords(market: unknown): object {
  const uma = readUmaRequest(market)
  const { question, deadline: listed, created } = fromPolymarket(place, market)
  const deadline = listed ?? (uma === null ? null : deadlineOf(market))
  const times = { deadline, created }
  const missing = Object.entries(times).flatMap(([name, at]) => (at === null ? [name] : []))
  const words = { question, ...times, missing }
  if (uma === null) return words
  const fault = faultOf(uma)
  return fault === null
    ? { ...words, ...about(uma) }
    : { question: null, deadline: null, created: null, missing: [], why: fault, ...about(uma) }
}

/** A request has no listing that says when it ends: its words do. */
function deadlineOf(market: unknown): number | null {
  const { deadline } = parseRule(market).structured
  return deadline === null ? null : Instant.parse(deadline.replace(/Z$/, ':00Z'))
}

function toTagged(market: unknown): object {
  const imported = toQuestion(market)
  const uma = readUmaRequest(market)
  if (uma === null) return imported
  const fault = faultOf(uma)
  if (fault !== null) return { ...nothing, why: fault, ...about(uma) }
  if (imported.question !== null) return { ...imported, ...about(uma) }
  const { why, ...manual } = toManualQuestion(market)
  return { ...manual, created_by: null, why: why ?? imported.why, ...about(uma) }
}

const nothing = { question: null, deadline: null, created_by: null }

/** An id that is not the data's: the market is about another text. */
function faultOf({ checks }: UmaRequest): string | null {
  const wrong = checks.find(({ holds }) => holds === false)
  if (wrong === undefined) return null
  const { field, given, computed } = wrong
  return `its ${field} is ${given}, which ${computed === null ? 'belongs to another market' : `would be ${computed} of this data`}`
}

const about = ({ question_id, condition_id, initializer, prices, notices }: UmaRequest) => ({
  question_id,
  condition_id,
  initializer,
  prices,
  notices,
})
