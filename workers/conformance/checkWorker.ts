import { BaseError } from '../../protocol/index.ts'
import type { ConformanceRule } from './ConformanceRule.ts'
import * as Options from './Options.ts'
import * as Probe from './Probe.ts'
import { plain } from './plain.ts'
import { prospectsOf } from './prospects.ts'
import * as Report from './Report.ts'
import { fail, type RuleResult, skip } from './RuleResult.ts'
import { rulesOf } from './rulesOf.ts'

/** Told while the check runs. */
export type Progress = {
  readonly onStart?: (rule: ConformanceRule, index: number, total: number) => void
  readonly onResult?: (result: Report.Result) => void
}

/**
 * Checks a worker against every rule of the agent protocol, or of seed 001 alone. The worker is a stranger: sizes and times are bounded, redirects are
 * not followed, and nothing it says is obeyed.
 *
 * @example
 * const report = await checkWorker('http://127.0.0.1:4001')
 * if (!report.ok) process.exitCode = 1
 */
export async function checkWorker(
  url: string,
  input: Options.Input = {},
  progress: Progress = {},
): Promise<Report.Report> {
  const options = Options.read(input)
  const base = baseOf(url)
  const probe = Probe.create(base, options)
  const rules = rulesOf(options.profile)
  const results: Report.Result[] = []
  const held = new Set<string>()
  for (const [index, rule] of rules.entries()) {
    progress.onStart?.(rule, index, rules.length)
    const { status, seen, todo } = await find(rule, probe, held)
    if (status === 'pass' || status === 'warn') held.add(rule.id)
    const { id, title, requirement, severity, seed = null } = rule
    const result: Report.Result = {
      id,
      title,
      requirement,
      severity,
      ...(options.profile === 'seed' ? { seed } : {}),
      status: status === 'fail' && severity === 'should' ? 'warn' : status,
      seen: plain(seen),
      todo: todo === null ? null : plain(todo),
    }
    results.push(result)
    progress.onResult?.(result)
  }
  const prospects = options.signal?.aborted ? [] : await prospectsOf(probe)
  return Report.of(base.href, options, results, prospects)
}

async function find(
  rule: ConformanceRule,
  probe: Probe.Probe,
  held: ReadonlySet<string>,
): Promise<RuleResult> {
  const missing = rule.needs.find((id) => !held.has(id))
  if (missing !== undefined) return skip(`It cannot be judged before ${missing} holds.`)
  if (probe.options.signal?.aborted) return fail('The check was stopped before this.', 'Run it again.')
  try {
    return await rule.run(probe)
  } catch (error) {
    // What a worker sends must not stop the check; a reply that a rule cannot even look at is no good reply.
    return fail(
      `Its reply could not be judged (${(error as Error).message}).`,
      'Send what docs/protocol.md says.',
    )
  }
}

function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : null
  const isWeb = base !== null && /^https?:$/.test(base.protocol)
  if (!isWeb || base.username !== '' || base.password !== '') throw new InvalidUrlError(url)
  base.search = ''
  base.hash = ''
  return base
}

export class InvalidUrlError extends BaseError {
  override readonly name = 'Conformance.InvalidUrlError'
  constructor(url: string) {
    // A password may be in it.
    const shown = url.includes('@') ? 'This' : plain(JSON.stringify(url))
    super(`${shown} is no address of a worker.`, {
      metaMessages: ['Give its base URL without user and password, such as http://127.0.0.1:4001.'],
    })
  }
}
