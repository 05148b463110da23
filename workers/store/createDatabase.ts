import { PGlite } from '@electric-sql/pglite'

/** Makes the embedded database in a folder, in a process of its own; see `makeDatabase`. */
const database = await PGlite.create(process.argv[2]!)
await database.close()
