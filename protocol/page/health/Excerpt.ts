import { type Part, plain } from './Shown.ts'

/** Whether a page says that it leaves out parts of what it records: a selection, excerpts, words that were not understood. */
export function isExcerpt(title: string | null, parts: readonly Part[]): boolean {
  if (title !== null && isNamedExcerpt(plain(title))) return true
  return parts.some(({ text, level }) => {
    const said = plain(text)
    return (level === 1 && isNamedExcerpt(said)) || hasGap(said) || isNote(said)
  })
}

/** Titles that name what is less than the whole. */
const isNamedExcerpt = (text: string): boolean =>
  text.length <= longestNote &&
  /\b(?:excerpts?|extracts?|highlights|key (?:quotes|points|moments)|selected|selections?|summary|abridged|condensed|edited for (?:length|clarity)|auszug|auszüge|extraits?|extractos?|estratti)\b/.test(
    text,
  )

/** An ellipsis in brackets, or by itself where text should stand; speech that nobody could write down. */
const hasGap = (text: string): boolean =>
  /[[(] ?(?:…|\.\.\.) ?[\])]/.test(text) ||
  /^(?:…|\.\.\.)$/.test(text) ||
  /[[(](?:inaudible|crosstalk|cross-talk|unintelligible|indiscernible|indistinct|audio (?:gap|lost)|technical (?:fault|difficult[a-z]{1,4}))\b/.test(
    text,
  )

/** Longer parts are prose. */
const longestNote = 160

const isNote = (text: string): boolean =>
  text.length <= longestNote && (isSelection(text) || goesOn.test(text) || isForMembers.test(text))

/** "Editor's picks only", "Showing 2 selected decrees". */
export const isSelection = (text: string): boolean => selected.test(text)
const selected =
  /\b(?:selected|selection|picks|highlights|excerpts?|extracts?) only\b|\bonly (?:the )?(?:latest|most recent|last|first|top) [0-9]|\b(?:showing|displaying|viewing)\b.{0,30}\bselected\b|\b(?:chosen|selected|picked) by (?:the |our )?editors?\b/

/** "(transcript continues)", "Continued on the next page". */
const goesOn =
  /^[[(]?(?:(?:the )?(?:transcript|text|record|recording|speech|statement|list|minutes) )?(?:continue[sd]|to be continued|cont'd)(?: (?:on|in|below|overleaf|next|tomorrow|here)\b.{0,40})?[\]).…>» ]*$/
const isForMembers =
  /\b(?:subscribers|members|registered users)\b(?: only)?(?: can| may)? (?:see|view|read|get|access) (?:all|every|everything|the (?:full|whole|complete|rest))\b/
