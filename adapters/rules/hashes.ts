import { Hash } from '../../protocol/index.ts'

/**
 * The text that a rule's hash is of: NFC, quotes and dashes of one kind, single spaces, none at the ends. What a reader
 * would not notice, the hash does not notice either.
 *
 * @example
 * normalise('“Yes” –  or no\n') // '"Yes" - or no'
 */
export function normalise(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2018-\u201b\u00b4\u02bc]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

/** Changes when the words of a rule do. */
export const rulesHash = (text: string): Hash.Hash => Hash.ofText(normalise(text))

/** Changes when anything does, a space too. */
export const rawHash = (text: string): Hash.Hash => Hash.ofText(text.toWellFormed())

/** Both at once: where the text is in its one form already, they are the same. */
export function hashesOf(text: string): { rules_hash: Hash.Hash; raw_hash: Hash.Hash } {
  const raw_hash = rawHash(text)
  return { rules_hash: normalise(text) === text ? raw_hash : rulesHash(text), raw_hash }
}
