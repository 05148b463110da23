import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { solve } from '../../adapters/captcha/index.ts'
import {
  type Adapter,
  type Clock,
  create,
  cycle,
  draft,
  Market,
  MarketBook,
  openAdapter,
  summarize,
} from '../../adapters/moltbook/index.ts'
import { tell } from '../../cli/moltbook/cycle.ts'
import { openResolving } from '../../cli/moltbook/resolving.ts'
import { sourcesConfig } from '../../cli/source/sourcesConfig.ts'
import { print, write } from '../../cli/terminal/output.ts'
import { ended } from '../../cli/terminal/service.ts'
import { Address, Instant, Question } from '../../protocol/index.ts'
import { DryRun } from '../../protocol/source/index.ts'
import { startSources } from '../sources/startSources.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { addPerson, say } from './people.ts'
import { type LocalMoltbook, startMoltbook } from './startMoltbook.ts'

type Options = { json?: boolean; serve?: boolean; seed: number }

const began = Instant.parse('2025-06-02T08:00:00Z')
const day = 86_400
const nobody = { chainId: 31_337, address: Address.zero }

export function register(root: Command): void {
  root
    .option('--json', 'end with one line of JSON')
    .option('--serve', 'leave Moltbook and the sources running until Ctrl-C, for commands of your own')
    .addOption(new Option('--seed <number>', 'other prices and challenges').argParser(Number).default(1))
    .action(run)
}

/** The whole life of a market, with a Moltbook, its people and the sources of prices on this machine. */
async function run({ json, serve, seed }: Options): Promise<void> {
  const home = temporaryFolder('market')
  const moltbook = await startMoltbook({ seed, ...(serve ? {} : { stopped: began }) })
  const around = serve ? Math.floor(Date.now() / 1_000) : began
  const sources = await startSources({ seed, around, register: nobody })
  try {
    const config = configFor(sources.url)
    await enrol(moltbook, home.path)
    if (serve) return await left(moltbook, home.path, config)
    const adapter = openAdapter({
      home: home.path,
      baseUrl: moltbook.url,
      clock: clockOf(moltbook),
      solver: solve,
      resolving: openResolving(config),
    })
    try {
      const result = await story(adapter, moltbook, json ? async () => {} : (line) => write(`${line}\n`))
      if (json) await print(result, { json })
    } finally {
      adapter.close()
    }
  } finally {
    await Promise.all([moltbook.stop(), sources.stop()])
    home.remove()
  }
}

const configFor = (url: string) =>
  sourcesConfig.parse({
    sources: {
      transport: 'live',
      allowLoopback: true,
      baseUrls: { coingecko: `${url}/api/v3`, binance: url, defillama: url },
    },
  })

/** Both live by one clock, which stands until somebody waits. */
const clockOf = ({ world, advance }: LocalMoltbook): Clock => ({
  now: () => Math.floor(world.now()),
  sleep: async (seconds) => advance(seconds),
})

/** Registers as an agent does, is claimed as by its owner, and keeps the key where the adapter looks for it. */
async function enrol({ url, world }: LocalMoltbook, home: string): Promise<void> {
  const reply = await fetch(`${url}/agents/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'SoothSayer', description: 'Resolves markets.' }),
  })
  const { agent } = (await reply.json()) as { agent: { api_key: string } }
  world.agents.get(agent.api_key)!.isClaimed = true
  mkdirSync(home, { recursive: true })
  const text = JSON.stringify({ api_key: agent.api_key, agent_name: 'SoothSayer', submolt: 'predictmarket' })
  writeFileSync(join(home, 'credentials.json'), text, { mode: 0o600 })
}

async function left({ url }: LocalMoltbook, home: string, config: object): Promise<void> {
  const file = join(home, 'sources.json')
  writeFileSync(file, JSON.stringify(config))
  await write(
    [
      'Moltbook and the sources are running. In another terminal (here `npx market …`; `npm link` makes it `market` everywhere):',
      '',
      `  export MOLTBOOK_HOME=${home} MOLTBOOK_BASE_URL=${url}`,
      '  market status',
      `  market create --sources ${file} --deadline +2m --category crypto \\`,
      `    --question 'Will BTC trade at $60,000 or more in two minutes?' --rule 'source:coingecko:bitcoin op:gte target:60000'`,
      `  market cycle --sources ${file}        # once the deadline is over; prices come every five minutes`,
      '',
      `Time passes by itself; to move Moltbook's clock: curl -d '{"advance":60}' ${url.replace('/api/v1', '/control/clock')}`,
      'Ctrl-C ends it.',
      '',
    ].join('\n'),
  )
  await ended()
}

async function story(
  adapter: Adapter,
  moltbook: LocalMoltbook,
  line: (text: string) => Promise<void>,
): Promise<object> {
  const { world, advance } = moltbook
  const deadline = began + 7 * day
  const raw = Question.format(
    Question.fromJson({
      question: 'Will BTC trade at $68,000 or more on June 9, 2025 at 08:00 UTC?',
      rule: { source: 'coingecko:bitcoin', metric: 'price_usd', op: 'gte', target: '68000' },
      source: { creator: 'HypeWatcher' },
      category: 'crypto',
    }),
  )
  await line(`$ market create --question … --deadline ${Instant.format(deadline)} --submolt predictmarket`)
  const drafted = await draft(adapter, { raw, deadline, submolt: 'predictmarket' })
  if (drafted.dryRun !== null) await line(DryRun.sentence(drafted.dryRun))
  const { id, moltbook_post_id: post } = await create(adapter, drafted)
  const [challenge] = world.challenges.values()
  await line(`Moltbook asked: ${challenge!.text}\nThe answer: ${challenge!.answer}. ${id} is published.\n`)
  for (const name of ['Minara', 'CyberKyle', 'Latecomer']) addPerson(world, name)
  say(world, 'Minara', post, '[COMMIT] YES 80%\n\nMomentum.', { at: began + day })
  say(world, 'CyberKyle', post, '[COMMIT] YES 55%', { at: began + 2 * day })
  say(world, 'CyberKyle', post, '[COMMIT] NO 70%\nI changed my mind.', { at: began + 3 * day })
  say(world, 'Latecomer', post, '[COMMIT] YES 100%', { at: deadline + 60 })
  advance(7 * day + 2 * 3_600)
  await line(`A week later, with four comments below it:\n$ market cycle`)
  const steps = [...(await cycle(adapter))]
  await line(`${tell(steps, false)}\n`)
  await line(`$ market cycle\n${tell(await cycle(adapter), false)}\n`)
  advance(2 * 3_600)
  const last = await cycle(adapter)
  await line(`When the window is over:\n$ market cycle\n${tell(last, false)}\n`)
  const comment = [...world.comments.values()].find(({ author }) => author === 'SoothSayer')
  await line(`What Moltbook shows below the market:\n\n${comment?.content}\n`)
  const market = Market.check(MarketBook.read(adapter.files.markets).markets[id], id)
  const { leaderboard } = await summarize(adapter)
  const isRight = market.status === 'finalized' && comment?.verification === 'verified'
  if (!isRight) process.exitCode = 1
  return { ok: isRight, market, steps: [...steps, ...last], leaderboard }
}
