import { mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from './Model.ts'
import * as Recording from './Recording.ts'

let drafts = 0

/** A model whose completions are kept in a folder, from which `openRecorded` serves them. Failures are not kept. */
export function record(model: Model, folder: string): Model {
  mkdirSync(folder, { recursive: true })
  return {
    name: model.name,
    async complete(prompt, options) {
      // Before it is paid for: a prompt without a hash could not be kept.
      const key = Recording.keyOf(prompt)
      const completion = await model.complete(prompt, options)
      const kept: Recording.Recording = {
        key,
        model: model.name,
        prompt: Recording.promptOf(prompt),
        completion: { text: completion.text, usage: { ...completion.usage } },
      }
      await write(join(folder, `${key}.json`), `${JSON.stringify(kept, null, 2)}\n`)
      return completion
    },
  }
}

/** Whole or not at all, whoever reads or writes at the same time. */
async function write(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${++drafts}.draft`
  try {
    await writeFile(draft, text, { flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
