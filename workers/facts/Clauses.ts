import { sentencesOf } from './sentences.ts'

/** What the rules say leads to Yes, and what leads to No, each in their own words. */
export type Clauses = { readonly yes: readonly string[]; readonly no: readonly string[] }

const outcome = /\b(?:resolves?d?|to)\b[^.;]{0,24}?["“']?\b(yes|no)\b["”']?/gi

export function clausesOf(rules: string): Clauses {
  const yes: string[] = []
  const no: string[] = []
  for (const sentence of sentencesOf(rules)) {
    const marks = [...sentence.matchAll(outcome)]
    marks.forEach((mark, i) => {
      const behind = sentence.slice(mark.index + mark[0].length, marks[i + 1]?.index)
      const before = sentence.slice(0, mark.index)
      const clause = conditionIn(behind) ?? (i === 0 ? (conditionIn(before) ?? happeningIn(before)) : null)
      if (clause !== null) (mark[1]!.toLowerCase() === 'yes' ? yes : no).push(clause)
    })
  }
  return { yes, no }
}

/** Behind "if", up to the end or to "otherwise". */
function conditionIn(text: string): string | null {
  const at = text.search(/\b(?:if|wenn|so long as|provided that)\b/i)
  if (at === -1) return null
  const clause = text.slice(at).replace(/^\S+\s+/, '')
  return (
    clause
      .split(/,? (?:and )?(?:otherwise\b|this market (?:will )?$|the market (?:will )?$|it $)/i)[0]!
      .trim() || null
  )
}

/** "A draw resolves No": what stands before the verb, where it is no market. */
function happeningIn(text: string): string | null {
  const subject = text.trim()
  return subject === '' || /\b(?:market|it|this|otherwise)$/i.test(subject.replace(/ will$/i, ''))
    ? null
    : subject
}
