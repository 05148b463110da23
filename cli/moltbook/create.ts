import type { Command } from 'commander'
import {
  checkName,
  create,
  type Draft,
  draft,
  linkOnChain,
  type Market,
} from '../../adapters/moltbook/index.ts'
import { DryRun } from '../../protocol/source/index.ts'
import { parseTime } from '../chain/units.ts'
import { UsageError } from '../terminal/failure.ts'
import { print, write } from '../terminal/output.ts'
import { asWords } from './asWords.ts'
import { chainOptions, checkChoice, type OnChainOptions, planTwin } from './onchain.ts'
import { asking, type CommonOptions, tellWarnings, withAdapter, writing } from './options.ts'
import { type QuestionWords, questionOf } from './questionOf.ts'

const examples = `
Before anything is posted: the question is validated, its source is tried, the submolt is asked whether it allows the subject,
and with --onchain the chain whether it would take the market.
The same question with the same deadline is one market, however often it is created.

Examples:
  $ market create --question 'Will BTC trade at $75,000 or more on Feb 20, 2027?' --deadline 2027-02-20T23:59:00Z \\
      --rule "source:coingecko:bitcoin metric:price_usd op:gte target:75000" --source "creator:HypeWatcher" --submolt agentfi
  $ market create --question "$(cat question.txt)" --deadline +7d --onchain --reward 0.1 --dry-run`

type Options = CommonOptions &
  OnChainOptions &
  QuestionWords & {
    deadline: string
    title?: string
    submolt?: string
    untried?: boolean
    ambiguous?: boolean
  }

export function register(root: Command): void {
  chainOptions(asking(writing(root.command('create'))))
    .description('post a market and record it')
    .requiredOption('--question <text>', 'the question, or the whole § text')
    .option(
      '--rule <pairs>',
      'what decides it: "source:coingecko:bitcoin op:gte target:75000", or "source:manual"',
    )
    .option('--source <pairs>', 'where it comes from: "creator:HypeWatcher origin:moltbook:95759b5b"')
    .requiredOption('--deadline <time>', 'Unix seconds, 2027-02-20T23:59:00Z, or +90m, +12h, +2d from now')
    .option('--event <name>', 'the event it belongs to')
    .option('--category <name>', 'crypto, politics, tech, sports, agents')
    .option('--picture <url>', 'of its card: https:// or ipfs://')
    .option('--title <text>', 'of the post (default: from the question)')
    .option('--submolt <name>', 'where to post (default: of the credentials, else predictmarket)')
    .option('--untried', 'do not try the source first')
    .option('--ambiguous', 'post it although its words leave much open')
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      checkChoice(options)
      const raw = questionOf(options)
      await withAdapter(options, async (adapter) => {
        const deadline = parseTime(options.deadline, adapter.clock.now())
        const submolt = asWords(() => checkName(options.submolt ?? adapter.submolt ?? 'predictmarket'))
        if (options.title !== undefined && (options.title.trim() === '' || options.title.length > 300))
          throw new UsageError('A title has 1 to 300 characters.')
        const { title, untried: isUntried, ambiguous: isAmbiguous, json } = options
        const drafted = await draft(adapter, { raw, deadline, title, submolt, isUntried, isAmbiguous })
        const twin = options.onchain ? await planTwin(options, raw, deadline) : null
        tellWarnings(drafted.warnings)
        if (options.dryRun) return tellPlan(drafted, options)
        let market = await create(adapter, drafted)
        if (twin !== null && market.onchain === null)
          market = linkOnChain(adapter, market.id, await twin.open())
        const { warnings, dryRun } = drafted
        const today = dryRun === null ? null : DryRun.report(dryRun)
        if (json) await print({ dry_run: false, warnings, dry_resolution: today, market }, { json })
        else await write(`${tell(market)}${today === null ? '' : `\n${today.says}`}\n`)
      })
    })
}

function tell({ id, moltbook_post_id, deadline, onchain }: Market.Market): string {
  const chain = onchain === null ? '' : ` On chain ${onchain.chain_id} it is market ${onchain.market_id}.`
  return `${id} is open until ${deadline}: post ${moltbook_post_id}.${chain}`
}

async function tellPlan({ purpose, dryRun, ...rest }: Draft, options: Options): Promise<void> {
  const plan = { ...rest, question_raw: purpose.question_raw, deadline: purpose.deadline }
  const today = dryRun === null ? null : DryRun.report(dryRun)
  if (options.json) {
    const sample = today?.value == null ? null : { value: today.value, observed_at: today.observed_at }
    const onchain = options.onchain === true
    return print({ dry_run: true, ...plan, sample, dry_resolution: today, onchain }, { json: true })
  }
  await write(
    `A plan; nothing was done. ${today?.says ?? 'The source was not tried.'}\n\n` +
      `${plan.id} in ${plan.submolt}\n${plan.title}\n\n${plan.content}\n` +
      (options.onchain ? '\nThen the same question on the chain.\n' : ''),
  )
}
