import * as Bytes from './Bytes.ts'
import * as Citation from './Citation.ts'
import * as Docket from './Docket.ts'
import { BaseError } from './Errors.ts'
import type * as Hash from './Hash.ts'
import * as Reproduction from './Reproduction.ts'
import * as Score from './Score.ts'
import * as Vote from './Vote.ts'

/**
 * What a DON node saw of a round, reduced to what the nodes must agree on: votes, checks, hashes, scores; no text.
 * Packed, because all of it is signed over and must fit a consensus observation.
 */
export type Entry = {
  readonly vote: Vote.Vote
  /** null where there was no readable, properly signed answer. */
  readonly answer: Answer | null
  readonly defence: Defence | null
  readonly dimensions: Score.Dimensions | null
  readonly evaluator: Evaluator
  /** What came of its citations, and of its looking for those of others. */
  readonly testimony: Reproduction.Testimony
}

/** What the nodes agree on of one answer. */
export type Answer = {
  readonly outcome: Vote.Outcome
  readonly confidenceBps: number
  readonly check: Omit<Docket.Check, 'porRoot'> | null
  readonly porRoot: Hash.Root
  readonly responseHash: Hash.Hash
  readonly signature: Bytes.Hex | null
}

/** What the nodes agree on of one defence. */
export type Defence = {
  readonly asked: number
  readonly answered: number
  readonly requestHash: Hash.RequestHash
  readonly responseHash: Hash.Hash
  readonly signature: Bytes.Hex | null
}

/** What can have given a worker's scores; `none` where it has none. */
export const evaluators = ['none', 'rubric', 'llm'] as const
/** One of the evaluators. */
export type Evaluator = (typeof evaluators)[number]

const version = 2
const flags = { answer: 1, check: 2, answerSigned: 4, defence: 8, defenceSigned: 16, dimensions: 32 } as const

const headSize = 3
const answerSize = 1 + 2 + 32 + 32 + 65 + 23
const defenceSize = 1 + 1 + 32 + 32 + 65
const dimensionsSize = 8
const testimonySize = Citation.limits.citations + 2

/** The size when every worker answered, checked, defended and signed. */
export const maxSize = (workers: number): number =>
  3 + workers * (headSize + answerSize + defenceSize + dimensionsSize + testimonySize)

/**
 * Packs a round's entries into the bytes of a consensus observation.
 *
 * @example
 * const entries = [Round.unanswered(Vote.none('silent'))]
 * Bytes.toHex(Observation.encode(entries)) // '0x02000104000000000000'
 * Observation.decode(Observation.encode(entries)) // entries
 */
export const encode = (entries: readonly Entry[]): Uint8Array =>
  Bytes.concat(Bytes.uint(version, 1), Bytes.uint(entries.length, 2), ...entries.map(packEntry))

function packEntry(entry: Entry): Uint8Array {
  const { vote, answer, defence, dimensions, evaluator, testimony } = entry
  const set =
    (answer === null ? 0 : flags.answer) |
    (answer === null || answer.check === null ? 0 : flags.check) |
    (answer === null || answer.signature === null ? 0 : flags.answerSigned) |
    (defence === null ? 0 : flags.defence) |
    (defence === null || defence.signature === null ? 0 : flags.defenceSigned) |
    (dimensions === null ? 0 : flags.dimensions)
  return Bytes.concat(
    Uint8Array.of(Vote.toByte(vote), set, evaluators.indexOf(evaluator)),
    answer === null ? empty : packAnswer(answer),
    defence === null ? empty : packDefence(defence),
    dimensions === null
      ? empty
      : Bytes.concat(...Score.dimensions.map((name) => Bytes.uint(dimensions[name], 1))),
    packTestimony(testimony),
  )
}

const empty = new Uint8Array(0)

const packAnswer = (answer: Answer): Uint8Array =>
  Bytes.concat(
    Bytes.uint(Vote.code(answer.outcome), 1),
    Bytes.uint(answer.confidenceBps, 2),
    // The docket's own packing, less the root that follows anyway.
    answer.check === null
      ? empty
      : Docket.packCheck({ ...answer.check, porRoot: Bytes.zero32 }).subarray(0, 23),
    Bytes.bytes32(answer.porRoot),
    Bytes.bytes32(answer.responseHash),
    answer.signature === null ? empty : signature(answer.signature),
  )

const packDefence = (defence: Defence): Uint8Array =>
  Bytes.concat(
    Bytes.uint(defence.asked, 1),
    Bytes.uint(defence.answered, 1),
    Bytes.bytes32(defence.requestHash),
    Bytes.bytes32(defence.responseHash),
    defence.signature === null ? empty : signature(defence.signature),
  )

/** 0 for no citation. */
const packTestimony = ({ citations, agreed, decided }: Reproduction.Testimony): Uint8Array =>
  Bytes.concat(
    ...Array.from({ length: Citation.limits.citations }, (_, i) => {
      const verdict = citations[i]
      return Bytes.uint(verdict === undefined ? 0 : Citation.verdicts.indexOf(verdict) + 1, 1)
    }),
    Bytes.uint(agreed, 1),
    Bytes.uint(decided, 1),
  )

