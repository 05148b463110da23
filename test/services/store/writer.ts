import { openStore } from '../../../services/store/openStore.ts'

/** Writes rows without end into the store of a folder and says each one once the store has acknowledged it. */
const store = await openStore({ folder: process.argv[2]!, schema: 'agent' })
await store.query('create table if not exists public.written (id bigint primary key, body text)')
for (let id = 0; ; id++) {
  await store.transaction(async ({ query }) => {
    await query('insert into public.written values ($1, $2)', [id, `body ${id}`])
  })
  process.stdout.write(`${id}\n`)
}
