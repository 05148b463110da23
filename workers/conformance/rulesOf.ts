import type { ConformanceRule } from './ConformanceRule.ts'
import type { Options } from './Options.ts'
import { rules } from './rules/index.ts'

/** The rules of a profile. What one of them needs that is none of the profile's is not waited for. */
export function rulesOf(profile: Options['profile']): readonly ConformanceRule[] {
  if (profile === 'cresolver') return rules
  const own = rules.filter(({ seed }) => seed !== undefined)
  const ids = new Set(own.map(({ id }) => id))
  return own.map((rule) => ({ ...rule, needs: rule.needs.filter((id) => ids.has(id)) }))
}
