import * as Issue from './Issue.ts'
import * as Character from './question/Character.ts'

/**
 * The § syntax of AAP v2: lines into sections and sub-tags, each with its place. It knows no tag by name; what the tags
 * mean is said by Question.ts. Total and linear: every string has a tree. See docs/protocol/aap.md.
 */

/** The tree of a § text, and what is wrong with the text. */
export type Tree = {
  readonly sections: readonly Section[]
  readonly issues: Issue.Issue[]
}

/** A line of text without the blanks around it, and the place of its first character. */
export type Line = Issue.Place & { readonly text: string }

/** A § tag with everything up to the next one. */
export type Section = Issue.Place & {
  readonly tag: string
  /** What follows the tag on its own line; null when nothing does. */
  readonly text: Line | null
  /** The lines up to the next §; blank ones left out. */
  readonly lines: readonly Line[]
  readonly subtags: readonly Subtag[]
}

/** A §§ tag under its section, with the `key:value` pairs of its line. */
export type Subtag = Issue.Place & {
  readonly tag: string
  readonly text: string
  readonly pairs: readonly Pair[]
}

/** `key:value`, split at the first colon; a word without one has the key null. */
export type Pair = Issue.Place & { readonly key: string | null; readonly value: string }

/** The longest question, in bytes of UTF-8: it travels in an event log, of which CRE reads 5 kB. */
export const maxBytes = 2_048

type OpenSection = Section & { lines: Line[]; subtags: Subtag[] }

/**
 * Reads § text into its tree. Faults are noted in `issues`, and reading goes on with what was most likely meant.
 *
 * @example
 * Aap.parse('§rule\nsource:manual').sections[0].lines[0].text // 'source:manual'
 */
export function parse(text: string): Tree {
  const issues: Issue.Issue[] = []
  if (!Character.isPlain(text)) Character.check(text, issues, maxBytes)
  if (Character.isLongerThan(text, maxBytes)) {
    const message = `The text is longer than ${maxBytes} bytes of UTF-8.`
    Issue.report(issues, 'error', 'TOO_LONG', { line: 1, column: 1 }, message)
  }
  const sections: OpenSection[] = []
  let section: OpenSection | null = null
  let isStray = false
  let line = 1
  for (let start = 0; start < text.length; line++) {
    let next = text.indexOf('\n', start)
    if (next === -1) next = text.length
    let end = next
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--
    if (end > start) {
      const sign = text.charCodeAt(start) === sectionSign ? start : hiddenSign(text, start, end)
      if (sign === -1) {
        if (section !== null) section.lines.push(trimmedLine(text, start, end, line, start))
        else if (!isStray) {
          isStray = true
          const message = 'Text stands before the first tag; a question starts with `§question`.'
          Issue.report(issues, 'error', 'TEXT_BEFORE_TAG', { line, column: 1 }, message)
        }
      } else {
        if (sign > start) reportHidden(text, start, sign, line, issues)
        section = readTag(text, start, sign, end, line, section, sections, issues)
      }
    }
    start = next + 1
  }
  return { sections, issues }
}

const sectionSign = 0xa7
const space = 0x20
const colon = 0x3a
const capitalAWithCircumflex = 0xc2

const { isBlank } = Character

/** A line's text from its first character that is no blank. */
function trimmedLine(text: string, from: number, end: number, line: number, lineStart: number): Line {
  let start = from
  while (start < end && isBlank(text.charCodeAt(start))) start++
  return { text: text.slice(start, end), line, column: start - lineStart + 1 }
}

/** Where a § stands behind blanks, invisible characters or a wrongly decoded byte, none of which may precede it; else −1. */
function hiddenSign(text: string, start: number, end: number): number {
  let at = start
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === sectionSign) return at
    // Most lines are `key:value` and leave here at once.
    if (code > space && code < 0x7f) return -1
    const isMojibake = code === capitalAWithCircumflex && text.charCodeAt(at + 1) === sectionSign
    if (!isMojibake && !Character.isNoise(code)) return -1
    at++
  }
  return -1
}

