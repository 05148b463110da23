import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { Hash } from '../../../protocol/index.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import {
  type Evaluation,
  figuresOf,
  fileOf,
  fitnessOf,
  keep,
  keyOf,
  leastCases,
  needsEval,
  describe as say,
} from '../../../workers/agent/Evaluation.ts'
import { load, roles } from '../../../workers/pipeline/text/Prompts.ts'

describe('the last eval of a worker', () => {
  const folder = temporaryFolder('eval')
  after(() => folder.remove())
  let agentId = 0
  beforeEach(() => void agentId++)

  const live = { kind: 'openai', model: 'one' }
  const configOf = (more: object = {}) =>
    checkConfig(
      { agentId, personality: 'llm', sources: { transport: 'live' }, model: live, ...more },
      { file: join(folder.path, 'worker.yaml') },
    )
  const evaluationOf = (config = configOf(), more: Partial<Evaluation> = {}): Evaluation => ({
    schema_version: 'v1',
    key: keyOf(config),
    model: 'openai:one',
    cases_hash: Hash.ofText('cases'),
    cases: 100,
    right: 80,
    undecided: 18,
    wrong: 2,
    cost_micro_usd: 1_000,
    finished_at: '2026-02-20T12:00:00Z',
    ...more,
  })

  it('FREETEXT §4: is absent before there is one, and fit up to 2 % wrong', () => {
    const config = configOf()
    expect(fitnessOf(config)).to.deep.equal({ state: 'absent' })
    keep(config, evaluationOf())
    expect(fitnessOf(config)?.state).to.equal('fit')
    keep(config, evaluationOf(config, { right: 79, wrong: 3 }))
    expect(fitnessOf(config)?.state).to.equal('wrong')
    keep(config, evaluationOf(config, { cases: 149, wrong: 3 }))
    expect(fitnessOf(config)?.state, '3 of 149 are more than 2 %').to.equal('wrong')
    keep(config, evaluationOf(config, { cases: 150, wrong: 3 }))
    expect(fitnessOf(config)?.state).to.equal('fit')
  })

  it('FREETEXT §4: is of another worker once the model, its address, how it samples, or a prompt is another', () => {
    keep(configOf(), evaluationOf())
    const others = [
      { model: { ...live, model: 'two' } },
      { model: { kind: 'anthropic', model: 'one' } },
      { model: { ...live, baseUrl: 'http://localhost:8080/v1' } },
      { model: { ...live, sampling: 'default' } },
      { model: { ...live, enforceSchema: false } },
      { secondModel: { kind: 'openai', model: 'two' } },
      { personality: 'panel' },
    ]
    for (const other of others)
      expect(fitnessOf(configOf(other))?.state, JSON.stringify(other)).to.equal('another')
    const prompts = load()
    const [role] = roles
    const changed = { ...prompts, [role]: { ...prompts[role], hash: Hash.ofText('other words') } }
    expect(fitnessOf(configOf(), keyOf(configOf(), changed))?.state).to.equal('another')
    expect(keyOf(configOf(), prompts)).to.equal(keyOf(configOf()))
  })

  it('stays what it is with other prices, time limits, keys and places to listen', () => {
    const same = {
      model: {
        ...live,
        keyEnv: 'OTHER',
        timeoutMs: 5_000,
        retries: 1,
        prices: { inputPerMillion: 1, outputPerMillion: 1 },
      },
      listen: { port: 0 },
    }
    expect(keyOf(configOf(same))).to.equal(keyOf(configOf()))
  })

  it('a recorded model is what its recordings say', () => {
    const model = { kind: 'recorded', recordings: 'said.jsonl' }
    const path = join(folder.path, 'said.jsonl')
    writeFileSync(path, 'one')
    const before = keyOf(configOf({ model }))
    writeFileSync(path, 'two')
    expect(keyOf(configOf({ model }))).to.not.equal(before)
    mkdirSync(join(folder.path, 'said'), { recursive: true })
    writeFileSync(join(folder.path, 'said', 'a.json'), 'two')
    expect(keyOf(configOf({ model: { ...model, recordings: 'said' } }))).to.not.equal(before)
  })

  it('stands beside the store, and makes no store', () => {
    expect(fileOf(configOf())).to.equal(join(folder.path, `data/agent-${agentId}.eval.json`))
    const stored = configOf({ store: { folder: 'kept/here' } })
    expect(fileOf(stored)).to.equal(join(folder.path, 'kept/here.eval.json'))
    keep(stored, evaluationOf(stored))
    expect(existsSync(join(folder.path, 'kept/here'))).to.equal(false)
  })

  it('a file that is not an eval is none, and one of too few cases neither', () => {
    const config = configOf()
    const write = (text: string) => {
      mkdirSync(dirname(fileOf(config)), { recursive: true })
      writeFileSync(fileOf(config), text)
    }
    for (const text of ['', '{', '{}', JSON.stringify(evaluationOf(config, { cases: leastCases - 1 }))]) {
      write(text)
      expect(fitnessOf(config), text).to.deep.equal({ state: 'absent' })
    }
  })

  it('FREETEXT §4: llm and panel need one; aap decides by numbers', () => {
    expect(needsEval({ personality: 'llm' })).to.equal(true)
    expect(needsEval({ personality: 'panel' })).to.equal(true)
    expect(fitnessOf(configOf({ personality: 'aap' }))).to.equal(null)
  })

  it('is said in a sentence', () => {
    const evaluation = evaluationOf(undefined, { wrong: 5 })
    const sentence = (state: 'fit' | 'another' | 'wrong') => say(figuresOf({ state, evaluation }))
    expect(say(figuresOf({ state: 'absent' }))).to.equal('It has no eval.')
    expect(sentence('another')).to.equal('Its last eval is of another model, or of other prompts.')
    expect(sentence('wrong')).to.equal('Its last eval is wrong in 5 of 100 cases (5.0 %), more than 2 %.')
    expect(sentence('fit')).to.equal('Its last eval is wrong in 5 of 100 cases (5.0 %).')
  })
})
