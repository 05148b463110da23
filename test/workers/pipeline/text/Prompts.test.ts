import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Hash } from '../../../../protocol/index.ts'
import * as Prompts from '../../../../workers/pipeline/text/Prompts.ts'

describe('Prompts', () => {
  const prompts = Prompts.load()
  const auditor = readFileSync(
    new URL('../../../../workers/pipeline/text/prompts/auditor.yaml', import.meta.url),
    'utf8',
  )

  it('S2-109: the three files have role, purpose, schemas, constraints, examples and a policy, and a hash of their text', () => {
    expect(Object.keys(prompts)).to.deep.equal([...Prompts.roles])
    for (const role of Prompts.roles) {
      const prompt = prompts[role]
      expect(prompt.role).to.equal(role)
      expect(prompt.few_shots.length).to.be.above(0)
      expect(prompt.determinism_policy).to.include({ temperature: 0, seed: 42, attempts: 1 })
    }
    expect(prompts.auditor.hash).to.equal(Hash.ofText(auditor))
  })

  it('S2-109: a file that lacks a field, has one too many, or shows a wrong example is refused', () => {
    const spoiled = [
      auditor.replace('purpose:', 'aim:'),
      `${auditor}\nextra: 1`,
      auditor.replace('temperature: 0', 'temperature: 1'),
      auditor.replace('output_schema_ref: Claims/v1', 'output_schema_ref: Verdict/v1'),
      auditor.replace('"stance":"affirms"', '"stance":"agrees"'),
      auditor.replace('role: auditor', 'role: auditor\nrole: auditor'),
      '- not: a prompt',
      '{',
    ]
    for (const words of spoiled) {
      expect(() => Prompts.read(words, 'auditor.yaml'), words.slice(0, 30)).to.throw(
        Prompts.UnreadablePromptError,
      )
    }
  })
})
