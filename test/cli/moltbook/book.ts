import { addPerson } from '../../../local/moltbook/people.ts'
import { type LocalMoltbook, startMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { addAgent, type Post } from '../../../local/moltbook/World.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { writeCredentials } from '../../adapters/moltbook/stage.ts'

/** A Moltbook of this machine for one description, with accounts whose credentials are at hand. */
export type Book = {
  readonly moltbook: LocalMoltbook
  readonly home: string
  /** What every command is given, so that it finds both. */
  readonly env: Record<string, string>
  /** A new account that is not asked anything; its name is the word for --account. */
  account(name: string): void
  /** A post of somebody else. */
  post(id: string, changes?: Partial<Post>): void
}

export function onBook(seed: number): () => Book {
  let book: Book
  const folder = temporaryFolder('book')
  before('starts a Moltbook', async () => {
    const moltbook = await startMoltbook({ seed })
    const { world } = moltbook
    addPerson(world, 'Somebody')
    const account = (name: string) => {
      const { key } = addAgent(world, name, { isClaimed: true, isTrusted: true })
      writeCredentials(folder.path, key, `${name}-credentials.json`)
    }
    const post: Book['post'] = (id, changes = {}) =>
      void world.posts.set(id, {
        ...{ id, submolt: 'agents', title: `Title of ${id}`, content: 'Words.', author: 'Somebody' },
        ...{ createdAt: world.now(), verification: 'verified', isRemoved: false, isDeleted: false },
        upvoters: new Set(),
        ...changes,
      })
    const env = { MOLTBOOK_HOME: folder.path, MOLTBOOK_BASE_URL: moltbook.url }
    book = { moltbook, home: folder.path, env, account, post }
  })
  after('stops the Moltbook', async () => {
    await book.moltbook.stop()
    folder.remove()
  })
  return () => book
}
