import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { key, type Provider, startProvider } from './fakeProvider.ts'

const schema = {
  type: 'object',
  properties: { echo: { type: 'string' } },
  required: ['echo'],
  additionalProperties: false,
}
const plain: Prompt = {
  system: 'Repeat what you are told.',
  user: 'what § is “this”? 🜛\n\u0000',
  maxTokens: 100,
}
const structured: Prompt = { ...plain, user: 'as JSON', schema }

/** One suite over every kind of model: what holds for one holds for all. */
describe('model', () => {
  let folder: string
  let openai: Provider
  let anthropic: Provider
  const env = { FAKE_KEY: key }
  const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-model-'))
    openai = await startProvider('openai')
    anthropic = await startProvider('anthropic')
    const recording = openModel({ ...live('openai', openai), record: join(folder, 'kept') }, { env })
    await recording.complete(plain)
    await recording.complete(structured)
    const lines = readdirSync(join(folder, 'kept')).map((name) =>
      JSON.stringify(JSON.parse(readFileSync(join(folder, 'kept', name), 'utf8'))),
    )
    writeFileSync(join(folder, 'kept.jsonl'), `${lines.join('\n')}\n`)
  })
  after(async () => {
    await openai.close()
    await anthropic.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const live = <kind extends 'openai' | 'anthropic'>(kind: kind, { baseUrl }: Provider) => ({
    ...{ kind, baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', prices },
  })

  const implementations: Record<string, { name: string; open: () => Model }> = {
    openai: { name: 'openai:fake', open: () => openModel(live('openai', openai), { env }) },
    anthropic: { name: 'anthropic:fake', open: () => openModel(live('anthropic', anthropic), { env }) },
    recording: {
      name: 'anthropic:fake',
      open: () => openModel({ ...live('anthropic', anthropic), record: join(folder, 'new') }, { env }),
    },
    'recorded in a folder': {
      name: 'recorded',
      open: () => openModel({ kind: 'recorded', recordings: join(folder, 'kept') }),
    },
    'recorded in a file': {
      name: 'recorded',
      open: () => openModel({ kind: 'recorded', recordings: join(folder, 'kept.jsonl') }),
    },
  }

  for (const [title, { name, open }] of Object.entries(implementations)) {
    describe(title, () => {
      it('completes a prompt, with what it cost', async () => {
        expect(await open().complete(plain)).to.deep.equal({
          text: `echo: ${plain.user}`,
          // 1200 × 0.25 + 34 × 2 micro-USD
          usage: { inputTokens: 1_200, outputTokens: 34, costMicroUsd: 368 },
        })
      })

      it('answers in the shape of a schema', async () => {
        const { text } = await open().complete(structured)
        expect(JSON.parse(text)).to.deep.equal({ echo: 'as JSON' })
      })

      it('C4: says the same to the same prompt, also when asked many times at once', async () => {
        const model = open()
        const all = await Promise.all(Array.from({ length: 8 }, () => model.complete(plain)))
        for (const completion of all) expect(completion).to.deep.equal(all[0])
      })

      it('says who it is', () => {
        expect(open().name).to.equal(name)
      })

      it('stops when it is told to, with the reason it was given', async () => {
        const reason = new Error('enough')
        const failure = await open()
          .complete(plain, { signal: AbortSignal.abort(reason) })
          .catch((error) => error)
        expect(failure).to.equal(reason)
      })
    })
  }
})
