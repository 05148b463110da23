import { Command } from 'commander'
import { runProgram } from './terminal/runProgram.ts'
import { withDon } from './withDon.ts'

type Group = { summary: string; load: () => Promise<{ register: (group: Command) => void }> }

// Only the chosen group is loaded, so `--help` and small verbs start fast.
const groups: Record<string, Group> = {
  aap: {
    summary: 'read, write, check and evaluate § questions',
    load: () => import('./commands/aap/index.ts'),
  },
  agent: {
    summary: 'ERC-8004 agents: register, show',
    load: () => import('./commands/agent/index.ts'),
  },
  bet: {
    summary: 'bets on what a market will say: place, show, claim',
    load: () => import('./commands/bet/index.ts'),
  },
  deploy: {
    summary: 'put the contracts on a chain, or finish what is half there',
    load: () => import('./commands/deploy.ts'),
  },
  don: {
    summary: 'a DON on this machine: run any CRE workflow, wake it, build it',
    load: () => withDon(() => import('./commands/don/index.ts')),
  },
  eval: {
    summary: 'measure how markets in words are decided, on cases whose answer is known',
    load: () => import('./commands/eval/index.ts'),
  },
  gateway: {
    summary: 'the gateway: collects what workers answer, for a DON',
    load: () => import('./commands/gateway/index.ts'),
  },
  indexer: {
    summary: 'the indexer: lists and histories of markets, agents and accounts, for people and pages',
    load: () => import('./commands/indexer/index.ts'),
  },
  keeper: {
    summary: 'the keeper: makes the calls that anyone may make, in time',
    load: () => import('./commands/keeper/index.ts'),
  },
  market: {
    summary: 'markets: create, join, request, challenge, settle, claim and the rest of their life',
    load: () => import('./commands/market/index.ts'),
  },
  participant: {
    summary: 'mine claims, verify claims and intents of others, attest, check who vouches',
    load: () => import('./commands/participant/index.ts'),
  },
  proof: {
    summary: 'build, verify and notarize proofs of reasoning; canonical JSON',
    load: () => import('./commands/proof/index.ts'),
  },
  report: {
    summary: "sign a round's report with the local DON and deliver it",
    load: () => import('./commands/report/index.ts'),
  },
  round: {
    summary: 'rounds: show what was reported, do it again, challenge what is wrong',
    load: () => import('./commands/round/index.ts'),
  },
  rules: {
    summary: 'resolution rules in words: parse, diff, resolve, import, serve, review',
    load: () => import('./commands/rules/index.ts'),
  },
  score: { summary: 'score replies in 8 dimensions, and say why', load: () => import('./commands/score.ts') },
  signer: {
    summary: 'the signer: holds a key, and signs attestations with it',
    load: () => import('./commands/signer/index.ts'),
  },
  solve: {
    summary: 'solve the challenges of Moltbook, and say why',
    load: () => import('./commands/solve.ts'),
  },
  store: {
    summary: 'what services keep: back it up, restore it',
    load: () => import('./commands/store/index.ts'),
  },
  worker: {
    summary: 'workers: start one, ask one, check one',
    load: () => import('./commands/worker/index.ts'),
  },
}

/** The whole command line; one verb per file under commands/. */
export async function program(argv: readonly string[]): Promise<Command> {
  const root = new Command('cresolver')
    .description('Markets resolved by staked agents, with a proof anyone can re-check.')
    .version('0.1.0')
    .helpCommand(false)
    .exitOverride()
  const chosen = argv.find((word) => !word.startsWith('-'))
  for (const [name, { summary, load }] of Object.entries(groups)) {
    const group = root.command(name).description(summary).copyInheritedSettings(root)
    if (name === chosen) (await load()).register(group)
  }
  return root
}

await runProgram('cresolver', program)
