import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file as a whole: whoever reads it, at whatever moment, sees the old text or the new one. Survives a power cut. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Adds a line, which is on the disk when this returns. */
export function appendLine(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, `${line}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  syncFolder(dirname(path))
}

/** The lines of a file that were written whole. What a crash cut off in the middle of the last one is taken away. */
export function readLines(path: string): string[] {
  const text = readIfThere(path)
  if (text === null) return []
  const end = text.lastIndexOf('\n') + 1
  return text
    .slice(0, end)
    .split('\n')
    .filter((line) => line !== '')
}

/** Cuts off a last line that a crash left unfinished, so that the next one starts on its own. Only the file's owner may. */
export function mendLines(path: string): void {
  const text = readIfThere(path)
  if (text === null || text === '' || text.endsWith('\n')) return
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A rename, or a new file, is only as durable as the folder that names it. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
