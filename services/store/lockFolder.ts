import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'

const owner = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** Tells a process from another one that got its number later; null where the system does not say. */
  started: z.string().nullable(),
  released: z.boolean(),
})
type Owner = z.infer<typeof owner>

const lockName = /^owner\.(\d{1,12})\.json$/

/**
 * Makes this process the only owner of a folder until the returned function is called, or until it dies.
 *
 * The lock is the file `owner.<n>.json` with the highest n, and n only grows: to take over from an owner that is dead or has
 * let go is to create the next file, which exactly one process can do. No file is removed before a higher one is there.
 */
export function lockFolder(folder: string): () => void {
  for (;;) {
    const current = newest(folder)
    if (current > 0) refuseLivingOwner(folder, current)
    const mine = current + 1
    if (!create(folder, mine)) continue
    // Whoever read the folder long ago may have created a number that others have passed since.
    if (newest(folder) > mine) {
      rmSync(fileOf(folder, mine), { force: true })
      continue
    }
    for (const old of numbers(folder)) if (old < mine) rmSync(fileOf(folder, old), { force: true })
    return () => release(folder, mine)
  }
}

const fileOf = (folder: string, n: number): string => join(folder, `owner.${n}.json`)

const numbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const match = lockName.exec(name)
    return match === null ? [] : [Number(match[1])]
  })

const newest = (folder: string): number => Math.max(0, ...numbers(folder))

/** False when somebody else was first. A link appears with its whole content or not at all. */
function create(folder: string, n: number): boolean {
  const draft = writeDraft(folder, { ...self(), released: false })
  try {
    linkSync(draft, fileOf(folder, n))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The number stays, so that it keeps growing. */
function release(folder: string, n: number): void {
  renameSync(writeDraft(folder, { ...self(), released: true }), fileOf(folder, n))
}

let drafts = 0

function writeDraft(folder: string, content: Owner): string {
  const path = join(folder, `.owner.${process.pid}.${++drafts}.draft`)
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(content)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return path
}

function refuseLivingOwner(folder: string, n: number): void {
  const path = fileOf(folder, n)
  let found: Owner
  try {
    found = owner.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    // Passed by somebody else meanwhile: the next look will tell.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new FolderInUseError(folder, 'somebody whose lock file cannot be read', path)
  }
  if (found.released) return
  if (found.host !== hostname()) {
    throw new FolderInUseError(folder, `process ${found.pid} on the machine ${found.host}`, path)
  }
  if (isAlive(found)) throw new FolderInUseError(folder, `process ${found.pid}`, path)
}

const self = (): Omit<Owner, 'released'> => ({
  pid: process.pid,
  host: hostname(),
  started: startOf(process.pid),
})

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

/** The boot and the tick within it at which a process started; known on Linux. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses that may hold anything; the 22nd is the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A killed process whose parent has not looked yet is dead.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'dead'
    return `${boot}:${fields[19]}`
  } catch {
    return null
  }
}

export class FolderInUseError extends BaseError {
  override readonly name = 'Store.FolderInUseError'
  constructor(folder: string, by: string, lock: string) {
    super(`The store in ${folder} belongs to ${by}, and two owners would lose each other's data.`, {
      metaMessages: [
        'Give each service a folder of its own, or let them share a server by its URL.',
        `If you know that its owner is gone for good, delete ${lock}.`,
      ],
    })
  }
}