function reportHidden(text: string, start: number, sign: number, line: number, issues: Issue.Issue[]): void {
  const at = { line, column: 1 }
  if (text.charCodeAt(sign - 1) === capitalAWithCircumflex) {
    const message =
      'The tag starts with `Â§`: UTF-8 was read as Latin-1. Encode and decode the text as UTF-8.'
    Issue.report(issues, 'error', 'MOJIBAKE', { line, column: sign - start }, message)
  } else if (isBlank(text.charCodeAt(start))) {
    Issue.report(
      issues,
      'error',
      'LEADING_SPACE',
      at,
      'A § tag starts its line; blanks stand before this one.',
    )
  }
  // What else may hide a § is an invisible character, which has an issue of its own.
}

/** Reads the line of a tag; gives the section that is open after it. */
function readTag(
  text: string,
  lineStart: number,
  sign: number,
  end: number,
  line: number,
  open: OpenSection | null,
  sections: OpenSection[],
  issues: Issue.Issue[],
): OpenSection | null {
  let start = sign + 1
  let level = 1
  for (; start < end; start++) {
    const code = text.charCodeAt(start)
    if (code === sectionSign) level++
    else if (code !== capitalAWithCircumflex || text.charCodeAt(start + 1) !== sectionSign) break
  }
  const place = { line, column: sign - lineStart + 1 }
  let isClean = level <= 2
  while (start < end && isBlank(text.charCodeAt(start))) {
    isClean = false
    start++
  }
  let nameEnd = start
  let isLower = true
  for (; nameEnd < end; nameEnd++) {
    const code = text.charCodeAt(nameEnd)
    if (code >= 0x61 && code <= 0x7a) continue
    if (code >= 0x41 && code <= 0x5a) isLower = false
    else if (!isNameTail(code) || nameEnd === start) break
  }
  if (nameEnd === start || !isLower) isClean = false
  let rest = nameEnd
  if (rest < end && !isBlank(text.charCodeAt(rest))) {
    isClean = false
    if (text.charCodeAt(rest) === colon) rest++
  }
  const name = text.slice(start, nameEnd)
  if (!isClean) {
    const message =
      'A tag is § or §§, then at once a name of a–z, 0–9, _ and - that starts with a letter, then a space.'
    Issue.report(issues, 'error', 'INVALID_TAG', place, message)
  }
  const tag = isLower ? name : name.toLowerCase()
  if (level === 1) {
    const inline = rest < end ? trimmedLine(text, rest, end, line, lineStart) : null
    const section = { tag, text: inline, lines: [], subtags: [], line, column: place.column }
    sections.push(section)
    return section
  }
  if (open === null) {
    const message = `§§${tag} stands before any § tag; it belongs under one.`
    Issue.report(issues, 'error', 'SUBTAG_PARENT', place, message)
  } else open.subtags.push(readSubtag(text, rest, end, tag, place, lineStart))
  return open
}

// Digits, _ and - may follow the first letter of a name.
const isNameTail = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d

function readSubtag(
  text: string,
  from: number,
  end: number,
  tag: string,
  at: Issue.Place,
  lineStart: number,
): Subtag {
  let start = from
  while (start < end && isBlank(text.charCodeAt(start))) start++
  const pairs: Pair[] = []
  const { line } = at
  for (let word = start; word < end; ) {
    let wordEnd = word
    let split = -1
    for (; wordEnd < end; wordEnd++) {
      const code = text.charCodeAt(wordEnd)
      if (isBlank(code)) break
      if (code === colon && split === -1) split = wordEnd
    }
    const column = word - lineStart + 1
    if (split === -1) pairs.push({ key: null, value: text.slice(word, wordEnd), line, column })
    else pairs.push({ key: text.slice(word, split), value: text.slice(split + 1, wordEnd), line, column })
    word = wordEnd
    while (word < end && isBlank(text.charCodeAt(word))) word++
  }
  return { tag, text: text.slice(start, end), pairs, line, column: at.column }
}

/**
 * Reads a line as `key:value`; blanks around both are left out. The key is null when there is no colon.
 *
 * @example
 * const [rule] = Aap.parse('§rule\nsource : manual').sections
 * Aap.pair(rule.lines[0]).value // 'manual'
 */
export function pair(line: Line): Pair {
  const { text } = line
  const split = text.indexOf(':')
  if (split === -1) return { key: null, value: text, line: line.line, column: line.column }
  let keyEnd = split
  while (keyEnd > 0 && isBlank(text.charCodeAt(keyEnd - 1))) keyEnd--
  let value = split + 1
  while (value < text.length && isBlank(text.charCodeAt(value))) value++
  return { key: text.slice(0, keyEnd), value: text.slice(value), line: line.line, column: line.column }
}
