import { BaseError, Hash, Instant, Issue, Question, Resolver, Rule } from '../../protocol/index.ts'
import { DryRun } from '../../protocol/source/index.ts'
import { type Fault, isUnfit, parseQuestion } from '../rules/index.ts'
import type { Adapter } from './Adapter.ts'
import { keyOf, type Purpose } from './create.ts'
import * as Market from './Market.ts'
import type { Resolving } from './Resolving.ts'
import { findSubmolt, type Warning } from './submolts.ts'
import { ExpiredError } from './WriteErrors.ts'
import { isCrypto, marketWords, titleFor } from './words.ts'

export type NewMarket = {
  /** The § text of the question. */
  readonly raw: string
  /** Unix seconds. */
  readonly deadline: number
  readonly title?: string | undefined
  readonly submolt: string
  /** Posts without trying the source first. */
  readonly isUntried?: boolean | undefined
  /** Posts although the words leave too much open. */
  readonly isAmbiguous?: boolean | undefined
}

/** What will be posted and recorded, and what its creator should know before. */
export type Draft = {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly submolt: string
  readonly warnings: readonly Warning[]
  /** What the source would say today; null where it was not asked. */
  readonly dryRun: DryRun.DryRun | null
  readonly purpose: Purpose
}

/** A market has one id wherever and however often it is created. */
export const idOf = (raw: string, deadline: string): string =>
  `market_${Hash.ofText(`${raw}\n${deadline}`).slice(2, 14)}`

/** Checks everything that can be checked before anything is posted. */
export async function draft(adapter: Adapter, given: NewMarket): Promise<Draft> {
  const { clock, writer, resolving } = adapter
  const now = clock.now()
  if (given.deadline <= now) throw new PastDeadlineError(given.deadline)
  const { issues, ...question } = Question.parse(given.raw, { deadline: given.deadline })
  if (issues.some(Issue.isError)) throw new Question.InvalidError(issues)
  const warnings = [...issues, ...warningsOf(question, given)].map(({ code, message }) => ({ code, message }))
  const submolt = await findSubmolt(adapter, given.submolt)
  if (isCrypto(question) && !submolt.allowsCrypto) throw new CryptoForbiddenError(given.submolt)
  const isTried = Rule.isAuto(question.rule) && given.isUntried !== true
  const dryRun = isTried ? await tryNow(resolving, question.rule, now) : null
  const deadline = Instant.format(given.deadline)
  const id = idOf(given.raw, deadline)
  await checkTurn(writer, id, given.deadline)
  return {
    id,
    title: given.title ?? titleFor(question.question!),
    content: marketWords({ id, question_raw: given.raw, deadline }, question),
    submolt: given.submolt,
    warnings: [...warnings, ...(await resolverWarnings(writer, question.rule)), ...untold(dryRun)],
    dryRun,
    purpose: {
      type: 'market',
      id,
      question_raw: given.raw,
      deadline,
      creator: question.source.creator ?? (await writer.me()).name,
      source_post_id: originPost(question.source.origin),
      created_at: Instant.format(now),
    },
  }
}

/** What the words say and the rule does not, and what is wrong with them. A question that is not fit is refused. */
function warningsOf(question: Question.Question, { deadline, isAmbiguous }: NewMarket) {
  const touch = Rule.touchWarning(question.question ?? '', question.rule)
  const { ambiguity, factors, faults } = parseQuestion(question, deadline).structured
  if (isUnfit(faults) && isAmbiguous !== true) throw new AmbiguousError(ambiguity, faults)
  const named = factors.map(({ name, weight }) => `${name} ${weight}`).join(', ')
  const open = { code: 'AMBIGUOUS', message: `The words leave something open (${ambiguity}): ${named}.` }
  return [
    ...(touch === null ? [] : [touch]),
    ...(ambiguity > 0 ? [open] : []),
    ...faults.map((fault) => ({ code: fault.code.toUpperCase(), message: describe(fault) })),
  ]
}

const describe = ({ message, remedy, words }: Fault): string =>
  `${words === null ? '' : `"${words}": `}${message} ${remedy}`

/** The post that a question came from, if it was one of Moltbook. */
function originPost(origin: string | null): string | null {
  const id = Market.remoteId.safeParse(
    origin?.startsWith('moltbook:') ? origin.slice('moltbook:'.length) : null,
  )
  return id.success ? id.data : null
}

/** Resolves the rule as if its deadline were just over: a source that cannot answer now will hardly do so then. */
async function tryNow(resolving: Resolving, rule: Rule.Rule, now: number): Promise<DryRun.DryRun> {
  const run = await resolving.dryRun(rule, now)
  if (run.kind === 'refused') throw run.error
  if (DryRun.isBad(run)) throw new SilentSourceError(rule.source!, run.deadline)
  return run
}

/** A resolver that is not served, or not by this account, is not a fault of the question, but good to know before (C146). */
async function resolverWarnings(writer: Adapter['writer'], rule: Rule.Rule): Promise<Warning[]> {
  const unserved = Resolver.warning(rule)
  if (unserved !== null) return [{ code: unserved.code, message: unserved.message }]
  const { resolver } = rule
  if (Rule.isAuto(rule) || resolver === null) return []
  const { name } = await writer.me()
  if (Resolver.isServedBy(resolver, name)) return []
  const message = `${resolver} decides this market, and this account is ${name}: it cannot be decided from here.`
  return [{ code: 'OTHER_RESOLVER', message }]
}

/** Refuses a market that Moltbook would only take after its deadline; one in the outbox is judged there. */
async function checkTurn(writer: Adapter['writer'], id: string, deadline: number): Promise<void> {
  if (writer.entries().has(keyOf(id))) return
  const next = await writer.nextAt('post')
  if (next >= deadline) throw new ExpiredError(deadline, next)
}

/** A source that could not be tried does not stop a market; its creator should know. */
const untold = (run: DryRun.DryRun | null): Warning[] =>
  run === null || run.kind === 'answered'
    ? []
    : [{ code: run.kind === 'away' ? 'SOURCE_AWAY' : 'SOURCE_SILENT', message: DryRun.sentence(run) }]

export class PastDeadlineError extends BaseError {
  override readonly name = 'Market.PastDeadlineError'
  constructor(deadline: number) {
    super(`The deadline ${Instant.format(deadline)} is not in the future.`)
  }
}

export class AmbiguousError extends BaseError {
  override readonly name = 'Market.AmbiguousError'
  constructor(ambiguity: number, faults: readonly Fault[]) {
    super(`The question leaves too much open: its ambiguity is ${ambiguity}.`, {
      metaMessages: [...faults.map(describe), 'Post it as it is with --ambiguous.'],
    })
  }
}

export class CryptoForbiddenError extends BaseError {
  override readonly name = 'Market.CryptoForbiddenError'
  constructor(name: string) {
    super(`Moltbook would remove this post: ${name} does not allow cryptocurrency.`, {
      metaMessages: ['Name a submolt with allow_crypto by --submolt.'],
    })
  }
}

export class SilentSourceError extends BaseError {
  override readonly name = 'Market.SilentSourceError'
  constructor(source: string, at: number) {
    super(
      `${source} has no sample for a deadline at ${Instant.format(at)}, so it would hardly have one for yours.`,
      {
        metaMessages: ['Check the asset and the metric, or post all the same with --untried.'],
      },
    )
  }
}
