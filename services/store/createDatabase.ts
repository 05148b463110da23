import { PGlite } from '@electric-sql/pglite'
import { startParams } from './embeddedSettings.ts'

/** Makes the embedded database in a folder, in a process of its own; see `makeDatabase`. */
const database = await PGlite.create(process.argv[2]!, {
  startParams,
  initDbStartParams: ['--set', 'shared_buffers=4MB'],
})
await database.close()
