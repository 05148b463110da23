import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import * as Recording from '../../../services/model/Recording.ts'
import { record } from '../../../services/model/record.ts'

const prompt: Prompt = { system: 's', user: 'u', maxTokens: 10 }
const usage = { inputTokens: 1, outputTokens: 2, costMicroUsd: null }

describe('recordings that are kept', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-recordings-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  let said = 0
  const talking: Model = { name: 'talking', complete: async () => ({ text: `text ${++said}`, usage }) }
  const recorded = (path = folder) => openModel({ kind: 'recorded', recordings: path })
  const failureOf = async (call: () => unknown): Promise<Error> => {
    try {
      await call()
    } catch (error) {
      return error as Error
    }
    throw new Error('It did not fail.')
  }

  it('are whole files, though many are written at once', async () => {
    const recording = record(talking, folder)
    await Promise.all(Array.from({ length: 20 }, () => recording.complete(prompt)))
    expect(readdirSync(folder)).to.deep.equal([`${Recording.keyOf(prompt)}.json`])
    expect((await recorded().complete(prompt)).text).to.match(/^text \d+$/)
  })

  it('hold no failures', async () => {
    const failing: Model = { name: 'failing', complete: () => Promise.reject(new Error('no')) }
    await failureOf(() => record(failing, folder).complete(prompt))
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('of a prompt without a hash are refused before the model is paid', async () => {
    const before = said
    await failureOf(() => record(talking, folder).complete({ ...prompt, schema: { minimum: 0.5 } }))
    expect(said).to.equal(before)
  })
})
