import type { Command } from 'commander'
import { write } from '../../terminal/output.ts'
import { openPlace, type Place, placeOptions } from './place.ts'

export function register(group: Command): void {
  placeOptions(group.command('backup'))
    .description('print all that services keep, as it is at one moment; services on a server go on meanwhile')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver store backup --url-env GATEWAY_DATABASE_URL > gateway.backup\n  $ cresolver store backup --folder data/gateway > gateway.backup',
    )
    .action(run)
}

async function run(place: Place): Promise<void> {
  const { backUp } = await import('../../../services/store/backup.ts')
  const store = await openPlace(place, { isExisting: true })
  try {
    const { rows, sha256 } = await backUp(store, (line) => write(`${line}\n`))
    process.stderr.write(`${rows} rows, SHA-256 ${sha256}\n`)
  } finally {
    await store.close()
  }
}
