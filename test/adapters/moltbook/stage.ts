import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { solve } from '../../../adapters/captcha/solve.ts'
import {
  type Adapter,
  type AdapterOptions,
  type Clock,
  create,
  draft,
  MarketBook,
  openAdapter,
  type Step,
} from '../../../adapters/moltbook/index.ts'
import { openResolving } from '../../../cli/moltbook/resolving.ts'
import { type SourcesConfig, sourcesConfig } from '../../../cli/source/sourcesConfig.ts'
import { addPerson, say } from '../../../local/moltbook/people.ts'
import { type LocalMoltbook, startMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { type Agent, addAgent } from '../../../local/moltbook/World.ts'
import { type Sources, startSources } from '../../../local/sources/startSources.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { Address, Instant, Question } from '../../../protocol/index.ts'

/** A Moltbook with people, sources of prices, and an account of ours; all on one clock that stands until somebody waits. */
export type Stage = {
  readonly moltbook: LocalMoltbook
  readonly sources: Sources
  readonly home: string
  readonly me: Agent
  readonly clock: Clock
  readonly config: SourcesConfig
  open(options?: Partial<AdapterOptions>): Adapter
  /** Opens, works, closes. */
  use<result>(work: (adapter: Adapter) => Promise<result>, options?: Partial<AdapterOptions>): Promise<result>
  close(): Promise<void>
}

export const began = Instant.parse('2025-06-02T08:00:00Z')
export const day = 86_400
export const deadline = began + 7 * day
export const submolt = 'predictmarket'

export async function setStage(options: { seed?: number; isTrusted?: boolean } = {}): Promise<Stage> {
  const { seed = 1, isTrusted = false } = options
  const moltbook = await startMoltbook({ seed, stopped: began - 30 * day })
  const nobody = { chainId: 31_337, address: Address.zero }
  const sources = await startSources({ seed, around: began, register: nobody })
  const me = addAgent(moltbook.world, 'SoothSayer', { isClaimed: true, isTrusted })
  moltbook.advance(30 * day)
  const folder = temporaryFolder('moltbook')
  writeCredentials(folder.path, me.key)
  const clock: Clock = {
    now: () => Math.floor(moltbook.world.now()),
    sleep: async (seconds) => moltbook.advance(seconds),
  }
  const config = sourcesConfig.parse({
    sources: {
      transport: 'live',
      allowLoopback: true,
      attempts: 1,
      baseUrls: { coingecko: `${sources.url}/api/v3`, binance: sources.url, defillama: sources.url },
    },
  })
  const resolving = openResolving(config)
  const open = (more: Partial<AdapterOptions> = {}) =>
    openAdapter({ home: folder.path, baseUrl: moltbook.url, clock, solver: solve, resolving, ...more })
  return {
    moltbook,
    sources,
    home: folder.path,
    me,
    clock,
    config,
    open,
    async use(work, more) {
      const adapter = open(more)
      try {
        return await work(adapter)
      } finally {
        adapter.close()
      }
    },
    async close() {
      await Promise.all([moltbook.stop(), sources.stop()])
      folder.remove()
    },
  }
}

export function writeCredentials(home: string, key: string, name = 'credentials.json', mode = 0o600): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, name), JSON.stringify({ api_key: key, agent_name: 'SoothSayer', submolt }), {
    mode,
  })
}

export const questionOf = (rule: object, question = 'Will BTC trade at the target or more then?'): string =>
  Question.format(Question.fromJson({ question, rule, source: { creator: 'HypeWatcher' } }))

export const btc = (target = '60000'): string =>
  questionOf({ source: 'coingecko:bitcoin', op: 'gte', target })
export const manual = (question = 'Will it be announced?'): string =>
  questionOf({ source: 'manual', resolver: 'soothsayer' }, question)

/** A market that is posted and recorded. */
export const createMarket = (adapter: Adapter, raw = btc(), until = deadline) =>
  draft(adapter, { raw, deadline: until, submolt }).then((drafted) => create(adapter, drafted))

export const marketsIn = ({ files }: Adapter) => MarketBook.read(files.markets).markets

/** Three who commit, one of whom changes his mind, and one who comes too late. */
export function commitAll({ moltbook: { world } }: Stage, postId: string): void {
  for (const name of ['Minara', 'CyberKyle', 'Latecomer']) addPerson(world, name)
  say(world, 'Minara', postId, '[COMMIT] YES 80%\n\nMomentum.', { at: began + day })
  const first = say(world, 'CyberKyle', postId, '[COMMIT] YES 55%', { at: began + 2 * day })
  say(world, 'CyberKyle', postId, '[COMMIT] NO 70%', { at: began + 3 * day, parentId: first.id })
  say(world, 'Latecomer', postId, '[COMMIT] YES 100%', { at: deadline })
}

/** Posts and comments of ours that everybody can see. */
export function visible({ moltbook: { world }, me }: Stage) {
  const isOurs = (one: { author: string; verification: string }) =>
    one.author === me.name && one.verification === 'verified'
  return {
    posts: [...world.posts.values()].filter(isOurs),
    comments: [...world.comments.values()].filter(isOurs),
  }
}

/** The steps of one kind. */
export const steps = <kind extends Step['step']>(all: readonly Step[], step: kind) =>
  all.filter((one): one is Extract<Step, { step: kind }> => one.step === step)

export const goTo = ({ moltbook, clock }: Stage, at: number) => moltbook.advance(at - clock.now())
