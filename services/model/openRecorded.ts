import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidRecordingError, type Model, NoRecordingError } from './Model.ts'
import * as Recording from './Recording.ts'

/**
 * A model that says what was recorded, and only that: the same prompt always gets the same completion, with the usage of
 * the time of its recording. A folder has one file per recording, named after its key; a file has one recording per line.
 */
export function openRecorded(path: string): Model {
  const find = isFolder(path) ? inFolder(path) : inFile(path)
  return {
    name: 'recorded',
    async complete(prompt, { signal } = {}) {
      signal?.throwIfAborted()
      const key = Recording.keyOf(prompt)
      const found = await find(key)
      if (found === null) throw new NoRecordingError(key)
      return found.completion
    },
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    throw new InvalidRecordingError(path, 'there is no such file or folder')
  }
}

type Find = (key: string) => Promise<Recording.Recording | null>

const inFolder =
  (folder: string): Find =>
  async (key) => {
    const path = join(folder, `${key}.json`)
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return null
    const found = Recording.parse(text, path)
    if (found.key !== key) throw new InvalidRecordingError(path, 'it has the name of another one')
    return found
  }

function inFile(file: string): Find {
  const recordings = new Map<string, Recording.Recording>()
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      if (line.trim() === '') return
      const found = Recording.parse(line, `${file}:${i + 1}`)
      // Two answers to one prompt: which of them it is must not depend on chance.
      if (recordings.has(found.key))
        throw new InvalidRecordingError(`${file}:${i + 1}`, 'its key stands above already')
      recordings.set(found.key, found)
    })
  return async (key) => recordings.get(key) ?? null
}
