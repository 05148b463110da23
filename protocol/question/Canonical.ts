import * as Provider from '../Provider.ts'
import * as Rule from '../Rule.ts'
import * as Origin from './Origin.ts'
import * as Pairs from './Pairs.ts'
import type { Parsed } from './Reader.ts'

/**
 * The short way to read a question that is written exactly as `Question.format` writes it, in plain characters and
 * without fault: one expression says the whole form. Everything else, also all that has an issue, is left to the full reader;
 * the two agree wherever this one answers.
 */

// Each part ends where a line feed or a space must follow, which the part itself cannot hold: nothing is tried twice.
// Latin letters, dashes, quotation marks and currency signs beyond ASCII are NFC whatever stands beside them.
const letters = '!-~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u20a0-\u20bf'
const text = `([${letters}][ ${letters}]*)`
const word = '([!-~]+)'
// The days that every month has.
const day = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
const form = new RegExp(
  `^§question ${text}\n§rule\nsource:(manual|([A-Za-z0-9][A-Za-z0-9_.-]*):${word})(?:\nmetric:([!-9;-~]+))?` +
    `(?:\nop:(gte|lte|gt|lt|eq))?(?:\ntarget:(-?[0-9]{1,18}(?:\\.[0-9]{1,18})?))?(?:\nresolver:${text})?` +
    '(?:\ndeadline:([0-9]{1,12}))?(?:\ntolerance:([0-9]{1,5}|1[0-5][0-9]{4}))?' +
    `(?:\n(§§)source(?: creator:${word})?(?: origin:${word})?(?: created:(${day}))?)?` +
    `(?:\n§event ${text})?(?:\n§category (crypto|politics|tech|sports|agents))?` +
    '(?:\n§picture ((?:https|ipfs)://[A-Za-z0-9][!#-;=?-~]{0,240}))?$',
)

/** No text of this length is over the limit of 2,048 bytes: a UTF-16 unit takes at most three. */
const maxLength = 682

/** The question, or null when the full reader must look at it. */
export function read(from: string): Parsed | null {
  if (from.length > maxLength) return null
  const match = form.exec(from)
  if (match === null) return null
  const question = match[1]!
  const provider = match[3] ?? null
  const metric = match[5] ?? null
  const op = match[6] ?? null
  const target = match[7] ?? null
  const resolver = match[8] ?? null
  const tolerance = match[10] ?? null
  const event = match[15] ?? null
  if (endsInSpace(question) || endsInSpace(resolver) || endsInSpace(event)) return null
  if (provider === null) {
    if (metric !== null || op !== null || target !== null || tolerance !== null) return null
  } else {
    if (op === null || target === null || provider.toLowerCase() === Rule.manual) return null
    if (!isMeasured(provider, metric)) return null
  }
  const source = match[11] === undefined ? Origin.none : origin(match[12], match[13], match[14])
  if (source === null) return null
  return {
    question,
    rule: {
      source: match[2]!,
      provider,
      asset: match[4] ?? null,
      metric,
      op,
      target,
      resolver,
      deadline: match[9] ?? null,
      tolerance,
      extra: Pairs.none,
      subtags: Rule.noSubtags,
    },
    source,
    event,
    category: match[16] ?? null,
    picture: match[17] ?? null,
    unknown: [],
    issues: [],
  }
}

function isMeasured(name: string, metric: string | null): boolean {
  const provider = Provider.named(name)
  const used = metric ?? provider?.metric ?? null
  return provider !== null && used !== null && Provider.measures(provider, used)
}

const endsInSpace = (value: string | null): boolean =>
  value !== null && value.charCodeAt(value.length - 1) === 0x20

function origin(creator: string | undefined, from: string | undefined, created: string | undefined) {
  if (creator === undefined && from === undefined && created === undefined) return null
  return { creator: creator ?? null, origin: from ?? null, created: created ?? null, extra: Pairs.none }
}
