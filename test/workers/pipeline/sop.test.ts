import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { type SOPExecutionError, stages } from '../../../workers/pipeline/Stage.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { type Context, sop } from '../../../workers/pipeline/sop.ts'
import { own, points, sources, taskOf, transportOf } from './helpers.ts'

const contextOf = (
  pages: Readonly<Record<string, string | Partial<Reply>>>,
  changes: Partial<Context> = {},
): Context => ({ collectorId: 'agent-7', sources, transport: transportOf(pages), ...changes })

describe('sop', () => {
  const failure = async (context: Context, options = {}, task = {}): Promise<SOPExecutionError> => {
    try {
      await sop(context, Subject.ofTask(taskOf(undefined, task)), options)
    } catch (error) {
      return error as SOPExecutionError
    }
    throw new Error('It did not fail.')
  }

  it('S2-64 S2-106: every leaf of the proof is emitted by a stage, in the order of the proof', async () => {
    const context = contextOf({ [own]: points('75120.5') })
    const { leaves, proof } = await sop(context, Subject.ofTask(taskOf()))
    const hashes = (tree: string) => leaves.filter((one) => one.tree === tree).map((one) => one.hash)
    expect(hashes('evidence')).to.deep.equal(proof.leaves.evidence)
    expect(hashes('reasoning')).to.deep.equal(proof.leaves.reasoning)
    const tags = leaves.map((one) => `${one.tree} ${one.index} ${one.stage}`)
    const steps = proof.trace.steps.map((_, i) => `reasoning ${i} auditor`)
    const after = [0, 1, 2].map((i) => `reasoning ${steps.length + i} judge`)
    expect(tags).to.deep.equal([
      ...[0, 1, 2].map((i) => `evidence ${i} collector`),
      ...steps,
      ...after,
      ...[0, 1, 2, 3].map((i) => `por ${i} buildProof`),
    ])
  })

  it('S2-105: a source that never answers is given up after its time, and its request is called off', async () => {
    let aborted = false
    const transport: Context['transport'] = (_, { signal } = {}) =>
      new Promise(() => {
        signal!.addEventListener('abort', () => {
          aborted = true
        })
      })
    const error = await failure(contextOf({}, { transport }), { timeouts: { collector: 5 } })
    expect(error).to.include({ stage: 'collector', code: 'TIMEOUT' })
    expect(aborted).to.equal(true)
    const { reply } = await aap({ ...contextOf({}, { transport }), timeouts: { collector: 5 } }).resolve(
      taskOf(),
    )
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
  })

  it('S2-106: a source that fails says so in the error of its stage', async () => {
    const error = await failure(contextOf({}))
    expect(error).to.include({ stage: 'collector', code: 'FAILED' })
    expect(error.message).to.include(`Nothing is served at ${own}.`)
  })

  it('S2-11 S2-6: what verifies, judges and replays is made without any model’s code', () => {
    const folder = new URL('../../../workers/pipeline/', import.meta.url)
    const seen = new Set<string>()
    const visit = (url: URL): void => {
      if (seen.has(url.pathname)) return
      seen.add(url.pathname)
      const text = readFileSync(url, 'utf8')
      for (const [, isType, path] of text.matchAll(/^(?:import|export)( type)?[^']* from '(\.[^']+)'/gm)) {
        if (isType === undefined) visit(new URL(path!, url))
      }
    }
    for (const name of ['verifyEvidence', 'verifyTrace', 'verifyVerdict', 'judge', 'replay', 'finalize']) {
      visit(new URL(`${name}.ts`, folder))
    }
    const names = [...seen].map((path) => relative(folder.pathname, path))
    expect(names).to.include('text/audit.ts').and.include('text/reason.ts')
    const modelCode = names.filter((name) => /askModel|Prompts|services\/model/.test(name))
    expect(modelCode).to.deep.equal([])
  })

  it('S2-95: a question that leaves something open fails with the fields it leaves open', async () => {
    const error = await failure(contextOf({}), {}, { deadline: null })
    expect(error).to.include({ stage: 'promptEngineer', code: 'MISSING_FIELDS' })
    expect(error.missingFields).to.deep.equal(['deadline'])
    expect(error.reason).to.equal('the question leaves open: deadline.')
  })

  it('S2-13 S2-105: an observer sees each of the ten stages begin and end, with its figures', async () => {
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const details: Record<string, unknown> = {}
    const { payload, proof, report, failures } = await sop(
      contextOf({ [own]: points('75120.5') }, { signer }),
      Subject.ofTask(taskOf()),
      {
        observe: (event) => {
          if (event.type === 'finished') details[event.stage] = event.detail
        },
      },
    )
    expect(Object.keys(details)).to.deep.equal([...stages])
    expect(details.collector).to.deep.equal({ items: 1, failures: 0 })
    expect(details.auditor).to.deep.equal({ steps: proof.trace.steps.length })
    expect(details.judge).to.deep.equal({ outcome: 'YES', rule: 'met' })
    expect(details.buildProof).to.deep.equal({ por_root: payload.por_root })
    expect(details.attest).to.deep.equal({ signer: signer.address.toLowerCase() })
    expect(report.summary).to.equal('The sample is 75120.5; gte 75000: met.')
    expect(failures).to.deep.equal([])
  })
})
