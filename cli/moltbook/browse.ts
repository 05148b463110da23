import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  byEvent,
  cardIn,
  checkName,
  clip,
  type Group,
  type Post,
  sorts,
} from '../../adapters/moltbook/index.ts'
import { Instant } from '../../protocol/index.ts'
import { print, write } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { asWords } from './asWords.ts'
import { type CommonOptions, reading, withAdapter } from './options.ts'

type Options = CommonOptions & {
  submolt?: string
  sort: (typeof sorts)[number]
  limit: number
  search?: string
}

export function register(root: Command): void {
  reading(root.command('browse'))
    .description('read posts')
    .option('--submolt <name>', 'only of this one')
    .addOption(new Option('--sort <order>', 'the order').choices(sorts).default('hot'))
    .option('--limit <n>', 'how many', count, 25)
    .option('--search <words>', 'posts about something; at most 50')
    .addHelpText(
      'after',
      '\nExamples:\n  $ market browse --submolt agents --sort hot --limit 20\n  $ market browse --search "prediction oracle" --limit 10',
    )
    .action(async ({ submolt, sort, limit, search, ...options }: Options) => {
      const name = submolt === undefined ? undefined : asWords(() => checkName(submolt))
      const posts = await withAdapter({ ...options, isReadOnly: true }, ({ moltbook }) =>
        search === undefined
          ? moltbook.posts({ submolt: name, sort, limit })
          : moltbook.search(search.slice(0, 500), limit),
      )
      const found = name === undefined ? posts : posts.filter((post) => post.submolt === name)
      if (options.json) {
        const shown = found.map(({ createdAt, isPublished: _, isUpvoted: __, ...post }) => ({
          ...post,
          ...cardIn(post.content),
          created_at: Instant.format(createdAt),
        }))
        await print({ posts: shown }, { json: true })
      } else if (found.length === 0) await write('There is nothing.\n')
      else {
        const groups = byEvent(found, ({ content }) => cardIn(content).event)
        await write(groups.map(groupText).join('\n'))
      }
    })
}

/** A table, below the event that its posts belong to. */
function groupText({ event, all }: Group<Post>): string {
  const rows = all.map((one) => [
    one.id,
    clip(one.submolt, 24),
    clip(one.author, 24),
    String(one.upvotes),
    String(one.comments),
    clip(one.title, 80),
  ])
  const heading = event === null ? '' : `${clip(event, 80)}:\n`
  return `${heading}${table(['id', 'submolt', 'author', 'votes', 'comments', 'title'], rows)}\n`
}

function count(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('expected a number from 1 to 999.')
  return Number(text)
}
