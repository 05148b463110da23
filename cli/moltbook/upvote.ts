import type { Command } from 'commander'
import { checkId, upvote } from '../../adapters/moltbook/index.ts'
import { print, write } from '../terminal/output.ts'
import { asWords } from './asWords.ts'
import { type CommonOptions, withAdapter, writing } from './options.ts'

export function register(root: Command): void {
  writing(root.command('upvote'))
    .description('upvote a post')
    .requiredOption('--post-id <id>', 'of the post')
    .addHelpText('after', '\nExample:\n  $ market upvote --post-id abc123')
    .action(async (options: CommonOptions & { postId: string }) => {
      const { json } = options
      const postId = asWords(() => checkId(options.postId))
      if (options.dryRun) {
        await print({ dry_run: true, post_id: postId }, { json })
        return
      }
      await withAdapter(options, (adapter) => upvote(adapter, { postId }))
      if (json) await print({ dry_run: false, post_id: postId }, { json })
      else await write(`Upvoted: ${postId}\n`)
    })
}
