import { expect } from 'chai'
import { Bytes, Finding, Schema } from '../../protocol/index.ts'

const fault = Finding.at(
  Finding.evidenceLeaf(3),
  'CONTENT_MISMATCH',
  '/evidence/items/1/content',
  'Another text.',
)

describe('Finding', () => {
  it('S2-53: says which leaf of which tree it is about', () => {
    expect(
      [Finding.porLeaf, Finding.evidenceLeaf, Finding.reasoningLeaf, Finding.transcriptLeaf].map((at) =>
        at(2),
      ),
    ).to.deep.equal(['por', 'evidence', 'reasoning', 'transcript'].map((tree) => ({ tree, leaf_index: 2 })))
    expect(fault).to.deep.equal({
      tree: 'evidence',
      leaf_index: 3,
      code: 'CONTENT_MISMATCH',
      path: '/evidence/items/1/content',
      message: 'Another text.',
    })
    expect(Finding.at(Finding.nowhere, 'NOT_JSON', '', 'No.')).to.include({ tree: null, leaf_index: null })
  })

  it('each code is its own, and the schema takes every one', () => {
    expect(new Set(Finding.codes).size).to.equal(Finding.codes.length)
    for (const code of Finding.codes)
      expect(Schema.read(Finding.finding, { ...fault, code })).to.have.property('code', code)
  })

  it('error: takes no other code, tree or place', () => {
    for (const change of [
      { code: 'OTHER' },
      { tree: 'oak' },
      { leaf_index: -1 },
      { leaf_index: 0.5 },
      { extra: 1 },
    ])
      expect(() => Schema.read(Finding.finding, { ...fault, ...change }), JSON.stringify(change)).to.throw(
        Schema.MismatchError,
      )
  })

  it('in a round names a worker, one of four strikes, and what can be done', () => {
    const found = { ...fault, worker_index: 4, kind: 3, remedy: 'challenge' }
    expect(Schema.read(Finding.roundFinding, found)).to.deep.equal(found)
    const first = { ...found, worker_index: 0, kind: 1 }
    expect(Schema.read(Finding.roundFinding, first)).to.deep.equal(first)
    const whole = { ...fault, worker_index: null, kind: null, remedy: 'none' }
    expect(Schema.read(Finding.roundFinding, whole)).to.deep.equal(whole)
    for (const change of [{ kind: 0 }, { kind: 5 }, { remedy: 'complain' }, { worker_index: -1 }])
      expect(() => Schema.read(Finding.roundFinding, { ...found, ...change })).to.throw(Schema.MismatchError)
  })

  it('a replay’s result tells a check that failed from one there was nothing to check by', () => {
    const result = {
      schema_version: 'v1',
      ok: true,
      market_id: 7,
      round: 1,
      round_root: Bytes.zero32,
      checks: [
        { name: 'root', ok: true, detail: '' },
        { name: 'chain', ok: null, detail: 'no node was asked' },
      ],
      findings: [],
      settled: [],
    }
    expect(Schema.read(Finding.roundResult, result)).to.deep.equal(result)
    expect(() =>
      Schema.read(Finding.roundResult, { ...result, checks: [{ name: 'root', detail: '' }] }),
    ).to.throw(Schema.MismatchError, '/checks/0/ok')
  })
})
