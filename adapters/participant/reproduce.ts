import { Bytes, Hash } from '../../protocol/index.ts'
import { confidenceOf } from './confidence.ts'
import { extractApart } from './extract/apart.ts'
import { fail, type Judgement, needMore, pass } from './Judgement.ts'
import type { Ports } from './Ports.ts'
import { type Failure, TaskError } from './Reason.ts'
import { type Retrieved, retrieve } from './retrieve.ts'
import type { ClaimPayload } from './Subject.ts'

declare const seen: unique symbol

/** That the claimed bytes were had and say what is claimed. Nothing but this file makes it. */
export type Seen = {
  readonly [seen]: true
  readonly by: 'REPRODUCED' | 'VERIFIED_FROM_ARCHIVE'
  /** How often the source said the value again. */
  readonly reproductions: number
  readonly detail: string
  readonly assumptions: readonly string[]
}

const saw = (what: Omit<Seen, typeof seen>): Judgement => pass(what as Seen)

/**
 * Asks the source again, where that is wanted, and reads the same value from it; the bytes of the claim must be those that came, or
 * be in the archive. A source that can't be asked leaves the claim open, whatever an archive holds: the policy wants the source's own
 * word (C145). One that says something else contradicts the claim.
 */
export async function reproduce(
  claim: ClaimPayload,
  { reproducible }: { readonly reproducible: boolean },
  ports: Ports,
): Promise<Judgement> {
  if (!reproducible) return fromArchive(claim, ports, 'The source was not asked again, as the policy allows.')
  const again = await askAgain(claim, ports)
  if (again instanceof TaskError) return withoutSource(claim, again, ports)
  if (isLater(claim, again.extracted))
    return needMore(
      'NOT_REPRODUCED',
      'By now the source speaks of a later time, and not of that of the claim.',
    )
  if (!isSaid(claim, again.extracted))
    return contradicted('The source was asked again and says something else.')
  if (again.retrieval.responseHash === claim.observation.responseHash) {
    await keep(again, ports)
    return reproduced
  }
  // The value is the same, but other bytes may leave something out that decides too: they are somebody's word again.
  return fromArchive(claim, ports, 'The source was asked again and says the same value in other bytes.', 1)
}

async function askAgain(claim: ClaimPayload, ports: Ports): Promise<Retrieved | TaskError> {
  try {
    return await retrieve(claim.sourceSpec, ports)
  } catch (error) {
    if (error instanceof TaskError) return error
    throw error
  }
}

/** What tells nothing of the value: no reply came, or none that could be taken in. */
const absences: readonly Failure[] = [
  'SOURCE_UNREACHABLE',
  'SOURCE_TIMEOUT',
  'SOURCE_STATUS',
  'SOURCE_TOO_LARGE',
  'SOURCE_NOT_TEXT',
]

/** Archived bytes can speak against a claim here, and never for it. */
async function withoutSource(claim: ClaimPayload, error: TaskError, ports: Ports): Promise<Judgement> {
  const { reason, shortMessage } = error
  if (reason === 'RECIPE_TOO_COSTLY') return tooCostly(error)
  if (reason === 'FORBIDDEN_SOURCE')
    return fail('FORBIDDEN_SOURCE', `The source must not be asked: ${shortMessage}`)
  if (absences.includes(reason)) {
    const why = `The source could not be asked again: ${shortMessage}`
    const archived = await fromArchive(claim, ports, why)
    return archived.verdict === 'PASS' ? needMore('NOT_REPRODUCED', `${why} ${onlyArchived}`) : archived
  }
  return contradicted(`The source was asked again and does not say it: ${shortMessage}`)
}

const onlyArchived =
  'Archived bytes say what is claimed, but with `reproducible` the source has to. Ask again when it is back.'

/** What could not be read through says nothing for the claim, and nothing against it. */
const tooCostly = ({ shortMessage }: TaskError): Judgement => needMore('RECIPE_TOO_COSTLY', shortMessage)

const contradicted = (detail: string): Judgement =>
  fail('NOT_REPRODUCED', detail, confidenceOf({ tier: 3, reproductions: 1 }))

const reproduced: Judgement = saw({
  by: 'REPRODUCED',
  reproductions: 1,
  detail: 'The source was asked again and sent the very same bytes.',
  assumptions: ['The source tells everyone the same.'],
})

async function fromArchive(
  claim: ClaimPayload,
  ports: Ports,
  why: string,
  reproductions = 0,
): Promise<Judgement> {
  const { responseHash } = claim.observation
  const bytes = await ports.archive.get(responseHash)
  if (bytes === null) return needMore('EVIDENCE_UNAVAILABLE', `${why} The archive has no such bytes.`)
  if (Hash.ofBytes(bytes) !== responseHash)
    return needMore('EVIDENCE_UNAVAILABLE', `${why} The archive gave bytes of another hash.`)
  try {
    if (!isSaid(claim, await extractApart(claim.sourceSpec.extractor, Bytes.toText(bytes))))
      return fail('EVIDENCE_MISMATCH', 'The archived bytes say something else than the claim.')
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    if (error.reason === 'RECIPE_TOO_COSTLY') return tooCostly(error)
    return fail('EVIDENCE_MISMATCH', `The archived bytes do not hold the value: ${error.shortMessage}`)
  }
  return saw({
    by: 'VERIFIED_FROM_ARCHIVE',
    reproductions,
    detail: `${why} The archived bytes have the claimed hash and say what is claimed.`,
    assumptions: [
      'Whoever archived the bytes had them from the source: their hash shows that they are unchanged, not whose they are.',
    ],
  })
}

/** The value, and where the recipe reads it, the time. */
const isSaid = ({ observation }: ClaimPayload, { value, time }: Retrieved['extracted']): boolean =>
  value === observation.extracted && (time === null || time === observation.timestamp)

/** What a source says of another time does not contradict what it said of this one. */
const isLater = ({ observation }: ClaimPayload, { time }: Retrieved['extracted']): boolean =>
  time !== null && time > observation.timestamp

/** A second archive helps whoever comes later; this verdict does not wait for it. */
async function keep({ retrieval }: Retrieved, { archive }: Ports): Promise<void> {
  try {
    await archive.put(retrieval)
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
  }
}
