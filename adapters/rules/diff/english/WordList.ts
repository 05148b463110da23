import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/**
 * Sets of texts as bytes: each set sorted, each text as how much of the one before it begins with (a letter from "A") and the rest,
 * and all of it compressed. Texts are in small letters, so that a capital always begins one.
 */
export function encode(sets: Readonly<Record<string, ReadonlySet<string>>>): Uint8Array {
  const coded = Object.entries(sets).map(([name, texts]) => [name, shorten([...texts].toSorted())])
  return brotliCompressSync(JSON.stringify(Object.fromEntries(coded)))
}

export function decode(bytes: Uint8Array): Readonly<Record<string, ReadonlySet<string>>> {
  const coded = JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as Record<string, string>
  return Object.fromEntries(Object.entries(coded).map(([name, texts]) => [name, lengthen(texts)]))
}

const firstLetter = 'A'.charCodeAt(0)
const mostShared = 25

function shorten(sorted: readonly string[]): string {
  let [out, previous] = ['', '']
  for (const text of sorted) {
    let shared = 0
    while (shared < mostShared && shared < text.length && text[shared] === previous[shared]) shared++
    out += String.fromCharCode(firstLetter + shared) + text.slice(shared)
    previous = text
  }
  return out
}

function lengthen(coded: string): ReadonlySet<string> {
  const texts = new Set<string>()
  let previous = ''
  for (const [, letter, rest] of coded.matchAll(/([A-Z])([^A-Z]*)/g)) {
    previous = previous.slice(0, letter!.charCodeAt(0) - firstLetter) + rest
    texts.add(previous)
  }
  return texts
}
