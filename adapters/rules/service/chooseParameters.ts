import type { Logger } from 'pino'
import type { Store } from '../../../services/store/Store.ts'
import type { Metrics } from './makeMetrics.ts'
import { find, lastUsed, mayBeUsed, type ParameterSet, propose, use } from './ParameterSets.ts'
import { hashOf, judge, ParameterChangeError, type Parameters, schema } from './Parameters.ts'
import { reasons } from './Reason.ts'

const reason = 'PARAMETER_CHANGE_REQUIRES_APPROVAL'

/** What this process goes by: its config's parameters, or others until a person has approved those. */
export type Choice = {
  readonly inForce: Parameters
  readonly configured: ParameterSet
  /** Looks whether a person has decided meanwhile. */
  refresh(): Promise<void>
}

/**
 * Parameters within their hard limits count at once. Others wait: the process goes by those that were last in use, and takes
 * its own up as soon as they are approved. Throws where none were ever in use: nobody knows what to go by.
 */
export async function chooseParameters(
  parameters: Parameters,
  how: {
    readonly store: Store
    readonly log: Logger
    readonly metrics: Pick<Metrics, 'parameter' | 'parametersPending'>
    readonly now: () => number
  },
): Promise<Choice> {
  const { store, log, metrics, now } = how

  async function choose(own: ParameterSet, otherwise: () => Parameters): Promise<Parameters> {
    const isOwn = mayBeUsed(own)
    if (isOwn) await use(store, own, new Date(now()))
    const chosen = isOwn ? own.parameters : ((await lastUsed(store))?.parameters ?? otherwise())
    metrics.parameter.reset()
    for (const { parameter, value, message } of judge(chosen).warnings) {
      metrics.parameter.set({ parameter }, 1)
      log.warn({ parameter, value, severity: 'WARN' }, `${parameter} is ${message}`)
    }
    return chosen
  }

  function say({ hash, status, breaches }: ParameterSet, chosen: Parameters): void {
    const isWaiting = status === 'pending' || status === 'rejected'
    metrics.parametersPending.set(isWaiting ? 1 : 0)
    const fields = { hash, status, breaches, in_force: hashOf(chosen) }
    const { severity } = reasons[reason]
    if (isWaiting) log.warn({ ...fields, reason, severity }, reason)
    else if (status === 'approved') log.info(fields, 'approved parameters are in force')
  }

  let configured = await propose(store, parameters, new Date(now()))
  let inForce = await choose(configured, () => {
    throw new ParameterChangeError(configured.breaches, configured.hash)
  })
  say(configured, inForce)

  return {
    get inForce() {
      return inForce
    },
    get configured() {
      return configured
    },
    async refresh() {
      // Within the limits there is nothing to decide.
      if (configured.status === 'allowed') return
      const found = await find(store, configured.hash)
      if (found === null || found.status === configured.status) return
      // Where nothing else was ever in use, the defaults need nobody's approval.
      if (mayBeUsed(found) || mayBeUsed(configured)) inForce = await choose(found, () => schema.parse({}))
      configured = found
      say(configured, inForce)
    },
  }
}
