import { type State, states } from '../protocol/Catalog.ts'
import { RefusedError } from '../services/http/Failure.ts'
import { numbersOf, type Page } from './queries/Reading.ts'
import { isState } from './queries/state.ts'

/** What callers ask for, read from paths and queries. */
export type Query = Readonly<Record<string, string>>

const usualLimit = 50
const mostLimit = 100
const mostText = 200

/** Which page; a place has as many numbers as its list is sorted by. */
export function pageIn({ after, limit = String(usualLimit) }: Query, numbers: number): Page {
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostLimit)
    throw refused(`limit is a number from 1 to ${mostLimit}.`)
  if (after !== undefined && numbersOf(after, numbers) === null)
    throw refused('after is the `next` of a page of this very list.')
  return { after: after ?? null, limit: Number(limit) }
}

export function textIn(query: Query, name: string): string | null {
  const text = query[name]
  if (text === undefined || text.trim() === '') return null
  if (text.length > mostText) throw refused(`${name} has at most ${mostText} characters.`)
  return text.replaceAll('\0', '').toWellFormed()
}

export function choiceIn<name extends string>(
  query: Query,
  key: string,
  choices: readonly [name, ...name[]],
) {
  const text = query[key] ?? choices[0]
  const found = choices.find((one) => one === text)
  if (found === undefined) throw refused(`${key} is one of ${choices.join(', ')}.`)
  return found
}

export function statesIn({ state }: Query): State[] {
  if (state === undefined || state === '') return []
  const named = [...new Set(state.split(','))]
  if (named.length > states.length || !named.every(isState))
    throw refused(`state is one or several of ${states.join(', ')}.`)
  return named as State[]
}

/** A number of a path; in any other spelling it names nothing. */
export function idIn(text: string | undefined, what: string): number {
  if (text === undefined || !/^(0|[1-9]\d{0,14})$/.test(text))
    throw new RefusedError('not-found', `There is no such ${what}.`)
  return Number(text)
}

export function addressIn(text: string | undefined): string {
  if (text === undefined || !/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new RefusedError('not-found', 'An address is 0x and 40 hex digits.')
  return text.toLowerCase()
}

const refused = (message: string): RefusedError => new RefusedError('schema-mismatch', message)
