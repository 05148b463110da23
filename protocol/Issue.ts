/** A fault of a text, and where it stands. */
export type Issue = Place & {
  readonly code: string
  readonly severity: Severity
  readonly message: string
}

/** A place in a text: line and column count from 1, columns in UTF-16 units. */
export type Place = { readonly line: number; readonly column: number }

/** Whether an issue makes the text invalid or only deserves a look. */
export type Severity = 'error' | 'warning'

/** The most issues that are listed, so that junk of any size gets a short answer. */
export const max = 100

/** Adds an issue; after `max` of them one last one says that there were more. */
export function report(issues: Issue[], severity: Severity, code: string, at: Place, message: string): void {
  if (issues.length > max) return
  const { line, column } = at
  if (issues.length < max) issues.push({ code, severity, line, column, message })
  else {
    const more = `There are more than ${max} issues; the rest is not listed.`
    issues.push({ code: 'TOO_MANY_ISSUES', severity: 'error', line, column, message: more })
  }
}

/** Sorts issues by their place in the text; the one that says that there were more stays last. */
export function sort(issues: Issue[]): void {
  const last = issues.length > max ? issues.pop() : undefined
  issues.sort((a, b) => a.line - b.line || a.column - b.column)
  if (last !== undefined) issues.push(last)
}

/**
 * Whether an issue makes the text invalid.
 *
 * @example
 * const { issues } = Question.parse('§question Will it rain?\n§rule\nsource:manual\n§category weather')
 * issues.map(({ code, severity }) => `${severity} ${code}`) // ['warning UNKNOWN_CATEGORY']
 * issues.some(Issue.isError) // false
 */
export const isError = (issue: Issue): boolean => issue.severity === 'error'
