import type { Command } from 'commander'
import { type Fault, isUnfit, parseQuestion } from '../../../adapters/rules/index.ts'
import { BaseError, Issue, Question, Resolver, Rule } from '../../../protocol/index.ts'
import { now } from '../../chain/connect.ts'
import { actor, getParameters, tellChange } from '../../chain/marketState.ts'
import { openMarket } from '../../chain/openMarket.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { eth, instant, parseAmount, parseTime } from '../../chain/units.ts'
import { readText } from '../../terminal/input.ts'
import { withoutFinalBreak } from '../aap/text.ts'
import { trySource } from './trySource.ts'

const examples = `
The question is § text: see \`cresolver aap validate\`. The reward is what the workers share.
The source of an auto rule is asked once what it would say today, before anything is paid. One that cannot answer stops the market;
one that cannot be reached does not, and is named. On local chains only the sources of --sources are asked.

Examples:
  $ cresolver market create question.txt --deadline +2d --reward 0.5
  $ cresolver market create --question "$(cat question.txt)" --deadline 2026-12-31T23:59:00Z --account 1`

type Options = ChainOptions & {
  question?: string
  deadline: string
  reward?: string
  unchecked?: boolean
  untried?: boolean
  sources?: string
}

export function register(group: Command): void {
  signing(group.command('create'))
    .description('open a market with a question, a deadline and a reward')
    .argument('[file]', 'the § text of the question; stdin when left out and no --question is given')
    .option('--question <text>', 'the question itself')
    .requiredOption('--deadline <time>', 'Unix seconds, 2026-12-31T23:59:00Z, or +90m, +12h, +2d from now')
    .option('--reward <ETH>', 'what the workers share (default: the least the contract takes)')
    .option('--unchecked', 'take a question that no worker may be able to read')
    .option('--untried', 'do not ask the source what it would say today')
    .option('--sources <file>', 'a config {sources}, YAML or JSON (default: the live APIs)')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options) => {
      const question = options.question ?? withoutFinalBreak(await readText(file))
      const me = await actor(options)
      const deadline = parseTime(options.deadline, await now(me))
      if (!options.unchecked) await check(question, deadline, await getParameters(me))
      const today = await trySource(question, { ...options, isLocal: me.isLocal })
      if (today.says !== null) process.stderr.write(`${today.says}\n`)
      const given = options.reward === undefined ? undefined : parseAmount(options.reward)
      const { marketId, receipt, reward } = await openMarket(me, question, deadline, given)
      await tellChange(me, marketId, receipt, options, {
        text: `Market ${marketId} was created with a reward of ${eth(reward)} and the deadline ${instant(deadline)}.`,
        fields: {
          deadline,
          reward_wei: String(reward),
          creator: me.account.address,
          dry_resolution: today.report,
        },
      })
    })
}

/** Errors stop, because nobody could resolve the market; warnings are said. */
async function check(question: string, deadline: number, waits: Waits): Promise<void> {
  const { issues, ...parsed } = Question.parse(question, { deadline })
  if (issues.some(Issue.isError)) throw new Question.InvalidError(issues)
  checkWait(parsed.rule, waits)
  for (const { code, line, message } of issues)
    process.stderr.write(`warning: line ${line}: ${message} (${code})\n`)
  const unserved = Resolver.warning(parsed.rule)
  if (unserved !== null) process.stderr.write(`warning: ${unserved.message} (${unserved.code})\n`)
  const { ambiguity, factors, faults } = parseQuestion(parsed, deadline).structured
  if (isUnfit(faults)) throw new AmbiguousQuestionError(ambiguity, faults)
  const named = factors.map(({ name, weight }) => `${name} ${weight}`).join(', ')
  if (ambiguity > 0) process.stderr.write(`ambiguity ${ambiguity}: ${named}\n`)
  for (const fault of faults) process.stderr.write(`warning: ${describe(fault)}\n`)
}

type Waits = { readonly resolutionTimeout: number; readonly quorumGrace: number }

/** The protocol's bound on tolerances is that of the usual parameters; a deployment may wait for less, and then takes no report at all. */
function checkWait(rule: Rule.Rule, { resolutionTimeout, quorumGrace }: Waits): void {
  if (!Rule.isAuto(rule)) return
  const wait = Rule.readyAt(rule, { created: 0, deadline: 0 })
  const longest = resolutionTimeout - 2 * quorumGrace
  if (wait > longest) throw new LateSourceError(wait, longest)
}

export class LateSourceError extends BaseError {
  override readonly name = 'Cli.LateSourceError'
  constructor(wait: number, longest: number) {
    super(
      `The source may publish its value ${wait} s after the deadline; this market contract waits ${longest} s at most.`,
      {
        metaMessages: ['Give the rule a shorter tolerance, or another source.'],
        docsPath: 'docs/contracts.md',
      },
    )
  }
}

const describe = ({ code, message, remedy, words }: Fault): string =>
  `${words === null ? '' : `"${words}": `}${message} ${remedy} (${code})`

export class AmbiguousQuestionError extends BaseError {
  override readonly name = 'Cli.AmbiguousQuestionError'
  constructor(ambiguity: number, faults: readonly Fault[]) {
    super(`The question leaves too much open: its ambiguity is ${ambiguity}.`, {
      metaMessages: [...faults.map(describe), 'Create it as it is with --unchecked.'],
      docsPath: 'docs/rules.md',
    })
  }
}
