import { scan } from '../../reading/text/Words.ts'
import type { EventSpec } from './EventSpec.ts'
import type { PageView } from './PageView.ts'
import { refersTo } from './Roles.ts'
import { readTitle } from './Title.ts'

/** The office that a market asks about where it gives no name: "the central bank governor", "Fernhollow's CEO". */
export function roleOf({ question }: EventSpec): string | null {
  const { subject } = readTitle(question)
  if (/["“]/.test(subject)) return null
  const last = scan(subject).findLast(({ kind }) => kind === 'word')
  if (last === undefined) return null
  const isAcronym = /^\p{Lu}{2,4}$/u.test(subject.slice(last.start, last.end))
  return last.isCapital && !isAcronym ? null : last.text
}

/** "Will the word “tariff” appear …": it does not matter who says it. */
const isOfWords = ({ question }: EventSpec): boolean => /["“]/.test(readTitle(question).subject)

/** Whether a label of a transcript, or a reader's subject, is who the market asks about: by name, or by an office that the page gives it. */
export function isAsked(speaker: string | null, spec: EventSpec, page: PageView): boolean {
  const role = roleOf(spec)
  if (isOfWords(spec)) return true
  if (speaker === null) return spec.subject === null && role === null
  if (role === null)
    return spec.subject === null || refersTo(speaker, spec.subject) || isLabelOf(speaker, spec)
  return holdsRole(speaker, role) || introductions(speaker, page).some((text) => holdsRole(text, role))
}

/** "ONSLOW" of Beatrix Onslow. */
function isLabelOf(speaker: string, { subject }: EventSpec): boolean {
  const words = speaker.toLowerCase().split(' ')
  return subject!.cores.some(
    (core) => words.every((word) => core.includes(word)) || words.at(-1) === core.at(-1),
  )
}

/** Where the page sets a name beside what it is: "Ada Munro, Chief Executive Officer". */
function introductions(speaker: string, { text, blocks }: PageView): string[] {
  const name = speaker.replace(/\s*\([^)]*\)\s*$/, '')
  return blocks
    .map(({ start, end }) => text.slice(start, end))
    .filter((block) => block.includes(name))
    .flatMap((block) => block.split(/[;.|]/))
    .flatMap((part) => {
      const at = part.indexOf(name)
      return at === -1 ? [] : [part.slice(at + name.length, at + name.length + 60)]
    })
    .filter((rest) => /^\s?[,(–—-]/.test(rest))
}

/** The word itself, or words with capitals whose initials it is. */
function holdsRole(text: string, role: string): boolean {
  const words = scan(text).filter(({ kind }) => kind === 'word')
  if (words.some((word) => word.text === role)) return true
  const initials = words.map(({ text, isCapital }) => (isCapital ? text[0] : ' ')).join('')
  return role.length > 1 && initials.includes(role)
}
