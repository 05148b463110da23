import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import * as Recording from '../../../services/model/Recording.ts'
import { record } from '../../../services/model/record.ts'

const prompt: Prompt = { system: 's', user: 'u', maxTokens: 10 }
const usage = { inputTokens: 1, outputTokens: 2, costMicroUsd: null }

describe('recordings', () => {
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

  it('miss with an error that a caller can tell, and abstain on', async () => {
    const failure = await failureOf(() => recorded().complete(prompt))
    expect(failure).to.include({ name: 'Model.NoRecordingError', key: Recording.keyOf(prompt) })
    writeFileSync(join(folder, 'empty.jsonl'), '')
    expect(await failureOf(() => recorded(join(folder, 'empty.jsonl')).complete(prompt))).to.include({
      name: 'Model.NoRecordingError',
    })
  })

  it('give back what was said, and the last thing said when a prompt was recorded again', async () => {
    const first = await keep()
    expect(await recorded().complete(prompt)).to.deep.equal(first.completion)
    const second = await keep()
    expect(second.completion).not.to.deep.equal(first.completion)
    expect(await recorded().complete(prompt)).to.deep.equal(second.completion)
    expect(readdirSync(folder)).to.have.length(1)
  })

  it('in a file stand there once each, and the file is there', async () => {
    const { path } = await keep()
    const line = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
    const file = join(folder, 'all.jsonl')
    writeFileSync(file, `${line}\n\n${line}\n`)
    expect((await failureOf(() => recorded(file))).message).to.include('all.jsonl:3')
    expect((await failureOf(() => recorded(join(folder, 'none')))).message).to.include(
      'no such file or folder',
    )
  })
})
