import type { Command } from 'commander'
import { comment, commentOf } from '../../adapters/moltbook/index.ts'
import { print, write } from '../terminal/output.ts'
import { asWords } from './asWords.ts'
import { contentOf } from './content.ts'
import { type CommonOptions, withAdapter, writing } from './options.ts'

type Options = CommonOptions & { postId: string; content?: string; contentFile?: string }

export function register(root: Command): void {
  writing(root.command('comment'))
    .description('comment on a post')
    .requiredOption('--post-id <id>', 'of the post')
    .option('--content <text>', 'what to say')
    .option('--content-file <file>', 'what to say, from a file; - for stdin')
    .addHelpText('after', '\nExample:\n  $ market comment --post-id abc123 --content "Well observed."')
    .action(async (options: Options) => {
      const { postId, json } = options
      const content = await contentOf('--content', options.content, options.contentFile)
      asWords(() => commentOf({ postId, content }))
      if (options.dryRun) {
        await print({ dry_run: true, post_id: postId, content }, { json })
        return
      }
      const id = await withAdapter(options, (adapter) => comment(adapter, { postId, content }))
      if (json) await print({ dry_run: false, comment_id: id }, { json })
      else await write(`Commented: ${id}\n`)
    })
}
