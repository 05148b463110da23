/**
 * Every path and import into the source tree that the pins need. When folders move or names change, this file changes and the
 * pins do not: that is how they prove that the outside stayed as it was.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { participantExtension } from '../../adapters/participant/extension.ts'
import { served } from '../../adapters/participant/routes.ts'
import { schemaWith } from '../../workers/agent/Config.ts'
import { openapi } from '../../workers/agent/openapi.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Entries that read `process.argv` and run when they are imported. */
export const entries = {
  cresolver: join(root, 'cli/cresolver.ts'),
  market: join(root, 'local/market.ts'),
  'npm start --': join(root, 'scripts/demo.ts'),
}

/** Files of the tree that help pages name. The pinned pages have the words on the left, so that a file may move. */
export const namedInHelp = {
  '<example of a worker>': 'workers/agent/examples/aap.yaml',
  '<example of a gateway>': 'gateway/examples/gateway.yaml',
  '<example of the rules service>': 'adapters/rules/service/examples/rules.yaml',
  '<example of a signer>': 'adapters/signer/examples/signer.yaml',
}

export const isThere = (path: string): boolean => existsSync(join(root, path))

/** The worker's config as `worker start` takes it. */
export const agentConfig = schemaWith([participantExtension])

export const agentOpenapi = (url: string, { participant = false } = {}): object =>
  openapi(url, participant ? [served] : [])

/** The folder of the published JSON Schemas. */
export const schemaFolder = join(root, 'docs/schemas')

const sqlFolder = join(root, 'services/store/sql')
export const sqlFiles = () =>
  readdirSync(sqlFolder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(sqlFolder, name), 'utf8') }))

export { inStore as archiveInStore } from '../../adapters/participant/Archive.ts'
export { type AttestedClaim, isSigned } from '../../adapters/participant/attested/Attestation.ts'
export { inStore as bookInStore } from '../../adapters/participant/attested/Book.ts'
export { runTask } from '../../adapters/participant/runTask.ts'
export { schema as rulesConfig } from '../../adapters/rules/service/Config.ts'
export { makeEmitter } from '../../adapters/rules/service/emitReports.ts'
export { leaseMarkets, lockMarket } from '../../adapters/rules/service/Lease.ts'
export { dueMarkets, watchMarkets } from '../../adapters/rules/service/Markets.ts'
export { makeMetrics as rulesMetrics } from '../../adapters/rules/service/makeMetrics.ts'
export { observe as observeMarket } from '../../adapters/rules/service/observe.ts'
export { openapi as rulesOpenapi } from '../../adapters/rules/service/openapi.ts'
export * as ParameterSets from '../../adapters/rules/service/ParameterSets.ts'
export { schema as rulesParameters } from '../../adapters/rules/service/Parameters.ts'
export { ownParser } from '../../adapters/rules/service/Parser.ts'
export * as RulesReports from '../../adapters/rules/service/Reports.ts'
export type { Service as RulesService } from '../../adapters/rules/service/Service.ts'
export * as RulesSources from '../../adapters/rules/service/sources/Sources.ts'
export * as RulesVersions from '../../adapters/rules/service/Versions.ts'
export { schema as signerConfig } from '../../adapters/signer/Config.ts'
export {
  acquisitionContext,
  created as textCreated,
  deadline as textDeadline,
  question as textQuestion,
} from '../../cli/commands/worker/acquisition.ts'
export { sourcesConfig as moltbookSourcesConfig } from '../../cli/source/sourcesConfig.ts'
export * as abis from '../../deployments/abi/index.ts'
export { schema as gatewayConfig } from '../../gateway/Config.ts'
export * as GatewayFiles from '../../gateway/Files.ts'
export { makeMetrics as gatewayMetrics } from '../../gateway/makeMetrics.ts'
export { openapi as gatewayOpenapi } from '../../gateway/openapi.ts'
export * as GatewayRecords from '../../gateway/Records.ts'
export * as GatewayReports from '../../gateway/Reports.ts'
export { schema as indexerConfig } from '../../indexer/Config.ts'
export { makeMetrics as indexerMetrics } from '../../indexer/makeMetrics.ts'
export { openapi as indexerOpenapi } from '../../indexer/openapi.ts'
export { schema as keeperConfig } from '../../keeper/Config.ts'
export { makeMetrics as keeperMetrics } from '../../keeper/makeMetrics.ts'
export { openapi as keeperOpenapi } from '../../keeper/openapi.ts'
export { deadline as ruleDeadline, sampleQuestion as ruleQuestion } from '../../local/samples/proof.ts'
export { sampleKey, sampleRoundOf, signAnswer, signDefence } from '../../local/samples/round.ts'
export * as Protocol from '../../protocol/index.ts'
export { summaryOf } from '../../scripts/demo/summaryOf.ts'
export type { RoundView } from '../../services/chain/Chain.ts'
export { config as modelConfig } from '../../services/model/Config.ts'
export { config as storeConfig } from '../../services/store/Config.ts'
export { readMigrations } from '../../services/store/migrate.ts'
export { openStore } from '../../services/store/openStore.ts'
export type { Store } from '../../services/store/Store.ts'
export { makeMetrics as agentMetrics } from '../../workers/agent/makeMetrics.ts'
export * as AgentRecords from '../../workers/agent/Records.ts'
export { decide as decideSignature, signDecided } from '../../workers/agent/signOnce.ts'
export { aap } from '../../workers/pipeline/aap.ts'
export { llm } from '../../workers/pipeline/llm.ts'
export { panel } from '../../workers/pipeline/panel.ts'
export type { Resolver, Task } from '../../workers/pipeline/Resolver.ts'
export { classify } from '../../workers/sdk/classify.ts'
export { inspectProof, inspectRound, replayWith } from '../../workers/sentinel/index.ts'
export { SourceConfig } from '../../workers/source/index.ts'
export { configSchema as workflowConfig } from '../../workflow/config.ts'
export { type Program, run as runProgram } from '../helpers/program.ts'
