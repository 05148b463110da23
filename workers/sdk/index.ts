export { type ChainOptions, connectChain } from '../../services/chain/connectChain.ts'
export type { Log } from '../../services/http/Log.ts'
export type { Rate } from '../../services/http/RateLimit.ts'
export {
  type AgentChallengeRequest,
  type AgentChallengeResponse,
  type AgentResolveRequest,
  type AgentResolveResponse,
  agentChallengeRequest,
  agentChallengeResponse,
  agentResolveRequest,
  agentResolveResponse,
  undecided,
} from './AgentResponse.ts'
export { type AnswerStore, FullStoreError } from './AnswerStore.ts'
export { type AgentSigner, attestAnswer, attestDefence, NoRoundError } from './attest.ts'
export { cite, type FetchedPage } from './cite.ts'
export {
  type Callers,
  createWorker,
  defaultLimits,
  type Listening,
  OtherMarketError,
  UnguardedSignerError,
  type Worker,
  type WorkerLimits,
  type WorkerOptions,
} from './createWorker.ts'
export { fileStore } from './fileStore.ts'
export { UnwritableAnswerError } from './fit.ts'
export { memoryStore, type StoreLimits } from './memoryStore.ts'
export { type Reproduce, type ReproducerOptions, reproducer } from './reproduce.ts'
export { InvalidKeyError, type Signer, signerOf, WrongSignerError } from './Signer.ts'
export { type NodeHandler, toNodeHandler } from './toNodeHandler.ts'
export type { Challenge, GivenAnswer, Resolve, WorkerChain } from './WorkerState.ts'
