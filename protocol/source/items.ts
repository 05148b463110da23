import * as z from 'zod'
import { BaseError } from '../Errors.ts'
import { type ExactJson, NumberText } from './parseExact.ts'

/**
 * A list whose items a plain function reads, given up at the first that throws. A reply can have thousands of items: a schema for each
 * takes memory that the CRE guest does not get back, and looking for every fault takes it seconds.
 */
export const list = <item>(read: (item: ExactJson) => item) =>
  z.custom<readonly ExactJson[]>(Array.isArray, 'expected a list').transform((values, context) => {
    const items: item[] = []
    try {
      for (const value of values) items.push(read(value))
      return items
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message, path: [items.length] })
      return z.NEVER
    }
  })

/** The digits of a number. Like the others here, it throws an `ItemError` for anything else. */
export function digitsOf(value: ExactJson | undefined): string {
  if (value instanceof NumberText) return value.source
  throw new ItemError('a number')
}

export function textOf(value: ExactJson | undefined): string {
  if (typeof value === 'string') return value
  throw new ItemError('a text')
}

/** The parts of a list within a list, of which there must be enough. */
export function partsOf(value: ExactJson, least: number): readonly ExactJson[] {
  if (Array.isArray(value) && value.length >= least) return value
  throw new ItemError(`a list of ${least} parts`)
}

/** A field of an object; null where it has none. */
export function fieldOf(value: ExactJson, name: string): ExactJson {
  if (typeof value !== 'object' || value === null) throw new ItemError('an object')
  return Object.hasOwn(value, name) ? (value as { readonly [key: string]: ExactJson })[name]! : null
}

export class ItemError extends BaseError {
  override readonly name = 'Source.ItemError'
  constructor(expected: string) {
    super(`expected ${expected}`)
  }
}
