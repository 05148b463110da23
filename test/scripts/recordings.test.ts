import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { file, recordings } from '../../scripts/recordings.ts'
import { parse } from '../../services/model/Recording.ts'

describe('the recordings of models', () => {
  it('are those that `npm run recordings` makes: none was written by hand', async () => {
    expect(readFileSync(file, 'utf8'), 'run `npm run recordings`').to.equal(await recordings())
  })

  it('are one for the question and one for each reader, each under the hash of its prompt', () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const prompts = lines.map((line) => parse(line, file).prompt.system.slice(0, 24))
    expect(prompts).to.have.length(3)
    expect(new Set(prompts).size).to.equal(3)
  })
})
