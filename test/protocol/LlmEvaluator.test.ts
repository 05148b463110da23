import { expect } from 'chai'
import fc from 'fast-check'
import * as Bytes from '../../protocol/Bytes.ts'
import * as Hash from '../../protocol/Hash.ts'
import * as LlmEvaluator from '../../protocol/LlmEvaluator.ts'
import * as Rubric from '../../protocol/Rubric.ts'
import * as Score from '../../protocol/Score.ts'

const seed = Hash.ofText('round 1')
const question = 'Did Rosenborg beat Viking?'

function worker(changes: Partial<LlmEvaluator.Worker> = {}): LlmEvaluator.Worker {
  return {
    determination: true,
    confidence_bps: 9000,
    evidence: 'Rosenborg won 3-1.',
    sources: ['https://www.uefa.com/a'],
    challenges: ['Why?'],
    responses: ['Because the report says so.'],
    ...changes,
  }
}

const workersOf = (n: number, size = 40) =>
  Array.from({ length: n }, (_, i) => worker({ evidence: `answer of number ${i} ${'x'.repeat(size)}` }))
const planOf = (workers: readonly LlmEvaluator.Worker[], hash = seed) =>
  LlmEvaluator.plan({ question, workers, seed: hash, model: 'm' })

function callsOf(workers: readonly LlmEvaluator.Worker[], hash = seed): readonly LlmEvaluator.Call[] {
  const plan = planOf(workers, hash)
  if (!plan.ok) throw new Error(plan.reason)
  return plan.calls
}

type Data = {
  question: string
  workers: { id: string; evidence: string; sources: string[]; responses: string[] }[]
}
const dataOf = (call: LlmEvaluator.Call): Data => JSON.parse(JSON.parse(call.body).messages[1].content)
const fact: Score.Facts = {
  sources: 1,
  citations: [{ reach: 'named', verdict: 'p' }],
  is_manual: true,
  is_exempt: false,
  is_doubt: false,
  best_tier: 0,
  asked: 0,
  answered: 0,
  decided: 0,
  agreed: 0,
}
const sheet = (label: string, grades: object) => JSON.stringify({ scores: { [label]: grades } })

describe('LlmEvaluator.plan', () => {
  it('C79: names workers W1…Wn in an order that the seed decides, each exactly once', () => {
    const orders = ['a', 'b', 'c'].map((text) =>
      callsOf(workersOf(8), Hash.ofText(text)).flatMap((call) => Object.entries(call.workers)),
    )
    for (const order of orders) {
      expect(order.map(([label]) => label)).to.deep.equal(Array.from({ length: 8 }, (_, i) => `W${i + 1}`))
      expect(order.map(([, index]) => index).toSorted()).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7])
    }
    expect(new Set(orders.map((order) => JSON.stringify(order))).size).to.equal(3)
    expect(callsOf(workersOf(8))).to.deep.equal(callsOf(workersOf(8)))
  })

  it('C79: each label leads back to the worker whose text it carries', () => {
    for (const call of callsOf(workersOf(16))) {
      for (const { id, evidence } of dataOf(call).workers) {
        expect(evidence).to.contain(`answer of number ${call.workers[id]} `)
      }
    }
  })

  it('C2 C6: fits five bodies of 7,300 bytes at every number of workers, small texts and full ones', () => {
    const full = { sources: Array.from({ length: 8 }, (_, i) => `https://${'s'.repeat(110)}.com/${i}`) }
    for (let n = 1; n <= LlmEvaluator.maxWorkers; n++) {
      for (const text of [
        'short',
        '"\\'.repeat(2048),
        'é'.repeat(2048),
        '漢'.repeat(1365),
        '\u0001'.repeat(4096),
      ]) {
        const workers = Array.from({ length: n }, () =>
          worker({ ...full, evidence: text, responses: [text, text] }),
        )
        const calls = callsOf(workers)
        expect(calls.length).to.be.at.most(5)
        for (const { body } of calls) expect(Bytes.fromText(body).length).to.be.at.most(7300)
      }
    }
  })

  it('C6: gives each worker at most ⌊34,000/n⌋ bytes, and no more calls than its texts need', () => {
    expect(callsOf(workersOf(16, 10)).length).to.be.at.most(2)
    const [call] = callsOf([worker({ evidence: 'x'.repeat(40_000) })])
    expect(dataOf(call!).workers[0]!.evidence.length).to.be.within(4000, 34_000)
  })

  it('SPEC §7: refuses more than 16 workers, so that the caller takes the rubric', () => {
    expect(planOf(workersOf(16)).ok).to.equal(true)
    expect(planOf(workersOf(17))).to.deep.equal({ ok: false, reason: 'too-many-workers' })
    expect(planOf([])).to.deep.equal({ ok: false, reason: 'no-workers' })
    const tiny = { calls: 1, bodyBytes: 1000 }
    expect(
      LlmEvaluator.plan({ question, workers: [worker()], seed, model: 'm', limits: tiny }),
    ).to.deep.equal({
      ok: false,
      reason: 'does-not-fit',
    })
  })

  it('C79: worker text is data: whatever it holds, the body is one JSON object with two messages', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (evidence, response) => {
        const [call] = callsOf([worker({ evidence, responses: [response] })])
        const body = JSON.parse(call!.body)
        expect(body.messages.map(({ role }: { role: string }) => role)).to.deep.equal(['system', 'user'])
        expect(body).to.include({ model: 'm', temperature: 0, seed: 42 })
        expect(dataOf(call!).workers).to.have.length(1)
        expect(() => Bytes.toText(Bytes.fromText(call!.body))).to.not.throw()
      }),
    )
  })
})

