/**
 * Every path and import into the source tree that the pins need. When folders move or names change, this file changes and the
 * pins do not: that is how they prove that the outside stayed as it was.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Entries that read `process.argv` and run when they are imported. */
export const entries = {
  cresolver: join(root, 'scripts/cli.ts'),
  market: join(root, 'scripts/market.ts'),
  'npm start --': join(root, 'scripts/demo.ts'),
}

/** Files of the tree that help pages name. The pinned pages have the words on the left, so that a file may move. */
export const namedInHelp = {
  '<example of a worker>': 'workers/agent/examples/aap.yaml',
  '<example of a gateway>': 'workers/gateway/examples/gateway.yaml',
  '<example of the rules service>': 'workers/rules/service/examples/rules.yaml',
  '<example of a signer>': 'workers/signer/examples/signer.yaml',
}

export const isThere = (path: string): boolean => existsSync(join(root, path))

/** The folder of the published JSON Schemas. */
export const schemaFolder = join(root, 'docs/schemas')

const sqlFolder = join(root, 'workers/store/sql')
export const sqlFiles = () =>
  readdirSync(sqlFolder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(sqlFolder, name), 'utf8') }))

export * as abis from '../../deployments/abi/index.ts'
export * as Protocol from '../../protocol/index.ts'
export { summaryOf } from '../../scripts/demo/summaryOf.ts'
export {
  acquisitionContext,
  created as textCreated,
  deadline as textDeadline,
  question as textQuestion,
} from '../../scripts/samples/acquisition.ts'
export { deadline as ruleDeadline, sampleQuestion as ruleQuestion } from '../../scripts/samples/proof.ts'
export { sampleKey, sampleRoundOf, signAnswer, signDefence } from '../../scripts/samples/round.ts'
export { schema as agentConfig } from '../../workers/agent/Config.ts'
export { classify } from '../../workers/agent/classify.ts'
export { makeMetrics as agentMetrics } from '../../workers/agent/makeMetrics.ts'
export { openapi as agentOpenapi } from '../../workers/agent/openapi.ts'
export * as AgentRecords from '../../workers/agent/Records.ts'
export { decide as decideSignature, signDecided } from '../../workers/agent/signOnce.ts'
export type { RoundView } from '../../workers/chain/Chain.ts'
export { schema as gatewayConfig } from '../../workers/gateway/Config.ts'
export * as GatewayFiles from '../../workers/gateway/Files.ts'
export { makeMetrics as gatewayMetrics } from '../../workers/gateway/makeMetrics.ts'
export { openapi as gatewayOpenapi } from '../../workers/gateway/openapi.ts'
export * as GatewayRecords from '../../workers/gateway/Records.ts'
export * as GatewayReports from '../../workers/gateway/Reports.ts'
export { config as modelConfig } from '../../workers/model/Config.ts'
export { sourcesConfig as moltbookSourcesConfig } from '../../workers/moltbook/index.ts'
export { inStore as archiveInStore } from '../../workers/participant/Archive.ts'
export { type AttestedClaim, isSigned } from '../../workers/participant/attested/Attestation.ts'
export { inStore as bookInStore } from '../../workers/participant/attested/Book.ts'
export { runTask } from '../../workers/participant/runTask.ts'
export { aap } from '../../workers/pipeline/aap.ts'
export { llm } from '../../workers/pipeline/llm.ts'
export { panel } from '../../workers/pipeline/panel.ts'
export type { Resolver, Task } from '../../workers/pipeline/Resolver.ts'
export { inspectProof, inspectRound, replayWith } from '../../workers/pipeline/sentinel.ts'
export { claimMarkets, lockMarket } from '../../workers/rules/service/Claims.ts'
export { schema as rulesConfig } from '../../workers/rules/service/Config.ts'
export { makeEmitter } from '../../workers/rules/service/emitReports.ts'
export { dueMarkets, watchMarkets } from '../../workers/rules/service/Markets.ts'
export { makeMetrics as rulesMetrics } from '../../workers/rules/service/makeMetrics.ts'
export { observe as observeMarket } from '../../workers/rules/service/observe.ts'
export { openapi as rulesOpenapi } from '../../workers/rules/service/openapi.ts'
export * as ParameterSets from '../../workers/rules/service/ParameterSets.ts'
export { schema as rulesParameters } from '../../workers/rules/service/Parameters.ts'
export { ownParser } from '../../workers/rules/service/Parser.ts'
export * as RulesReports from '../../workers/rules/service/Reports.ts'
export type { Service as RulesService } from '../../workers/rules/service/Service.ts'
export * as RulesSources from '../../workers/rules/service/sources/Sources.ts'
export * as RulesVersions from '../../workers/rules/service/Versions.ts'
export { schema as signerConfig } from '../../workers/signer/Config.ts'
export { SourceConfig } from '../../workers/source/index.ts'
export { config as storeConfig } from '../../workers/store/Config.ts'
export { readMigrations } from '../../workers/store/migrate.ts'
export { openStore } from '../../workers/store/openStore.ts'
export type { Store } from '../../workers/store/Store.ts'
export { configSchema as workflowConfig } from '../../workflow/config.ts'
export { type Program, run as runProgram } from '../helpers/program.ts'
