/** What one rule found, in one sentence, and what to do about it. */
export type Status = 'pass' | 'warn' | 'fail' | 'skip'

export type RuleResult = {
  readonly status: Status
  /** What was seen. */
  readonly seen: string
  /** What to do; null where nothing is to be done. */
  readonly todo: string | null
}

export const pass = (seen: string): RuleResult => ({ status: 'pass', seen, todo: null })
export const skip = (seen: string, todo: string | null = null): RuleResult => ({ status: 'skip', seen, todo })
export const warn = (seen: string, todo: string): RuleResult => ({ status: 'warn', seen, todo })
export const fail = (seen: string, todo: string): RuleResult => ({ status: 'fail', seen, todo })
