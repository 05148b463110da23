import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { secp256k1 } from '@noble/curves/secp256k1'
import { expect } from 'chai'
import { OracleProcess } from '../../don/oracleProcess.ts'
import * as Report from '../../don/report.ts'
import { Sdk, Values } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'
import { nodeKeys } from '../helpers/localDon.ts'

const privateKey = nodeKeys(1)[0]!.privateKey
const header = {
  executionId: new Uint8Array(32).fill(1),
  donId: 1,
  configVersion: 1,
  workflowId: new Uint8Array(32).fill(2),
  workflowName: Report.encodeName('tiny'),
  workflowOwner: new Uint8Array(20).fill(3),
  reportId: 4,
}
const around = { header, configDigest: new Uint8Array(32).fill(5), sequence: 6 }

const text = (value: string) => Value.make({ case: 'stringValue', value })
const saw = (value: string) =>
  toBinary(
    Sdk.SimpleConsensusInputsSchema,
    create(Sdk.SimpleConsensusInputsSchema, {
      observation: { case: 'value', value: text(value) },
      descriptors: { descriptor: { case: 'aggregation', value: Sdk.AggregationType.IDENTICAL } },
    }),
  )
const wants = (payload: string) =>
  toBinary(Sdk.ReportRequestSchema, create(Sdk.ReportRequestSchema, { encodedPayload: Buffer.from(payload) }))
const given = (...all: Uint8Array[]) => all.map((bytes, i) => ({ bytes, at: 1_700_000_000_000 + 1_000 * i }))

describe('a node’s oracle', () => {
  let oracle: OracleProcess
  let liar: OracleProcess
  before(() => {
    oracle = new OracleProcess({ privateKey, f: 1, lies: false })
    liar = new OracleProcess({ privateKey, f: 1, lies: true })
  })
  after(async () => {
    await Promise.all([oracle.stop(), liar.stop()])
  })

  const simple = async (on: OracleProcess, ...seen: string[]) =>
    await on.ask({ method: 'Simple', observations: given(...seen.map(saw)), ...around })
  const report = async (on: OracleProcess, ...wanted: string[]) =>
    await on.ask({ method: 'Report', observations: given(...wanted.map(wants)), ...around })
  const plainOf = (bytes: Uint8Array) => Value.plainOf(fromBinary(Values.ValueSchema, bytes))

  it('finds the outcome of what it is shown, and signs none', async () => {
    const reply = await simple(oracle, 'a', 'b', 'a')
    expect(reply).to.include({ error: null, signature: null })
    expect(plainOf(reply.bytes)).to.equal('a')
  })

  it('says why there is none', async () => {
    const reply = await simple(oracle, 'a', 'b', 'c')
    expect(reply.error).to.match(/^consensus calculation failed: no values met f\+1 threshold/)
    expect(reply.bytes).to.have.length(0)
    const odd = await oracle.ask({ method: 'Simple', observations: given(Uint8Array.of(255)), ...around })
    expect(odd.error).to.be.a('string').and.not.equal('')
  })

  it('signs the report that f + 1 want, at the middle of their times', async () => {
    const { bytes, signature, error } = await report(oracle, 'this', 'that', 'this')
    expect(error).to.equal(null)
    expect(Report.decode(bytes)).to.deep.include({ ...header, timestamp: 1_700_000_001, version: 1 })
    expect(Buffer.from(bytes.slice(Report.headerSize)).toString()).to.equal('this')
    const digest = Report.digest(bytes, Report.context(around.configDigest, around.sequence))
    const point = secp256k1.Signature.fromCompact(signature!.slice(0, 64))
      .addRecoveryBit(signature![64]!)
      .recoverPublicKey(digest)
    expect(point.toRawBytes()).to.deep.equal(secp256k1.getPublicKey(privateKey))
  })

  it('signs nothing that fewer want, and nothing where two camps are that large', async () => {
    expect(await report(oracle, 'a', 'b', 'c')).to.deep.include({ signature: null })
    expect((await report(oracle, 'a', 'b', 'c')).error).to.match(
      /no values met f\+1 threshold for the report/,
    )
    expect((await report(oracle, 'a', 'a', 'b', 'b')).error).to.match(/multiple values with f\+1 occurrences/)
  })

  it('answers each question with its own outcome, though many are under way', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `word ${i}`)
    const replies = await Promise.all(words.map((word) => simple(oracle, word, word, word)))
    expect(replies.map(({ bytes }) => plainOf(bytes))).to.deep.equal(words)
  })

  it('answers what was under way when it ended, and what comes later, with an error', async () => {
    const mortal = new OracleProcess({ privateKey, f: 1, lies: false })
    const underWay = simple(mortal, 'a', 'a')
    await mortal.stop()
    for (const reply of [await underWay, await simple(mortal, 'a', 'a')])
      expect(reply.error === null ? plainOf(reply.bytes) : reply.error).to.be.oneOf([
        'a',
        'the oracle of this node has ended',
      ])
    expect((await simple(mortal, 'a')).error).to.equal('the oracle of this node has ended')
  })

  it('that lies says the same lie as its like, and reports more than it was asked to', async () => {
    expect(plainOf((await simple(liar, 'a', 'a')).bytes)).to.equal('a lie')
    const { bytes } = await report(liar, 'this', 'this')
    expect(Buffer.from(bytes.slice(Report.headerSize)).toString()).to.equal('this\u0001')
  })
})