describe('LlmEvaluator.cut', () => {
  it('C6: cuts at a UTF-8 boundary and never beyond the limit', () => {
    expect(LlmEvaluator.cut('aé漢😀z', 3)).to.equal('aé')
    expect(LlmEvaluator.cut('aé漢😀z', 6)).to.equal('aé漢')
    expect(LlmEvaluator.cut('aé漢😀z', 9)).to.equal('aé漢')
    expect(LlmEvaluator.cut('aé漢😀z', 11)).to.equal('aé漢😀z')
    expect(LlmEvaluator.cut('a\ud800z', 5)).to.equal('a\ufffdz')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(64), (text, bytes) => {
        const short = LlmEvaluator.cut(text, bytes)
        expect(Bytes.fromText(short).length).to.be.at.most(bytes)
        expect(text.startsWith(short)).to.equal(true)
      }),
    )
  })
})

describe('LlmEvaluator.parseReply', () => {
  const parse = (text: string, labels = ['W1']) => LlmEvaluator.parseReply(text, labels)
  const graded = (text: string) => {
    const reply = parse(text)
    if (!reply.ok) throw new Error(reply.reason)
    return reply.workers.W1!
  }

  it('S1-39: reads a score sheet, bare or within one code fence', () => {
    const text = sheet('W1', Score.all(70))
    for (const spelling of [
      text,
      `\n ${text} \n`,
      `\`\`\`json\n${text}\n\`\`\``,
      `\`\`\`\n${text}\n\`\`\``,
    ]) {
      expect(graded(spelling)).to.deep.equal({ dimensions: Score.all(70), unscored: [] })
    }
  })

  it('S1-24 C13: clamps numbers to 0–100, floors them, and ignores unknown keys', () => {
    const { dimensions, unscored } = graded(
      sheet('W1', {
        ...Score.all(50),
        timeliness: 150,
        collaboration: -3,
        source_quality: 99.99,
        praise: 100,
      }),
    )
    expect(unscored).to.deep.equal([])
    expect(dimensions).to.deep.equal({
      ...Score.all(50),
      timeliness: 100,
      collaboration: 0,
      source_quality: 99,
    })
  })

  it('C13: what is missing, text, null or infinite is 0 and named, never 50', () => {
    const bad =
      '{"scores":{"W1":{"resolution_quality":"100","source_quality":null,"analysis_depth":1e999,"timeliness":80}}}'
    const { dimensions, unscored } = graded(bad)
    expect(dimensions).to.deep.equal({ ...Score.all(0), timeliness: 80 })
    expect(unscored).to.have.length(7).and.not.include('timeliness')
    for (const given of ['5', 'null', '[]', '"W1"', '{}']) {
      expect(graded(`{"scores":{"W1":${given}}}`).unscored).to.deep.equal([...Score.dimensions])
    }
  })

  it('C13: a worker that the reply leaves out is unscored; one that was not asked about is ignored', () => {
    const reply = parse(sheet('W9', Score.all(100)), ['W1', 'toString'])
    expect(reply.ok && Object.keys(reply.workers)).to.deep.equal(['W1', 'toString'])
    expect(reply.ok && reply.workers.W1!.dimensions).to.deep.equal(Score.all(0))
    expect(reply.ok && Object.values(reply.workers)[1]!.unscored).to.have.length(8)
  })

  it('C13: never throws on foreign text, and says why it cannot read it', () => {
    expect(parse('I would give 100.')).to.deep.equal({ ok: false, reason: 'not-json' })
    expect(parse('')).to.deep.equal({ ok: false, reason: 'not-json' })
    expect(parse(`${sheet('W1', Score.all(1))} trailing`)).to.deep.equal({ ok: false, reason: 'not-json' })
    expect(parse('{"scores":{"W1":{"timeliness":1,"timeliness":2}}}')).to.deep.equal({
      ok: false,
      reason: 'not-json',
    })
    expect(parse('['.repeat(10_000))).to.deep.equal({ ok: false, reason: 'not-json' })
    expect(parse('[]')).to.deep.equal({ ok: false, reason: 'no-scores' })
    expect(parse('{"W1":{}}')).to.deep.equal({ ok: false, reason: 'no-scores' })
    expect(parse(' '.repeat(70_000))).to.deep.equal({ ok: false, reason: 'too-long' })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(parse(text).ok).to.be.a('boolean')
        expect(LlmEvaluator.contentOf(text)).to.satisfy(
          (value: unknown) => value === null || typeof value === 'string',
        )
      }),
    )
  })

  it("takes the model's words out of an OpenAI-compatible reply", () => {
    const body = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'words' } }] }
    expect(LlmEvaluator.contentOf(JSON.stringify(body))).to.equal('words')
    expect(LlmEvaluator.contentOf('{"choices":[]}')).to.equal(null)
    expect(LlmEvaluator.contentOf('{"error":"quota"}')).to.equal(null)
  })
})

