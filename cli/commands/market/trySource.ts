import { BaseError, Question, Rule } from '../../../protocol/index.ts'
import { DryRun } from '../../../protocol/source/index.ts'

export type TryOptions = {
  readonly untried?: boolean
  /** A config of sources. */
  readonly sources?: string
  /** On a local chain no outside source is asked. */
  readonly isLocal: boolean
  /** Unix seconds; the machine's clock, because sources know no chain's. */
  readonly now?: number
}

/** What the source would say today: for eyes, and for programs; null where there is nothing to say. */
export type Today = { readonly says: string | null; readonly report: DryRun.Report | null }

/**
 * Asks the source of an auto rule before a market with it is paid for. Throws where it cannot answer; one that is away is named, and
 * does not stop the market.
 */
export async function trySource(question: string, options: TryOptions): Promise<Today> {
  const parsed = Question.parse(question)
  if (!Question.hasNoError(parsed) || !Rule.isAuto(parsed.rule)) return { says: null, report: null }
  const { now = Math.floor(Date.now() / 1_000), sources } = options
  const why = whyUntried(parsed.rule, options)
  if (why !== null) return { says: `The source was not tried: ${why}`, report: null }
  const { openDryRun } = await import('../../source/openDryRun.ts')
  const { readSources } = await import('../../source/sourcesConfig.ts')
  const run = await openDryRun(sources === undefined ? undefined : readSources(sources))(parsed.rule, now)
  if (DryRun.isBad(run)) throw new NoAnswerError(run)
  const says = DryRun.sentence(run)
  const isSure = run.kind === 'answered'
  return {
    says: isSure ? says : `warning: ${says} The market is created untried.`,
    report: DryRun.report(run),
  }
}

function whyUntried({ provider }: Rule.Rule, { untried, sources, isLocal }: TryOptions): string | null {
  if (untried) return '--untried.'
  if (sources !== undefined) return null
  if (isLocal) return 'this is a local chain, and no --sources are named.'
  const isConfigured = ['http', 'web'].includes((provider ?? '').toLowerCase())
  return isConfigured ? `${provider}: needs the workers' own config, to be named by --sources.` : null
}

export class NoAnswerError extends BaseError {
  override readonly name = 'Cli.NoAnswerError'
  constructor(run: DryRun.DryRun) {
    super(DryRun.sentence(run), {
      metaMessages: [
        'A market with this rule would hardly end otherwise than as Invalid; nothing was sent.',
        'Check the asset and the metric, or create it all the same with --untried.',
      ],
      docsPath: 'docs/sources.md',
    })
  }
}
