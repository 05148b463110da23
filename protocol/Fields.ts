/**
 * The fields of a plain object in the order they were put in. Every engine keeps that order for names that are not whole
 * numbers, and sorts those that are: both are the language's own rules, so Node and the guest agree.
 */
export const names = <record extends object>(record: record): (keyof record & string)[] =>
  Reflect.ownKeys(record) as (keyof record & string)[]

export const pairs = <value>(record: { readonly [name: string]: value }): [string, value][] =>
  names(record).map((name) => [name, record[name]!])