describe('LlmEvaluator.collect and merge', () => {
  const workers = workersOf(4)
  const calls = callsOf(workers)
  const facts = workers.map(() => fact)
  const rubric = workers.map((each) =>
    Rubric.evaluate({ question, reply: each, challenges: [], responses: [], best_tier: 0 }),
  )
  /** Grades each worker by its own index, so that a mix-up shows. */
  const honest = (call: LlmEvaluator.Call) =>
    JSON.stringify({
      scores: Object.fromEntries(
        Object.entries(call.workers).map(([label, index]) => [label, Score.all(10 + index)]),
      ),
    })

  it('C79: maps labels back to workers, whatever the order of labels', () => {
    for (const text of ['a', 'b', 'c', 'd']) {
      const shuffled = callsOf(workers, Hash.ofText(text))
      const collected = LlmEvaluator.collect(shuffled, shuffled.map(honest), facts)
      const evaluations = LlmEvaluator.merge(collected, rubric)
      expect(evaluations.map(({ dimensions }) => dimensions.timeliness)).to.deep.equal([10, 11, 12, 13])
      expect(evaluations.map(({ evaluator }) => evaluator)).to.deep.equal(['llm', 'llm', 'llm', 'llm'])
    }
  })

  it('C73 C74 S1-20: applies the caps on top of the model', () => {
    const perfect = calls.map((call) =>
      JSON.stringify({
        scores: Object.fromEntries(Object.keys(call.workers).map((label) => [label, Score.all(100)])),
      }),
    )
    const poor = workers.map(() => ({ ...fact, sources: 0, best_tier: null, asked: 3, answered: 1 }))
    const collected = LlmEvaluator.collect(calls, perfect, poor)
    for (const { dimensions, composite, scores } of LlmEvaluator.merge(collected, rubric)) {
      expect(dimensions).to.deep.equal({
        ...Score.all(100),
        source_quality: 10,
        evidence_strength: 40,
        collaboration: 33,
      })
      expect(composite).to.equal(Score.composite(dimensions))
      expect(scores).to.deep.equal(Score.aggregate(dimensions))
    }
  })

  it('C13: a failed call, an unreadable reply or a sheet without any score falls back to the rubric and says so', () => {
    const replies: [string | null, string][] = [
      [null, 'call 1 failed'],
      ['sorry', 'call 1: not-json'],
      ['{"scores":{}}', 'no worker was scored'],
    ]
    for (const [reply, reason] of replies) {
      const collected = LlmEvaluator.collect(calls, [reply], facts)
      expect(collected).to.deep.equal({ ok: false, reason })
      const evaluations = LlmEvaluator.merge(collected, rubric)
      evaluations.forEach((evaluation, i) => {
        expect(evaluation.evaluator).to.equal('rubric')
        expect(evaluation.dimensions).to.deep.equal(rubric[i]!.dimensions)
        expect(evaluation.flags).to.include(`llm-fallback: ${reason}`)
      })
    }
    const refused = planOf(workersOf(17))
    if (refused.ok) throw new Error('expected a refusal')
    expect(LlmEvaluator.merge(refused, rubric)[0]!.flags).to.include('llm-fallback: too-many-workers')
  })

  it('C13: one unscored worker among scored ones is 0, but for the source that backs it, and flagged', () => {
    const [label, index] = Object.entries(calls[0]!.workers)[0]!
    const collected = LlmEvaluator.collect(calls, [sheet(label, Score.all(60))], facts)
    LlmEvaluator.merge(collected, rubric).forEach(({ dimensions, flags }, i) => {
      const unscored = { ...Score.all(0), source_quality: Score.backedFloor }
      expect(dimensions).to.deep.equal(i === index ? Score.all(60) : unscored)
      expect(flags).to.deep.equal(i === index ? [] : ['unscored'])
    })
  })

  it('B1: a model cannot take the backing of a counted check away', () => {
    const checked = facts.map((one) => ({ ...one, sources: 0, citations: [], is_manual: false }))
    const replies = calls.map(({ workers: of }) =>
      JSON.stringify({ scores: Object.fromEntries(Object.keys(of).map((label) => [label, Score.all(0)])) }),
    )
    for (const { scores } of LlmEvaluator.merge(LlmEvaluator.collect(calls, replies, checked), rubric))
      expect(scores.src_quality).to.equal(1)
  })

  it('B1 SPEC §4: a model cannot back an answer whose citations others did not find', () => {
    const failed = facts.map((one) => ({ ...one, citations: [{ reach: 'named', verdict: 'f' } as const] }))
    const replies = calls.map(({ workers: of }) =>
      JSON.stringify({ scores: Object.fromEntries(Object.keys(of).map((label) => [label, Score.all(100)])) }),
    )
    for (const { scores, dimensions } of LlmEvaluator.merge(
      LlmEvaluator.collect(calls, replies, failed),
      rubric,
    )) {
      expect(scores.src_quality).to.equal(0)
      expect(dimensions.evidence_strength).to.be.at.most(Score.unbackedCap)
    }
  })

  it('refuses to grade a worker of whom no facts are given', () => {
    expect(() => LlmEvaluator.collect(calls, calls.map(honest), [])).to.throw(LlmEvaluator.NoFactsError)
  })
})
