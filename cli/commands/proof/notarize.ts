import type { Command } from 'commander'
import { type Address, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { notaryAbi } from '../../../deployments/abi/Notary.ts'
import { Evidence, type Hash, Instant, Json, Schema } from '../../../protocol/index.ts'
import { type NotaryReader, notaryOnChain, proveByNotary } from '../../../workers/source/index.ts'
import { addressIn } from '../../chain/deployment.ts'
import { actor, type Reader, reader } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { cost, read, send } from '../../chain/send.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

type Options = ChainOptions & { dryRun?: boolean; fill?: boolean }

const help = `
Logs the hash of each item's content in the contract Notary, so that anyone can see later that it existed then. A hash that is in the log
keeps its time, and nothing is paid for it. An item whose content is logged has a proof of tier 2: --fill prints the input with
that proof in all plain items, for \`proof build\`. What a built proof holds is fixed, so a proof cannot be filled.

Examples:
  $ cresolver proof notarize parts.json --account 1 --dry-run
  $ cresolver proof notarize parts.json --account 1 --fill | cresolver proof build > proof.json`

export function register(group: Command): void {
  signing(group.command('notarize'))
    .description('log the hashes of evidence on-chain, and prove by the log that it existed then')
    .argument('[file]', 'what `proof build` takes, an evidence bundle, or a proof; stdin when left out')
    .option('--dry-run', 'say what would be logged, and send nothing')
    .option('--fill', 'print the input with the proofs in it instead of what was logged')
    .addHelpText('after', help)
    .action(notarize)
}

async function notarize(file: string | undefined, options: Options): Promise<void> {
  const { dryRun = false, fill = false } = options
  const input = Json.parse(await readText(file))
  const items = itemsOf(input)
  if (fill && isProof(input)) {
    throw new UsageError('The roots of a proof are fixed, so it cannot be filled.', {
      metaMessages: ['Fill what it is built from: the parts that `cresolver proof build` takes.'],
    })
  }
  if (fill && dryRun) throw new UsageError('Nothing can be filled in a dry run.')
  const payer = dryRun ? null : await actor(options)
  const from: Reader = payer ?? (await reader(options))
  const address = addressIn(from.deployment, 'Notary')
  const log = notaryOnChain(from.client, from.chainId, address)
  const missing = await missingOf(log, items)
  const receipt = payer === null || missing.length === 0 ? null : await send(payer, callOf(address, missing))
  const logged = await Promise.all(items.map((item) => entryOf(log, item)))
  if (fill) return print(filled(input, logged), { json: true })
  const result = {
    chain_id: from.chainId,
    notary: address.toLowerCase(),
    dry_run: dryRun,
    missing,
    ...(dryRun ? { gas_estimate: await gasOf(from, address, missing) } : {}),
    ...(receipt === null ? { transaction: null } : cost(receipt)),
    items: logged,
  }
  await (options.json ? print(result, options) : write(`${describe(result)}\n`))
}

const shape = z.object({ items: z.array(Evidence.item) })

function itemsOf(input: Json.Json): readonly Evidence.EvidenceItem[] {
  const holder = (input as { evidence?: unknown } | null)?.evidence ?? input
  const { items } = Schema.read(shape, holder)
  const other = items.find((item) => !Evidence.contentMatches(item))
  if (other === undefined) return items
  throw new UsageError(`The content of ${other.evidence_id} is not what its receipt was made for.`, {
    metaMessages: ['The hash that would be logged is that of the receipt: fetch the item again.'],
  })
}

const isProof = (input: Json.Json): boolean =>
  typeof input === 'object' && input !== null && 'bundle' in input

/** The hashes that are not in the log, each once. */
async function missingOf(log: NotaryReader, items: readonly Evidence.EvidenceItem[]): Promise<Hash.Hash[]> {
  const hashes = [...new Set(items.map(({ retrieval }) => retrieval.response_hash))]
  const times = await read(Promise.all(hashes.map(log.notarizedAt)))
  return hashes.filter((_, i) => times[i] === null)
}

const callOf = (to: Address, hashes: readonly Hash.Hash[]) => ({
  to,
  data: encodeFunctionData({ abi: notaryAbi, functionName: 'notarizeAll', args: [hashes] }),
})

async function gasOf({ client }: Reader, address: Address, hashes: readonly Hash.Hash[]): Promise<number> {
  return hashes.length === 0 ? 0 : Number(await read(client.estimateGas(callOf(address, hashes))))
}

type Entry = {
  readonly evidence_id: string
  readonly hash: Hash.Hash
  readonly provenance: Evidence.ProvenanceProof | null
  readonly notarized_at: string | null
}

async function entryOf(log: NotaryReader, item: Evidence.EvidenceItem): Promise<Entry> {
  const hash = item.retrieval.response_hash
  const at = await read(log.notarizedAt(hash))
  return {
    evidence_id: item.evidence_id,
    hash,
    notarized_at: at === null ? null : Instant.format(at),
    provenance: await read(proveByNotary(log, hash)),
  }
}

/** The input with the proofs of the log in its plain items. A better proof is kept. */
function filled(input: Json.Json, entries: readonly Entry[]): Json.Json {
  const document = structuredClone(input) as { evidence?: object }
  const holder = (document.evidence ?? document) as Pick<Evidence.EvidenceBundle, 'items'> & {
    provenance_summary?: Evidence.EvidenceBundle['provenance_summary']
  }
  for (const [i, item] of holder.items.entries())
    if (item.provenance.kind === 'none') item.provenance = entries[i]!.provenance ?? item.provenance
  if (holder.provenance_summary !== undefined) holder.provenance_summary = Evidence.summarize(holder.items)
  return document as Json.Json
}

function describe(result: {
  dry_run: boolean
  missing: readonly string[]
  gas_estimate?: number
  items: readonly Entry[]
}): string {
  const { dry_run, missing, gas_estimate, items } = result
  const count = missing.length === 1 ? '1 hash' : `${missing.length} hashes`
  const done = missing.length === 0 ? 'All hashes are in the log.' : `Logged ${count}.`
  const rows = items.map((one) => [one.evidence_id, one.hash, one.notarized_at ?? 'not logged'])
  return [
    dry_run ? `Would log ${count}, for about ${gas_estimate} gas.` : done,
    table(['evidence', 'hash', 'logged'], rows),
  ].join('\n')
}