function signature(hex: Bytes.Hex): Uint8Array {
  const bytes = Bytes.fromHex(hex)
  if (bytes.length !== 65) throw new Bytes.WrongLengthError(65, bytes.length)
  return bytes
}

/** Reads packed entries; bytes left over are an error. */
export function decode(bytes: Uint8Array): Entry[] {
  const reader = new Bytes.Reader(bytes)
  const actual = reader.number(1)
  if (actual !== version) throw new UnknownVersionError(actual)
  const entries = Array.from({ length: reader.number(2) }, () => unpackEntry(reader))
  reader.end()
  return entries
}

function unpackEntry(reader: Bytes.Reader): Entry {
  const vote = Vote.fromByte(reader.number(1))
  const set = reader.number(1)
  const evaluator = evaluators[reader.number(1)]
  if (evaluator === undefined) throw new UnknownVersionError(set)
  const has = (flag: keyof typeof flags) => (set & flags[flag]) !== 0
  assertFlags(set, has)
  const answer = has('answer') ? unpackAnswer(reader, has('check'), has('answerSigned')) : null
  const defence = has('defence') ? unpackDefence(reader, has('defenceSigned')) : null
  const dimensions = has('dimensions') ? unpackDimensions(reader) : null
  return { vote, answer, defence, dimensions, evaluator, testimony: unpackTestimony(reader) }
}

/** A bit that is not known, or that speaks of a part that is not there, would be a second spelling. */
function assertFlags(set: number, has: (flag: keyof typeof flags) => boolean): void {
  const isKnown = set < 2 * flags.dimensions
  const isOfAnswer = has('answer') || !(has('check') || has('answerSigned'))
  const isOfDefence = has('defence') || !has('defenceSigned')
  if (!isKnown || !isOfAnswer || !isOfDefence) throw new UnknownFlagsError(set)
}

function unpackTestimony(reader: Bytes.Reader): Reproduction.Testimony {
  const codes = [...reader.take(Citation.limits.citations)]
  const count = codes.indexOf(0)
  const given = count === -1 ? codes : codes.slice(0, count)
  const citations = given.map((code) => Citation.verdicts[code - 1])
  const [agreed, decided] = [reader.number(1), reader.number(1)]
  const isWhole = codes.slice(given.length).every((code) => code === 0)
  const isKnown = citations.every((verdict) => verdict !== undefined)
  if (!isWhole || !isKnown || agreed > decided || decided > Reproduction.limits.items)
    throw new BadTestimonyError(codes, agreed, decided)
  return { citations, agreed, decided }
}

function unpackAnswer(reader: Bytes.Reader, hasCheck: boolean, isSigned: boolean): Answer {
  const outcome = Vote.fromCode(reader.number(1))
  if (outcome === null) throw new Vote.UnknownCodeError('answer', 0)
  return {
    outcome,
    confidenceBps: reader.number(2),
    check: hasCheck
      ? {
          observedAt: reader.number(5),
          value: reader.int(16),
          tier: reader.number(1),
          result: Vote.fromCode(reader.number(1)),
        }
      : null,
    porRoot: reader.bytes32() as Hash.Root,
    responseHash: reader.bytes32(),
    signature: isSigned ? Bytes.toHex(reader.take(65)) : null,
  }
}

const unpackDefence = (reader: Bytes.Reader, isSigned: boolean): Defence => ({
  asked: reader.number(1),
  answered: reader.number(1),
  requestHash: reader.bytes32() as Hash.RequestHash,
  responseHash: reader.bytes32(),
  signature: isSigned ? Bytes.toHex(reader.take(65)) : null,
})

function unpackDimensions(reader: Bytes.Reader): Score.Dimensions {
  const entries = Score.dimensions.map((name) => [name, reader.number(1)])
  return Object.fromEntries(entries) as Score.Dimensions
}

/** Thrown for a version or a code that this reader does not know. */
export class UnknownVersionError extends BaseError {
  override readonly name = 'Observation.UnknownVersionError'
  constructor(value: number) {
    super(`Observation version or code ${value} is not known.`)
  }
}

/** Thrown for flags that no entry has. */
export class UnknownFlagsError extends BaseError {
  override readonly name = 'Observation.UnknownFlagsError'
  constructor(set: number) {
    super(`No entry has the flags ${set}: a bit is not known, or its part is missing.`)
  }
}

/** Thrown for verdicts and counts that no worker can have. */
export class BadTestimonyError extends BaseError {
  override readonly name = 'Observation.BadTestimonyError'
  constructor(verdicts: readonly number[], agreed: number, decided: number) {
    super(`No worker has the verdicts ${verdicts.join(', ')} and ${agreed} of ${decided} items agreed.`)
  }
}
