import { openTemporaryStore } from '../../../local/openStores.ts'
import { openStore } from '../../../services/store/openStore.ts'
import type { Store } from '../../../services/store/Store.ts'
import { postgres } from '../../helpers/postgres.ts'

/** Both kinds of store, for suites that must hold on each; a store is opened once per file or, embedded, per process. */
export type Kind = {
  readonly name: string
  /** Null where this kind can't run. */
  open(): Promise<{ readonly store: Store; readonly close: () => Promise<void> } | null>
}

// Starting an embedded PostgreSQL takes a second, so the suites share one and use tables of their own.
let shared: Promise<Store> | undefined

after('closes the embedded store', async () => {
  await (await shared)?.close()
})

export const kinds: readonly Kind[] = [
  {
    name: 'embedded',
    async open() {
      shared ??= openTemporaryStore('agent')
      return { store: await shared, close: async () => {} }
    },
  },
  {
    name: 'server',
    async open() {
      const server = await postgres()
      if (server === null) return null
      const store = await openStore({ url: await server.freshDatabase(), schema: 'agent' })
      return { store, close: () => store.close() }
    },
  },
]

/** Runs a suite over both kinds. */
export function describeKinds(title: string, suite: (store: () => Store, name: string) => void): void {
  for (const kind of kinds) {
    describe(`${title} (${kind.name})`, () => {
      let opened: Awaited<ReturnType<Kind['open']>>
      before(async function () {
        opened = await kind.open()
        if (opened === null) this.skip()
      })
      suite(() => opened!.store, kind.name)
      after(() => opened?.close())
    })
  }
}

/** What a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('The promise was not rejected.')
}
