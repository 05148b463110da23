import { openStore } from '../../../services/store/openStore.ts'

/** Opens the store of a server and says how many migrations it has. */
const store = await openStore({ url: process.argv[2]!, schema: 'agent' })
const rows = await store.query('select number from store.migrations')
await store.close()
process.stdout.write(`${rows.length}\n`)
