import type { Command } from 'commander'
import { engage, postOf, warningsFor } from '../../adapters/moltbook/index.ts'
import { print, write } from '../terminal/output.ts'
import { asWords } from './asWords.ts'
import { contentOf } from './content.ts'
import { type CommonOptions, tellWarnings, withAdapter, writing } from './options.ts'

type Options = CommonOptions & { post?: string; contentFile?: string; submolt: string; title?: string }

export function register(root: Command): void {
  writing(root.command('engage'))
    .description('post to a submolt')
    .option('--post <text>', 'what to say')
    .option('--content-file <file>', 'what to say, from a file; - for stdin')
    .requiredOption('--submolt <name>', 'where')
    .option('--title <text>', 'of the post (default: its first line)')
    .addHelpText(
      'after',
      '\nExample:\n  $ market engage --account w3cash --post "Hello" --submolt agentfi --title "Hi"',
    )
    .action(async (options: Options) => {
      const { json } = options
      const content = await contentOf('--post', options.post, options.contentFile)
      const post = asWords(() => postOf({ ...options, content }))
      const { submolt } = post
      const words = `${options.title ?? ''}\n${content}`
      await withAdapter(options, async (adapter) => {
        const warnings = await warningsFor(adapter, { submolt, words })
        tellWarnings(warnings)
        if (options.dryRun) return print({ dry_run: true, ...post, warnings }, { json })
        const post_id = await engage(adapter, post)
        if (json) await print({ dry_run: false, warnings, post_id }, { json })
        else await write(`Posted: ${post_id}\n`)
      })
    })
}
