import { createHash, randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { WorkerToken } from '../../../protocol/index.ts'
import { fromEnvironment } from '../../../services/http/ServiceConfig.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { asUsage } from '../../terminal/service.ts'

type Options = { agent?: number; secretEnv?: string; json?: boolean }

export function register(group: Command): void {
  group
    .command('token')
    .description(
      'a bearer token for those who call a worker or a gateway, and its hash for callers.tokenHashes',
    )
    .option('--agent <id>', "the DON's token for this agent, made of --secret-env", agent)
    .option('--secret-env <name>', "the variable that holds the workflow's workerTokenSecret")
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      `
Without --agent it is a random one: for the gateway that calls a worker (its workerTokens), or for the DON that calls a gateway (the
workflow's tokenSecret). The one who is called needs the hash alone; the token goes to the caller, and to nobody else.

Examples:
  $ cresolver worker token
  $ cresolver worker token --agent 7 --secret-env WORKER_TOKEN_SECRET_ENV --json`,
    )
    .action((options: Options) => {
      const token = asUsage(() => tokenOf(options))
      const hash = createHash('sha256').update(token).digest('hex')
      return options.json
        ? print({ token, hash }, { json: true })
        : write(`token  ${token}\nhash   ${hash}\n`)
    })
}

function tokenOf({ agent: agentId, secretEnv }: Options): string {
  if (agentId === undefined && secretEnv === undefined) return randomBytes(32).toString('hex')
  if (agentId === undefined || secretEnv === undefined)
    throw new UsageError('--agent and --secret-env go together.')
  return WorkerToken.of(fromEnvironment('workerTokenSecret', secretEnv, process.env), agentId)
}

function agent(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}
