import type { Command } from 'commander'
import { z } from 'zod'
import { Hash, Json, Schema } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'

const question = z.object({ id: z.unknown().optional(), input: z.string() })

export function register(group: Command): void {
  group
    .command('canonical')
    .description('the one spelling of a JSON text, and its hash')
    .argument('[file]', '`{id, input: "<JSON text>"}`, one or many lines; stdin when left out')
    .option('--json', 'one line per input (always so)')
    .option('--strict', 'fail when any of several inputs fails')
    .addHelpText(
      'after',
      `\nExample:\n  echo '{"id":1,"input":"{\\"b\\":1,\\"a\\":2}"}' | cresolver proof canonical`,
    )
    .action((file: string | undefined, options: { strict?: boolean }) => answerEach(file, spell, options))
}

function spell(value: unknown): object {
  const { input } = Schema.read(question, value)
  const canonical = Json.canonical(Json.parse(input))
  return { canonical, hash: Hash.ofText(canonical) }
}
