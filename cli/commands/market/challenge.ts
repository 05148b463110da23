import { type Command, Option } from 'commander'
import { type Hex, isHex, toHex } from 'viem'
import { Json, Schema, Verification } from '../../../protocol/index.ts'
import { type Actor, actor } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { describeStrike, type Strike, sendStrike, strikeIn } from '../../chain/strike.ts'
import { wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readBytes, readText } from '../../terminal/input.ts'

type Options = ChainOptions & { kind?: Kind; seat?: bigint; evidence?: string; bundle?: string }

const kinds = { observation: 1, equivocation: 2, 'own-proof': 3, transcript: 4 } as const
type Kind = keyof typeof kinds

const examples = `
observation    a sample that the source itself signed contradicts the worker's; against an Invalid only the vote goes
equivocation   two different answers that the worker signed to one request
own-proof      a leaf of the worker's own proof of reasoning contradicts its answer
transcript     a leaf of the round's transcript contradicts its docket: the round is void and asked again

No bond: evidence that proves nothing is refused. Its encoding is in docs/contracts.md; a bundle of \`round challenge\` holds it.

Examples:
  $ cresolver market challenge --bundle bundle.json
  $ cresolver market challenge 1 --kind equivocation --seat 2 --evidence evidence.hex`

export function register(group: Command): void {
  signing(group.command('challenge'))
    .description('strike a worker, or void a round, with evidence that the contract judges')
    .argument('[marketId]', 'which market; a bundle says it itself', wholeNumber)
    .option('--bundle <file>', 'all that is needed, as `round challenge` writes it; - is stdin')
    .addOption(new Option('--kind <kind>', 'what the evidence is').choices(Object.keys(kinds)))
    .option('--seat <number>', 'whom it is about; not for a transcript', wholeNumber)
    .option('--evidence <hex|file>', 'ABI-encoded: 0x…, or a file with the hex or the bytes; - is stdin')
    .addHelpText('after', examples)
    .action(async (marketId: bigint | undefined, options: Options) => {
      const given = options.bundle === undefined ? await fromWords(marketId, options) : null
      const bundle = options.bundle === undefined ? null : await readBundle(options.bundle, options)
      const me = await actor(options)
      const challenge = given ?? fromBundle(bundle!, me, marketId)
      await describeStrike(me, challenge, await sendStrike(me, challenge), options)
    })
}

async function fromWords(marketId: bigint | undefined, options: Options): Promise<Strike> {
  if (marketId === undefined) throw new UsageError('Say which market, or give --bundle.')
  if (options.kind === undefined)
    throw new UsageError('Say with --kind what the evidence is, or give --bundle.')
  if (options.evidence === undefined)
    throw new UsageError('Give the evidence with --evidence, or a --bundle.')
  const kind = kinds[options.kind]
  if (options.seat === undefined && kind !== 4)
    throw new UsageError('Say with --seat whom the evidence is about.')
  return { marketId, seat: options.seat ?? 0n, kind, evidence: await readEvidence(options.evidence) }
}

async function readBundle(file: string, options: Options): Promise<Verification.ChallengeBundle> {
  if (options.kind !== undefined || options.seat !== undefined || options.evidence !== undefined)
    throw new UsageError('A bundle says kind, seat and evidence itself.')
  return Schema.read(Verification.challengeBundle, Json.parse(await readText(file)))
}

function fromBundle(bundle: Verification.ChallengeBundle, me: Actor, marketId: bigint | undefined): Strike {
  const challenge = strikeIn(bundle, me)
  if (marketId !== undefined && marketId !== challenge.marketId)
    throw new UsageError(`The bundle is about market ${challenge.marketId}, not ${marketId}.`)
  return challenge
}

async function readEvidence(given: string): Promise<Hex> {
  if (given.startsWith('0x')) return asHex(given)
  const bytes = await readBytes(given)
  const text = Buffer.from(bytes).toString('latin1').trim()
  return text.startsWith('0x') ? asHex(text) : toHex(bytes)
}

function asHex(text: string): Hex {
  if (isHex(text) && text.length % 2 === 0) return text
  throw new UsageError('The evidence is not hex.')
}
