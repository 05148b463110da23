import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Hash } from '../../../protocol/index.ts'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import * as Recording from '../../../services/model/Recording.ts'
import { record } from '../../../services/model/record.ts'

const prompt: Prompt = { system: 's', user: 'u', maxTokens: 10 }
const usage = { inputTokens: 1, outputTokens: 2, costMicroUsd: null }

describe('recordings of prompts', () => {
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
  const keep = async () => {
    const completion = await record(talking, folder).complete(prompt)
    return { completion, path: join(folder, `${Recording.keyOf(prompt)}.json`) }
  }

  it('are found by the hash of system, user, schema and maxTokens', () => {
    expect(Recording.keyOf(prompt)).to.equal(
      Hash.ofText('{"maxTokens":10,"schema":null,"system":"s","user":"u"}'),
    )
    const others = [
      { ...prompt, system: 'S' },
      { ...prompt, user: 'U' },
      { ...prompt, schema: {} },
      { ...prompt, maxTokens: 11 },
    ]
    expect(new Set([prompt, ...others].map(Recording.keyOf)).size).to.equal(5)
    expect(Recording.keyOf({ ...prompt, schema: { b: 1, a: 2 } })).to.equal(
      Recording.keyOf({ ...prompt, schema: { a: 2, b: 1 } }),
    )
  })

  it('are refused when somebody changed what was asked, or moved the file', async () => {
    const { path } = await keep()
    const text = readFileSync(path, 'utf8')
    for (const [bad, why] of [
      [text.replace('"user": "u"', '"user": "v"'), 'its key is not the hash of its prompt'],
      [text.replace('"text": "', '"extra": 1, "text": "'), 'completion: Unrecognized key: "extra"'],
      ['{', 'it is not JSON'],
    ] as const) {
      writeFileSync(path, bad)
      const failure = await failureOf(() => recorded().complete(prompt))
      expect(failure.name).to.equal('Model.InvalidRecordingError')
      expect(failure.message).to.include(why)
    }
    const other = { ...prompt, user: 'other' }
    writeFileSync(join(folder, `${Recording.keyOf(other)}.json`), text)
    expect((await failureOf(() => recorded().complete(other))).message).to.include('the name of another one')
  })
})
