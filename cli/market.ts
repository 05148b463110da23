import { Command } from 'commander'

type Verb = { load: () => Promise<{ register: (root: Command) => void }>; summary: string }

// Only the chosen verb is loaded, so that `--help` is answered at once.
const verbs: Readonly<Record<string, Verb>> = {
  cycle: { summary: 'sync, resolve, post: all that is due', load: () => import('./moltbook/cycle.ts') },
  create: { summary: 'post a market and record it', load: () => import('./moltbook/create.ts') },
  engage: { summary: 'post to a submolt', load: () => import('./moltbook/engage.ts') },
  comment: { summary: 'comment on a post', load: () => import('./moltbook/comment.ts') },
  upvote: { summary: 'upvote a post', load: () => import('./moltbook/upvote.ts') },
  browse: { summary: 'read posts', load: () => import('./moltbook/browse.ts') },
  status: { summary: 'the account, its markets, its outbox', load: () => import('./moltbook/status.ts') },
  migrate: { summary: 'take over markets.json of version 1', load: () => import('./moltbook/migrate.ts') },
}

const more = (name: string) => `
Keys are in ~/.config/moltbook/credentials.json, or <account>-credentials.json with --account; mode 600.

Examples:
  $ ${name} --demo                       the whole life of a market, on a Moltbook of this machine
  $ ${name} --demo --serve               leaves that Moltbook running, for commands of your own
  $ ${name} cycle --dry-run
  $ ${name} browse --submolt agents --sort hot --limit 20`

export type Ports = {
  /** What the command is called: `market` in a checkout, `cresolver-market` where it is installed. */
  readonly name: string
  /** What the command line can't reach itself: a Moltbook of this machine. */
  readonly demo: () => Promise<{ register: (root: Command) => void }>
}

/** The adapter's command line; one verb per file under moltbook/. */
export async function program(argv: readonly string[], { name, demo }: Ports): Promise<Command> {
  const root = new Command(name)
    .description(
      'Prediction markets on Moltbook, by the rules of AAP: nothing is deleted, every write is verified.',
    )
    .version('0.1.0')
    .option('--demo', 'try it all out on this machine: nothing leaves it')
    .addHelpText('after', more(name))
    .helpCommand(false)
    .exitOverride()
  const chosen = argv.find((word) => !word.startsWith('-'))
  if (argv.includes('--demo')) {
    const { register } = await demo()
    register(root)
    return root
  }
  for (const [verb, { summary, load }] of Object.entries(verbs)) {
    if (verb === chosen) (await load()).register(root)
    else root.command(verb).description(summary)
  }
  return root
}
