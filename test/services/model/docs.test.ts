import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as ModelConfig from '../../../services/model/Config.ts'
import * as StoreConfig from '../../../services/store/Config.ts'

describe('docs/running.md', () => {
  const text = readFileSync(new URL('../../../docs/running.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
    ([, json]) => JSON.parse(json!) as { store?: object; model?: object },
  )

  it('shows examples that the config takes', () => {
    expect(examples.filter(({ store }) => store)).to.have.length.above(1)
    expect(examples.filter(({ model }) => model)).to.have.length.above(3)
    for (const { store, model } of examples) {
      if (store) StoreConfig.config.parse(store)
      if (model) ModelConfig.config.parse(model)
    }
  })

  it('names every field of a live model, with its default', () => {
    const defaults = ModelConfig.config.parse({ kind: 'openai', model: 'm' })
    for (const [field, value] of Object.entries(defaults)) {
      if (['kind', 'model', 'baseUrl', 'keyEnv'].includes(field)) continue
      const row = text.split('\n').find((line) => line.startsWith(`| \`${field}\``))
      expect(row?.replaceAll('`', ''), field).to.include(`| ${value} |`)
    }
  })
})
