import { type Command, InvalidArgumentError } from 'commander'
import { cycle, type Decision, type Step } from '../../adapters/moltbook/index.ts'
import { failureExit, UsageError } from '../terminal/failure.ts'
import { print, write } from '../terminal/output.ts'
import { type ChainChoice, chainChoice, checkChoice, twinReader } from './onchain.ts'
import { asking, type CommonOptions, seconds, withAdapter, writing } from './options.ts'

const examples = `
Goes on with what was interrupted, reads the commitments, resolves what is due, posts the resolutions. What was done is not done
again, so it may run as often as you like, for instance by cron. Ends with 1 when something needs a person.

Examples:
  $ market cycle
  $ market cycle --dry-run --json
  $ market cycle --decide market_5d5f032f=NO --because "No announcement by the deadline." --evidence https://example.org/news
  $ market cycle --onchain --network localhost`

type Options = CommonOptions &
  ChainChoice & {
    decide?: ReadonlyMap<string, Decision['outcome']>
    because?: string
    evidence?: string
    window: number
  }

export function register(root: Command): void {
  chainChoice(
    asking(writing(root.command('cycle'))),
    'finalize what is linked to a chain only when its twin there has ended, and alike',
  )
    .description('sync, resolve, post: all that is due')
    .option('--decide <id=outcome>', 'decide a manual market: YES, NO or INVALID; may be repeated', decision)
    .option('--because <text>', 'why, for the decisions of --decide')
    .option('--evidence <url>', 'where that can be read')
    .option('--window <seconds>', 'from resolution to finality', seconds, 7_200)
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      const { decide = new Map(), because, evidence, window, json, dryRun } = options
      if (decide.size > 0 && because === undefined)
        throw new UsageError('--decide needs its reasons: --because.')
      checkChoice(options)
      const decisions = new Map(
        [...decide].map(([id, outcome]) => [id, { outcome, note: because ?? '', uri: evidence ?? null }]),
      )
      const twin = options.onchain ? await twinReader(options) : undefined
      const steps = await withAdapter(options, (adapter) => cycle(adapter, { decisions, window, twin }))
      if (json) await print({ dry_run: dryRun === true, steps }, { json })
      else await write(`${tell(steps, dryRun === true)}\n`)
      if (steps.some(({ step }) => step === 'problem')) process.exitCode = failureExit
    })
}

function decision(
  text: string,
  known: ReadonlyMap<string, Decision['outcome']> = new Map(),
): Map<string, Decision['outcome']> {
  const match = /^([A-Za-z0-9][\w-]{0,63})=(YES|NO|INVALID)$/.exec(text)
  if (match === null) throw new InvalidArgumentError('expected <market id>=YES, NO or INVALID.')
  return new Map([...known, [match[1]!, match[2] as Decision['outcome']]])
}

export function tell(steps: readonly Step[], isPlan: boolean): string {
  if (steps.length === 0) return 'There is nothing to do.'
  const heading = isPlan ? ['A plan; nothing was done:'] : []
  return [...heading, ...steps.map(lineOf)].join('\n')
}

function lineOf(step: Step): string {
  switch (step.step) {
    case 'resume':
      return `resume   ${step.key}: ${step.state}`
    case 'record':
      return `record   ${step.id}: posted before, now in markets.json`
    case 'sync':
      return `sync     ${step.id}: ${step.commitments} commitment${step.commitments === 1 ? '' : 's'}${step.late > 0 ? `, ${step.late} too late` : ''}`
    case 'resolve':
      return `resolve  ${step.id}: ${step.outcome}${step.value === null ? '' : ` at ${step.value}`}, proof ${step.por_root ?? 'none'}`
    case 'post':
      return `post     ${step.id}: ${step.comment_id === null ? 'the resolution' : `comment ${step.comment_id}`}`
    case 'status':
      return `status   ${step.id}: ${step.status}`
    case 'wait':
      return `wait     ${step.id}: ${step.why}`
    case 'given-up':
      return `given up ${step.id}: ${step.why}`
    case 'problem':
      return `problem  ${step.id}: ${step.message.replaceAll('\n', '\n         ')}`
  }
}
