import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { BaseError, type Verification } from '../../../protocol/index.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'
import { actor } from '../../chain/marketState.ts'
import { signing } from '../../chain/options.ts'
import { describeStrike, sendStrike, strikeIn } from '../../chain/strike.ts'
import { wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { bring, type Options as Named } from './document.ts'
import { roundNumber } from './number.ts'
import { means } from './verify.ts'

type Bundle = Verification.ChallengeBundle
type Options = Named & { seat?: bigint; kind?: Kind; out?: string; send?: boolean }

const kinds = { observation: 1, equivocation: 2, 'own-proof': 3, transcript: 4, appeal: null } as const
type Kind = keyof typeof kinds

const examples = `
Without --seat and --kind it is the first finding that a contract decides. What no contract can decide is written too, says
\`appeal\`, and is not sent.

Examples:
  $ cresolver round challenge round.json --seat 2 --out bundle.json
  $ cresolver round challenge round.json --kind transcript --send --account 5`

export function register(group: Command): void {
  signing(group.command('challenge'))
    .description('turn what is wrong with a round into a bundle that the contract takes, and send it')
    .argument('<file|marketId>', 'the round’s file, - for stdin; or a market’s id')
    .option('--transcript <file>', 'the round’s file, where a market id is given')
    .option('--gateway <url>', 'instead of a file: the gateway that publishes the round')
    .option('--round <number>', 'which round of the market (default: that of the file)', roundNumber)
    .option('--seat <number>', 'whom to challenge, by the seat in the market', wholeNumber)
    .addOption(new Option('--kind <kind>', 'with what').choices(Object.keys(kinds)))
    .option('--out <file>', 'where the bundle goes (default: stdout, unless it is sent)')
    .option('--send', 'send it, signed with your key')
    .addHelpText('after', examples)
    .action(async (what: string, options: Options) => {
      const { document, facts, from } = await bring(what, options)
      const { bundles } = await inspectRound(document, facts, means(from, { replay: true }))
      const bundle = choose(bundles, options)
      if (options.out !== undefined) save(options.out, bundle)
      if (options.send) {
        const me = await actor(options)
        const challenge = strikeIn(bundle, me)
        await describeStrike(me, challenge, await sendStrike(me, challenge), options)
      } else if (options.out === undefined) await print(bundle, options)
      else if (options.json) await print(summaryOf(bundle, options.out), options)
      else await write(`${told(bundle)} The bundle is in ${options.out}.\n`)
    })
}

/** The first that fits; one that a contract decides before one that none can. */
function choose(bundles: readonly (Bundle | null)[], { seat, kind }: Options): Bundle {
  const fitting = bundles.filter(
    (one): one is Bundle =>
      one !== null &&
      (seat === undefined || one.worker_index === Number(seat)) &&
      (kind === undefined || one.kind === kinds[kind]),
  )
  const bundle = fitting.find((one) => one.kind !== null) ?? fitting[0]
  if (bundle === undefined) throw new NothingFoundError()
  return bundle
}

function save(file: string, bundle: Bundle): void {
  try {
    writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`)
  } catch (cause) {
    throw new UsageError(`Cannot write ${file}.`, { cause, metaMessages: [(cause as Error).message] })
  }
}

const summaryOf = ({ kind, remedy, worker_index, finding }: Bundle, out: string) => ({
  kind,
  remedy,
  seat: worker_index,
  code: finding.code,
  out,
})

function told({ kind, worker_index, finding }: Bundle): string {
  const whom = worker_index === null ? '' : ` about seat ${worker_index}`
  const how =
    kind === null ? 'No contract can decide it: appeal with `cresolver market escalate`.' : `Kind ${kind}.`
  return `${finding.code}${whom}: ${finding.message} ${how}`
}

export class NothingFoundError extends BaseError {
  override readonly name = 'Round.NothingFoundError'
  constructor() {
    super('Nothing was found in the round that fits.', {
      metaMessages: ['`cresolver round verify` lists all that was found, and what can be done about it.'],
    })
  }
}
