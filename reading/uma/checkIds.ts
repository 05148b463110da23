import { conditionIdOf, isOfMarket, negRiskAdapter, requestIdOf } from './ids.ts'

/** An id that came with the data, held against what the data gives; `holds` is null where it does not say. */
export type IdCheck = {
  readonly field: string
  readonly given: string
  readonly computed: string | null
  readonly holds: boolean | null
}

/** What ids are reckoned from. */
export type Known = {
  readonly around: { readonly [field: string]: unknown }
  /** Null where nobody says who asked. */
  readonly questionId: string | null
  /** Contracts that may be the oracle, by what the data says. */
  readonly boards: readonly string[]
  readonly requester: string | null
  readonly timestamp: number | null
  /** The data as the oracle was asked with it. */
  readonly asked: Uint8Array
}

/** The ids that follow, and those that were given. */
export type Ids = {
  readonly question_id: string | null
  readonly condition_id: string | null
  readonly request_id: string | null
  readonly checks: readonly IdCheck[]
}

const hash = /^0x[0-9a-fA-F]{64}$/
const address = /^0x[0-9a-fA-F]{40}$/

/** A hash under one of several names, in lower case. */
function hashIn(around: Known['around'], names: readonly string[]): { field: string; given: string } | null {
  for (const field of names) {
    const value = around[field]
    if (typeof value === 'string' && hash.test(value)) return { field, given: value.toLowerCase() }
  }
  return null
}

/** An address under one of several names, in lower case. */
export function addressIn(around: Known['around'], names: readonly string[]): string | null {
  for (const field of names) {
    const value = around[field]
    if (typeof value === 'string' && address.test(value)) return value.toLowerCase()
  }
  return null
}

/** Reckons the ids of a question, and holds the given ones against them. */
export function checkIds(known: Known): Ids {
  const isNegRisk = [true, 'true'].includes((known.around.negRisk ?? known.around.neg_risk) as never)
  const condition = conditionOf(known, isNegRisk)
  const request_id = requestOf(known)
  const checks: IdCheck[] = []
  const check = (names: readonly string[], computed: string | null, holds?: boolean | null) => {
    const found = hashIn(known.around, names)
    if (found === null) return
    const isSame = computed === null ? null : computed === found.given
    checks.push({ ...found, computed, holds: holds === undefined ? isSame : holds })
  }
  check(['question_id', 'questionId', 'query_id', 'negRiskRequestID'], known.questionId)
  if (isNegRisk) check(['questionID'], null, isOwnOfMarket(known.around))
  else check(['questionID'], known.questionId)
  check(conditionNames, condition.id, condition.holds)
  check(['request_id', 'requestId'], request_id)
  return { question_id: known.questionId, condition_id: condition.id, request_id, checks }
}

const conditionNames = ['condition_id', 'conditionId', 'conditionID']

/** Of a NegRisk question Polymarket's own id is made of its market's, and not of the data. */
function isOwnOfMarket(around: Known['around']): boolean | null {
  const own = hashIn(around, ['questionID'])
  const market = hashIn(around, ['negRiskMarketID', 'neg_risk_market_id'])
  return own === null || market === null ? null : isOfMarket(own.given, market.given)
}

type Condition = { readonly id: string | null; readonly holds: boolean | null }

function conditionOf({ around, questionId, boards, requester }: Known, isNegRisk: boolean): Condition {
  const given = hashIn(around, conditionNames)?.given ?? null
  if (isNegRisk) {
    const own = hashIn(around, ['questionID'])
    if (own === null) return { id: null, holds: null }
    const id = conditionIdOf(negRiskAdapter, own.given)
    return { id, holds: given === null ? null : given === id }
  }
  if (questionId === null) return { id: null, holds: null }
  const named = addressIn(around, ['oracle', 'adapter', 'resolvedBy']) ?? requester
  const oracles = named === null ? boards : [named, ...boards]
  const ids = oracles.map((oracle) => conditionIdOf(oracle, questionId))
  const match = ids.find((id) => id === given)
  if (match !== undefined) return { id: match, holds: true }
  // A board need not be the oracle; whoever is named as oracle is.
  return { id: ids[0] ?? null, holds: named === null || given === null ? null : false }
}

function requestOf({ around, requester, timestamp, asked, questionId }: Known): string | null {
  if (requester === null || timestamp === null || questionId === null) return null
  const { identifier } = around
  const name = typeof identifier === 'string' && identifier.length <= 66 ? identifier : 'YES_OR_NO_QUERY'
  return requestIdOf(requester, name, timestamp, asked)
}
