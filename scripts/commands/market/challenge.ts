import { type Command, Option } from 'commander'
import { encodeFunctionData, type Hex, isHex, parseEventLogs, toHex } from 'viem'
import { actor, at, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { eth, wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../cli/failure.ts'
import { readBytes } from '../../cli/input.ts'

type Options = ChainOptions & { kind: Kind; worker?: bigint; evidence: string }

const kinds = { observation: 1, equivocation: 2, 'own-proof': 3, transcript: 4 } as const
type Kind = keyof typeof kinds

const examples = `
observation    a sample that the source itself signed contradicts the worker's
equivocation   two different answers that the worker signed for one round
own-proof      a leaf of the worker's own proof of reasoning contradicts its answer
transcript     a leaf of the round's transcript contradicts its docket: the round is void and asked again

No bond: evidence that proves nothing is refused. Its encoding is in docs/contracts.md.

Example:
  $ cresolver market challenge 1 --kind equivocation --worker 2 --evidence evidence.hex`

export function register(group: Command): void {
  signing(group.command('challenge'))
    .description('strike a worker, or void a round, with evidence that the contract judges')
    .argument('<marketId>', 'which market', wholeNumber)
    .addOption(
      new Option('--kind <kind>', 'what the evidence is').choices(Object.keys(kinds)).makeOptionMandatory(),
    )
    .option('--worker <index>', 'whom it is about, from 0; not for a transcript', wholeNumber)
    .requiredOption(
      '--evidence <hex|file>',
      'ABI-encoded: 0x…, or a file with the hex or the bytes; - is stdin',
    )
    .addHelpText('after', examples)
    .action(async (marketId: bigint, options: Options) => {
      const kind = kinds[options.kind]
      if (options.worker === undefined && kind !== 4)
        throw new UsageError('Say with --worker whom the evidence is about.')
      const worker = options.worker ?? 0n
      const evidence = await readEvidence(options.evidence)
      const me = await actor(options)
      const data = encodeFunctionData({
        ...at(me.market),
        functionName: 'challenge',
        args: [marketId, worker, kind, evidence],
      })
      const receipt = await send(me, { to: me.market, data })
      const [struck] = parseEventLogs({
        abi: at(me.market).abi,
        eventName: 'WorkerStruck',
        logs: receipt.logs,
      })
      const reward = struck?.args.reward ?? 0n
      await tellChange(me, marketId, receipt, options, {
        text:
          struck === undefined
            ? 'The round is void: the same workers are asked again.'
            : `Worker ${worker} is struck; ${eth(reward)} is yours: \`cresolver market withdraw\`.`,
        fields: { kind, reward_wei: String(reward) },
      })
    })
}

async function readEvidence(given: string): Promise<Hex> {
  if (given.startsWith('0x')) return asHex(given)
  const bytes = await readBytes(given)
  const text = Buffer.from(bytes).toString('latin1').trim()
  return text.startsWith('0x') ? asHex(text) : toHex(bytes)
}

function asHex(text: string): Hex {
  if (isHex(text) && text.length % 2 === 0) return text
  throw new UsageError('The evidence is no hex.')
}
