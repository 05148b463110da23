import type { Command } from 'commander'
import { paths } from '../../../adapters/rules/service/Requests.ts'
import { print, write } from '../../terminal/output.ts'
import { askService, ofService, type ServiceOptions } from './askService.ts'

type Values = Record<string, unknown>
type Breach = { parameter: string; value: number; hard: number }
type Pending = { hash: string; breaches: Breach[]; proposed_at: string }
type Decided = { hash: string; decision: string; by: string; why: string; at: string }
type Described = {
  in_force: { hash: string; parameters: Values }
  configured: { hash: string; status: string }
  pending: Pending[]
  decisions: Decided[]
}

export function register(group: Command): void {
  ofService(
    group
      .command('parameters')
      .description('the parameters in force, those that wait for approval, and what was decided'),
    'parameters',
  ).action(list)
  for (const [decision, summary] of [
    ['approve', 'let parameters beyond a hard limit come into force: these very values and no others'],
    ['reject', 'keep parameters out of force, or take them back'],
  ] as const) {
    ofService(
      group.command(`${decision}-parameters <hash>`).description(summary),
      `${decision}-parameters "$hash" --by ann --why "asked for by the market team"   # the hash is in \`parameters\``,
    )
      .requiredOption('--by <name>', 'who decides; kept with the decision')
      .requiredOption('--why <words>', 'the reason; kept with the decision')
      .action((hash: string, options: ServiceOptions & { by: string; why: string }) =>
        decide(decision, hash, options),
      )
  }
}

async function list(options: ServiceOptions): Promise<void> {
  const reply = (await askService(options, 'GET', paths.parameters)) as Described
  if (options.json) return print(reply, options)
  const { in_force, configured, pending, decisions } = reply
  const values = Object.entries(in_force.parameters).map(
    ([name, value]) => `  ${name} ${JSON.stringify(value)}\n`,
  )
  await write(`In force: ${in_force.hash}\n${values.join('')}`)
  if (configured.hash !== in_force.hash)
    await write(`The service was given others: ${configured.hash}, ${configured.status}\n`)
  for (const { hash, breaches, proposed_at } of pending) {
    const said = breaches.map(({ parameter, value, hard }) => `${parameter} ${value} (hard limit ${hard})`)
    await write(`Waits since ${proposed_at}: ${hash}\n  ${said.join(', ')}\n`)
  }
  for (const { hash, decision, by, why, at } of decisions)
    await write(`${at}  ${decision} ${hash} by ${by}: ${why}\n`)
}

async function decide(
  decision: 'approve' | 'reject',
  hash: string,
  options: ServiceOptions & { by: string; why: string },
): Promise<void> {
  const path = paths.parametersDecision.replace(':hash', encodeURIComponent(hash.toLowerCase()))
  const { by, why } = options
  const reply = await askService(options, 'POST', path, { decision, by, why })
  if (options.json) return print(reply, options)
  await write(`${hash}: ${decision === 'approve' ? 'comes into force' : 'stays out of force'}, by ${by}.\n`)
}
