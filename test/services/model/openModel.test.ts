import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { key, type Provider, startProvider } from './fakeProvider.ts'

const prompt = { system: 'Be brief.', user: 'Who?', maxTokens: 64 }
const env = { FAKE_KEY: key }

describe('openModel', () => {
  const folder = temporaryFolder('models')
  let provider: Provider
  before(async () => {
    provider = await startProvider('openai')
  })
  after(async () => {
    await provider.close()
    folder.remove()
  })

  const settings = () => ({
    ...{ kind: 'openai' as const, baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY' },
    prices: { inputPerMillion: 250_000, outputPerMillion: 2_000_000 },
  })

  it('records and bounds at the same time, and replays without a key what it recorded', async () => {
    const live = openModel(
      { ...settings(), record: folder.path, maxCostMicroUsd: { answer: 1_000_000 } },
      { env },
    )
    const said = await live.forAnswer!().complete(prompt)
    expect(readdirSync(folder.path)).to.have.length(1)
    const replayed = openModel({ kind: 'recorded', recordings: join(folder.path) }, { env: {} })
    expect(await replayed.complete(prompt)).to.deep.equal(said)
  })

  it('counts no cost of an answer where none is bounded', () => {
    expect(openModel(settings(), { env }).forAnswer).to.equal(undefined)
  })

  it('looks at schemas before it looks for a key', () => {
    const open = () => openModel(settings(), { env: {}, schemas: { 'Any/v1': {} } })
    expect(open).to.throw('openai:fake does not take the schema Any/v1.')
  })
})
