import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Hash } from '../../protocol/index.ts'
import { type AnswerStore, FullStoreError } from './AnswerStore.ts'
import type { StoreLimits } from './memoryStore.ts'

/**
 * A store in a folder of files, one for each value, that survives restarts and power cuts. Several processes of one machine
 * may share it.
 *
 * @example
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { fileStore } from '@cresolver/worker'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'answers-'))
 * await (await fileStore(folder)).keep('key', 'first', { lasting: true }) // 'first'
 * await (await fileStore(folder)).get('key') // 'first'
 */
export async function fileStore(
  folder: string,
  { passing: most = 10_000, lasting: room = 100_000 }: StoreLimits = {},
): Promise<AnswerStore> {
  const folders = { lasting: join(folder, 'lasting'), passing: join(folder, 'passing') }
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 })
  const passing = await oldestFirst(folders.passing)
  let lasting = (await namesIn(folders.lasting)).length

  const get = async (key: string) => {
    const name = nameOf(key)
    return (await readIfThere(join(folders.lasting, name))) ?? readIfThere(join(folders.passing, name))
  }

  return {
    get,
    async keep(key, value, options) {
      const kept = await get(key)
      if (kept !== undefined) return kept
      if (options.lasting && lasting >= room) throw new FullStoreError(room)
      const target = options.lasting ? folders.lasting : folders.passing
      const name = nameOf(key)
      if (!(await createWhole(target, name, value))) return (await get(key)) ?? value
      if (options.lasting) lasting++
      else passing.push(name)
      while (passing.length > most) await rm(join(folders.passing, passing.shift()!), { force: true })
      return value
    },
  }
}

/** A key as a file name: its hash, since keys are longer than names may be. */
const nameOf = (key: string): string => Hash.ofText(key).slice(2)

/** Creates a file with all of its text, durably; false where the file exists. A reader never sees a part of it. */
async function createWhole(folder: string, name: string, text: string): Promise<boolean> {
  const draft = join(folder, `.${randomUUID()}`)
  try {
    await writeDurably(draft, text)
    // A link, unlike a rename, fails where the name is taken: the first process wins.
    await link(draft, join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    // Also where the disk is full: a draft left behind would take more of what is missing.
    await rm(draft, { force: true })
  }
  await syncFolder(folder)
  return true
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new file is only as durable as the folder that names it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** All but drafts, which belong to the process that writes them. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.'))

async function oldestFirst(folder: string): Promise<string[]> {
  const dated = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      // Another process may have removed it since.
      const found = await stat(join(folder, name)).catch(() => null)
      return { name, at: found?.mtimeMs ?? 0 }
    }),
  )
  return dated.sort((a, b) => a.at - b.at).map(({ name }) => name)
}
