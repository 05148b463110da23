import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import { text } from '../../../cli/commands/worker/acquisition.ts'
import { Hash, Json, Question } from '../../../protocol/index.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import { clip, encodedBytes, toSources } from '../../../workers/pipeline/Account.ts'
import { displayOf } from '../../../workers/pipeline/questionIn.ts'
import * as ModelReply from '../../../workers/pipeline/text/ModelReply.ts'
import * as Prompts from '../../../workers/pipeline/text/Prompts.ts'
import {
  configIn,
  policyOf,
  textConfig,
  textSource,
  toAllowed,
} from '../../../workers/pipeline/text/TextSource.ts'

describe('keywords', () => {
  it('reads a § question by its words alone', () => {
    const question = '§question Will Ada resign?\n§rule\nsource:manual\n§event Board Meeting'
    expect(keywords(displayOf(Question.pose({ question, deadline: null }))).names).to.deep.equal(['Ada'])
  })
})

describe('Prompts', () => {
  const prompts = Prompts.load()
  const auditor = readFileSync(
    new URL('../../../workers/pipeline/text/prompts/auditor.yaml', import.meta.url),
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

  it('S2-104: no schema of a reply has a place for a verdict', () => {
    for (const schema of Object.values(ModelReply.schemas)) {
      const given = JSON.stringify({ verdict: 'YES', outcome: 'YES', confidence: 1 })
      expect(ModelReply.read(schema, given)).to.equal(null)
    }
  })
})

describe('TextSource', () => {
  it('keeps in the spec all that judging needs, and finds it there again', () => {
    for (const source of text.sources) {
      const allowed = toAllowed(source, text.admit)
      expect(policyOf(allowed)).to.deep.equal({
        class: source.class,
        admitted: source.class !== 'secondary',
        dated: source.dated ?? null,
        description: source.description,
      })
    }
  })

  it('finds any mark and any description again', () => {
    const sides = fc.constantFrom('last' as const, 'next' as const)
    const mark = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(
        sides,
        mark,
        fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' }),
        (side, mark, description) => {
          const source = textSource.parse({
            id: 's',
            url: 'https://a.example/',
            class: 'wire',
            description,
            dated: { side, mark },
          })
          expect(policyOf(toAllowed(source, ['wire'])))
            .to.include({ description })
            .and.deep.include({ dated: { side, mark } })
        },
      ),
    )
  })

  it('refuses addresses that are not http, and descriptions that are none of ours', () => {
    expect(
      textSource.safeParse({ id: 's', url: 'file:///etc/passwd', class: 'wire', description: 'x' }).success,
    ).to.equal(false)
    expect(policyOf({ source_id: 's', provider: 'web', description: 'a page', max_tier: 3 })).to.equal(null)
    expect(textConfig.safeParse({ sources: [] }).success).to.equal(false)
    const market = { allowed_sources: [], min_provenance_tier: 3 }
    expect(configIn({ market, data_requirements: [{ requirement_id: 'x' }] } as never)).to.equal(null)
  })
})

describe('Account', () => {
  const letter = fc.constantFrom('a', '. ', '"', '\n', 'é', '漢', '😀', '\u0007')
  const anything = fc.array(letter, { maxLength: 300 }).map((letters) => letters.join(''))

  it('clips any text to its bytes, never within a character', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 8, max: 300 }), (words, limit) => {
        const clipped = clip(words, limit)
        expect(encodedBytes(clipped)).to.be.at.most(limit)
        expect(() => Json.canonical(clipped)).to.not.throw()
      }),
    )
  })

  it('S1: names at most eight addresses of at most 128 bytes', () => {
    const long = `https://a.example/${'x'.repeat(90)}?${'y'.repeat(90)}`
    const hopeless = `https://b.example/${'x'.repeat(300)}`
    const many = Array.from({ length: 12 }, (_, i) => `https://c.example/${i}`)
    const sources = toSources([long, hopeless, 'model:x', many[0]!, ...many])
    expect(sources[0]).to.equal(long.slice(0, long.indexOf('?')))
    expect(sources).to.have.length(8)
    expect(sources).to.not.include('model:x')
  })
})
