import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { openPlace, type Place, placeOptions } from './place.ts'

type Options = Place & { readonly json?: boolean }

export function register(group: Command): void {
  placeOptions(group.command('restore'))
    .description('put a backup into a new database or folder: all of it, or nothing')
    .argument('[file]', 'what `store backup` printed; otherwise read from stdin')
    .option('--json', 'what was restored, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver store restore gateway.backup --url-env NEW_DATABASE_URL\n  $ cresolver store restore --folder data/gateway-again < gateway.backup',
    )
    .action(run)
}

async function run(file: string | undefined, { json = false, ...place }: Options): Promise<void> {
  const { restore } = await import('../../../services/store/backup.ts')
  const store = await openPlace(place)
  try {
    const input = file === undefined ? process.stdin : createReadStream(file)
    const restored = await restore(store, createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    await (json ? print(restored, { json }) : write(`${restored.rows} rows were restored.\n`))
  } finally {
    await store.close()
  }
}
