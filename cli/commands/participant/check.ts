import { type Command, InvalidArgumentError } from 'commander'
import type { Claim } from '../../../protocol/index.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { failureExit, UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print } from '../../terminal/output.ts'
import { read } from './read.ts'
import { collect } from './run.ts'

type Options = ChainOptions & {
  threshold: number
  weight?: string[]
  newcomer: number
  at?: number
  fund?: string
  room?: string
  epoch?: number
}

const examples = `
Anyone can check who vouches for a claim: signatures, times, and what each signer counts. Weights are given by --weight, or read from
the chain: the reputation factor of the agent that the attestation names, in ten-thousandths, if the signer is its wallet.

Exit code 0: the threshold is met. 1: it is not.

Examples:
  $ cresolver participant check attested.json --weight 0x70997970C51812dc3A010C7d01b50e0d17dc79C8=6000 --threshold 6000
  $ cresolver participant check attested.json --network sepolia`

export function register(group: Command): void {
  reading(group.command('check'))
    .description('add up who vouches for a claim')
    .argument('[file]', 'the claim with its attestations; stdin where it is left out, or -')
    .option('--threshold <n>', 'what all together must count, in ten-thousandths', whole, 10_000)
    .option('--weight <address=n>', 'what a verifier counts, instead of the chain; may be repeated', collect)
    .option('--newcomer <n>', 'what an agent without a record counts, by the chain', whole, 0)
    .option('--at <seconds>', 'when the attestations must have been good (default: now)', whole)
    .option('--fund <id>', 'the claim must belong to this fund; --room and --epoch belong to it')
    .option('--room <id>', 'and to this room')
    .option('--epoch <n>', 'and to this epoch', whole)
    .addHelpText('after', examples)
    .action(run)
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const given = options.weight?.map(readWeight)
  const { Weights, attestedClaim, weigh } = await import('../../../adapters/participant/index.ts')
  const attested = read(attestedClaim, await readText(file), 'a claim with its attestations')
  const weightOf = given === undefined ? await fromChain(options) : Weights.listed(given)
  const result = await weigh(attested, {
    weightOf,
    threshold: options.threshold,
    at: options.at ?? Math.floor(Date.now() / 1_000),
    scope: scopeOf(options),
  })
  if (!result.isMet) process.exitCode = failureExit
  await print(result, options)
}

async function fromChain(options: Options) {
  const { Weights } = await import('../../../adapters/participant/index.ts')
  const { connect, standing } = await import('../../chain/connect.ts')
  const { addressIn } = await import('../../chain/deployment.ts')
  const connection = await connect(options)
  const { deployment } = await standing(connection)
  return Weights.onChain(connection.client, {
    identity: addressIn(deployment, 'IdentityRegistry'),
    reputation: addressIn(deployment, 'ReputationRegistry'),
    newcomer: options.newcomer,
  })
}

function scopeOf({ fund, room, epoch }: Options): Claim.Scope | undefined {
  const given = [fund, room, epoch].filter((one) => one !== undefined).length
  if (given === 0) return undefined
  if (given < 3) throw new UsageError('A scope is --fund, --room and --epoch together.')
  return { fundId: fund!, roomId: room!, epochId: epoch! }
}

function readWeight(text: string): { verifier: string; weight: number } {
  const match = /^(0x[0-9a-fA-F]{40})=([0-9]{1,9})$/.exec(text)
  if (match === null)
    throw new UsageError(`${text} is no weight.`, {
      metaMessages: ['Write an address and a number: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8=6000.'],
    })
  return { verifier: match[1]!, weight: Number(match[2]) }
}

function whole(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}
