import type { Command } from 'commander'
import { Address, Instant, Question } from '../../../protocol/index.ts'
import { makePlan } from '../../../workers/pipeline/plan/makePlan.ts'
import { mostCalls, type Plan, toToolPlan, usualCalls } from '../../../workers/pipeline/plan/Plan.ts'
import { questionFacts } from '../../../workers/pipeline/plan/QuestionFacts.ts'
import { load, loadPublic, type SourceRegistry } from '../../../workers/source/registry/SourceRegistry.ts'
import { slotsIn } from '../../../workers/source/registry/template.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

type Options = {
  registry?: string
  question?: string
  deadline?: string
  created?: string
  contact?: string
  budget?: string
  search?: boolean
  json?: boolean
}

export function register(group: Command): void {
  group
    .command('sources')
    .description('which sources a registry has, and what would be fetched for a question')
    .option('--registry <file>', 'a registry of your own (default: the public one)')
    .option('--question <text>', 'a question with its rules; nothing is fetched for it')
    .option('--deadline <time>', 'its deadline, like 2026-03-31T23:59:59Z (default: now)')
    .option('--created <time>', 'when its market was made (default: a year before)')
    .option('--contact <address>', 'who runs the worker, for sources that ask for it')
    .option('--budget <n>', `the most calls of a plan (default: ${usualCalls})`)
    .option('--search', 'plan searches too, as with a search engine in the config')
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      `
Fetches nothing. A registry that cannot be used is refused with the line and the path of each fault.

Examples:
  $ cresolver worker sources
  $ cresolver worker sources --registry sources.yaml
  $ cresolver worker sources --contact ops@example.org --deadline 2026-03-31T23:59:59Z \\
      --question "Will nodejs/node release v26.0.0 by March 31, 2026? Source: https://github.com/nodejs/node/releases"`,
    )
    .action(show)
}

async function show(options: Options): Promise<void> {
  const registry = options.registry === undefined ? loadPublic() : load(options.registry)
  if (options.question === undefined) {
    await (options.json ? print(toList(registry), options) : write(`${renderList(registry)}\n`))
    return
  }
  const { plan, toolPlan } = planFor(registry, options.question, options)
  await (options.json
    ? print({ plan: toolPlan, skipped: plan.skipped }, options)
    : write(`${renderPlan(plan)}\n`))
}

const toList = ({ entries, hash }: SourceRegistry) => ({
  registry_hash: hash,
  sources: entries.map(({ id, name, domain, class: kind, url, complete_for, terms }) => ({
    id,
    name,
    domain,
    class: kind,
    slots: slotsIn(url),
    complete_for: complete_for?.what ?? null,
    terms,
  })),
})

const renderList = ({ entries, hash }: SourceRegistry): string =>
  [
    table(
      ['source', 'class', 'domain', 'slots', 'name'],
      entries.map(({ id, class: kind, domain, url, name }) => [
        id,
        kind,
        domain,
        slotsIn(url).join(' '),
        name,
      ]),
    ),
    '',
    `${entries.length} sources, registry ${hash}`,
  ].join('\n')

/** What a worker with this registry would plan. The market is one that does not exist. */
export function planFor(registry: SourceRegistry, question: string, options: Options) {
  const deadline =
    options.deadline === undefined ? Math.floor(Date.now() / 1_000) : timeOf('deadline', options.deadline)
  const created = options.created === undefined ? null : timeOf('created', options.created)
  const subject = {
    ...Question.pose({ question: question.trim(), deadline }),
    deadline,
    created,
    chain_id: 31_337,
    market: Address.of(`0x${'0'.repeat(40)}`),
    market_id: '0',
    round: 1,
  }
  const budget = options.budget === undefined ? usualCalls : budgetOf(options.budget)
  const contact = options.contact ?? null
  const searches = options.search === true
  const plan = makePlan(questionFacts(subject), { registry, budget, contact, searches, inline: [] })
  return { plan, toolPlan: toToolPlan(plan, subject) }
}

function timeOf(name: string, text: string): number {
  if (!Instant.isInstant(text)) throw new UsageError(`--${name}: write the time like 2026-03-31T23:59:59Z.`)
  return Instant.parse(text)
}

function budgetOf(text: string): number {
  const value = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > mostCalls)
    throw new UsageError(`--budget: expected a whole number from 1 to ${mostCalls}.`)
  return value
}

export function renderPlan({ sources, searches, skipped, budget }: Plan): string {
  const rows = [
    ...sources.map(({ source }) => [source.id, source.class, source.url]),
    ...searches.map(({ id, query }) => [id, 'search', query]),
  ]
  const planned = rows.length === 0 ? 'Nothing would be fetched.' : table(['step', 'class', 'what'], rows)
  const left =
    skipped.length === 0
      ? []
      : [
          '',
          table(
            ['not planned', 'why'],
            skipped.map(({ source, why }) => [source, why]),
          ),
        ]
  return [planned, '', `${rows.length} of ${budget} calls`, ...left].join('\n')
}
