import type { Command } from 'commander'
import { connectSigned, type Signed } from '../chain/connect.ts'
import { fileOf } from '../chain/deployment.ts'
import { chainSelector, localDon } from '../chain/localDon.ts'
import { network } from '../chain/networks.ts'
import { type ChainOptions, signing } from '../chain/options.ts'
import { type Place, updateProject } from '../deploy/project.ts'
import { sentenceOf } from '../deploy/readiness.ts'
import { type Result, run } from '../deploy/run.ts'
import { UsageError } from '../terminal/failure.ts'
import { print, write } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

const examples = `
Local chains get the genuine KeystoneForwarder with a DON of four well-known keys, their own ERC-8004 registries, and a mock forwarder
for CRE's simulator; with --simulation the market takes its reports from that one. Configs beside the folder of deployments that name
the chain are given the market's address.
On public chains forwarder, registries and the workflow's identity come from deployments/networks.json or the options;
what would not be ready for real money, or could not settle, is refused. Run it again any time: it goes on where it stopped,
or does nothing. Contracts of the first edition stay as they are: see docs/upgrading.md.

Examples:
  $ npx hardhat node --hostname 127.0.0.1 &
  $ cresolver deploy --network localhost
  $ SEPOLIA_RPC_URL=… CRESOLVER_KEY=… cresolver deploy --network sepolia --dry-run --simulation`

type Options = ChainOptions & {
  simulation?: boolean
  replace?: boolean
  dryRun?: boolean
  forwarder?: string
  identityRegistry?: string
  feedbackRegistry?: string
  conditionalTokens?: string
  owner?: string
  treasury?: string
  arbiter?: string
  arbitrator?: string
  workflowOwner?: string
  workflowName?: string
  workflowId?: string[]
}

export function register(group: Command): void {
  signing(group)
    .option('--dry-run', 'say what would be done, with the addresses, and send nothing')
    .option('--simulation', 'allow what no real money may rely on, and mark it so for ever')
    .option('--replace', 'public chains: deploy anew where something else stands')
    .option('--forwarder <address>', "the DON's forwarder")
    .option('--identity-registry <address>', 'ERC-8004 identities')
    .option('--feedback-registry <address>', 'ERC-8004 feedback')
    .option('--conditional-tokens <address>', 'deploy an oracle for these Conditional Tokens')
    .option('--owner <address>', 'who is to own the contracts')
    .option('--treasury <address>', 'where fees and forfeited stakes go (default: the owner)')
    .option('--arbiter <address>', 'who has the last word (default: the last round)')
    .option('--arbitrator <address>', 'instead: an ERC-792 arbitrator; its arbiter is deployed')
    .option('--workflow-owner <address>', 'whose workflow reports')
    .option('--workflow-name <name>', 'what it is called')
    .option('--workflow-id <hash...>', 'its ids')
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      const signed = withOptions(await connectSigned(options), options)
      const result = await run(signed, {
        simulation: options.simulation ?? false,
        replace: options.replace ?? false,
        dryRun: options.dryRun ?? false,
        tell: (line) => process.stderr.write(`${line}\n`),
      })
      const written = options.dryRun ? [] : updateProject(signed.folder, placeOf(signed, result))
      if (options.json) await print(toJson(signed, options, result, written), { json: true })
      else await write(toText(signed, options, result, written))
    })
}

/** The network as configured, with what the call says otherwise. */
function withOptions(signed: Signed, options: Options): Signed {
  const { forwarder, identityRegistry, feedbackRegistry, conditionalTokens, owner, treasury } = options
  const { arbiter, arbitrator, workflowOwner, workflowName, workflowId: workflowIds } = options
  const said = {
    forwarder,
    identityRegistry,
    feedbackRegistry,
    conditionalTokens,
    owner,
    treasury,
    arbiter,
    arbitrator,
    workflowOwner,
    workflowName,
    workflowIds,
  }
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const merged = network.safeParse({ ...signed.network, ...given })
  if (!merged.success) {
    throw new UsageError('An option is invalid.', {
      metaMessages: merged.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    })
  }
  return { ...signed, network: merged.data }
}

function placeOf({ chainId }: Signed, { steps }: Result): Place {
  const at = (name: string) => steps.find((step) => step.name === name)?.address
  const forwarder = at('MockKeystoneForwarder')
  const isKnown = chainId === localDon.chainId && forwarder !== undefined
  return {
    chainId,
    market: at('CREsolverMarket')!,
    local: isKnown ? { selector: chainSelector, forwarder } : null,
  }
}

const countOf = ({ steps }: Result) => steps.filter(({ data }) => data !== undefined).length

const toJson = (signed: Signed, options: Options, result: Result, written: readonly string[]) => ({
  chain_id: signed.chainId,
  dry_run: options.dryRun ?? false,
  deployed: countOf(result),
  wired: result.wired,
  written,
  production_ready: result.missing === null ? null : result.missing.length === 0,
  missing: result.missing,
  contracts: Object.fromEntries(result.steps.map(({ name, address, action }) => [name, { address, action }])),
})

function toText(signed: Signed, options: Options, result: Result, written: readonly string[]): string {
  const rows = result.steps.map(({ name, action, address }) => [name, action, address])
  const contracts = table(['contract', 'action', 'address'], rows)
  const [count, calls] = [countOf(result), result.wired.length]
  const record = fileOf(signed.folder, signed.chainId)
  const told = options.dryRun
    ? [
        `${count} contracts would be deployed, ${calls} calls sent:`,
        ...result.wired.map((name) => `  ${name}`),
      ]
    : [
        count + calls === 0
          ? 'Everything stands already: nothing was done.'
          : `${count} contracts deployed, ${calls} calls sent.`,
        `Recorded in ${record}.`,
        ...(written.length === 0 ? [] : [`Its addresses were written into ${written.join(', ')}.`]),
      ]
  return `${[contracts, '', ...told, ...readiness(result)].join('\n').trimEnd()}\n`
}

function readiness({ missing }: Result): string[] {
  if (missing === null) return []
  if (missing.length === 0) return ['The market says that it is ready for real money.']
  return ['The market says that it is not for real money:', ...missing.map((name) => `  ${sentenceOf(name)}`)]
}
