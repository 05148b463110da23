import { createHash } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { bytesToHex, concat, keccak256 } from 'viem'
import * as Report from '../../don/report.ts'

const filled = (size: number, byte: number) => new Uint8Array(size).fill(byte)
const header: Report.Header = {
  executionId: filled(32, 0xee),
  timestamp: 1,
  donId: 2,
  configVersion: 3,
  workflowId: filled(32, 0x11),
  workflowName: Report.encodeName('tiny'),
  workflowOwner: filled(20, 0x22),
  reportId: 4,
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('a report', () => {
  it('has 109 bytes of header before its payload, in the forwarder’s order', () => {
    const raw = Report.encode(header, Uint8Array.of(0xab, 0xcd))
    expect(raw).to.have.length(Report.headerSize + 2)
    expect(hex(raw)).to.equal(
      [
        '01',
        'ee'.repeat(32),
        '000000010000000200000003',
        '11'.repeat(32),
        hex(header.workflowName),
        '22'.repeat(20),
        '0004',
        'abcd',
      ].join(''),
    )
  })

  it('reads back to what it was made of', () => {
    const word = fc.integer({ min: 0, max: 0xffffffff })
    const numbers = fc.record({
      timestamp: word,
      donId: word,
      configVersion: word,
      reportId: fc.integer({ min: 0, max: 0xffff }),
    })
    fc.assert(
      fc.property(numbers, fc.uint8Array({ maxLength: 64 }), (some, payload) => {
        const raw = Report.encode({ ...header, ...some }, payload)
        expect(Report.decode(raw)).to.deep.equal({ ...header, ...some, version: 1 })
      }),
    )
  })

  it('is read where it lies in a larger buffer', () => {
    const raw = Report.encode(header, new Uint8Array())
    const around = Uint8Array.from([9, 9, 9, ...raw])
    expect(Report.decode(around.subarray(3))).to.deep.equal({ ...header, version: 1 })
  })

  it('refuses a number that has no room in it', () => {
    expect(() => Report.encode({ ...header, reportId: 0x10000 }, new Uint8Array())).to.throw(RangeError)
    expect(() => Report.encode({ ...header, timestamp: -1 }, new Uint8Array())).to.throw(RangeError)
  })

  it('is signed together with its context, raw', () => {
    const raw = Report.encode(header, Uint8Array.of(1))
    const context = Report.context(filled(32, 7), 5)
    expect(hex(Report.digest(raw, context))).to.equal(
      keccak256(concat([keccak256(raw), bytesToHex(context)])).slice(2),
    )
  })

  it('has a context of three words: the configuration, the sequence number, and nothing', () => {
    const context = Report.context(filled(32, 7), 0x01020304)
    expect(context).to.have.length(96)
    expect(hex(context)).to.equal(`${'07'.repeat(32)}${'00'.repeat(27)}0102030400${'00'.repeat(32)}`)
  })
})

describe('who a workflow is', () => {
  const [owner, binary, config] = [filled(20, 1), filled(8, 2), filled(4, 3)]

  it('is all that makes it behave as it does, behind a byte of zero', () => {
    const id = Report.workflowId(owner, 'name', binary, config)
    const hash = createHash('sha256').update(owner).update('name').update(binary).update(config)
    expect(hex(id)).to.equal(`00${hash.digest('hex').slice(2)}`)
    for (const other of [
      Report.workflowId(filled(20, 9), 'name', binary, config),
      Report.workflowId(owner, 'other', binary, config),
      Report.workflowId(owner, 'name', filled(8, 9), config),
      Report.workflowId(owner, 'name', binary, filled(4, 9)),
    ])
      expect(hex(other)).to.not.equal(hex(id))
  })

  it('a name is ten hex digits in ASCII', () => {
    const digits = createHash('sha256').update('cresolver-local').digest('hex').slice(0, 10)
    expect(Buffer.from(Report.encodeName('cresolver-local')).toString()).to.equal(digits)
  })

  it('the same event of the same workflow is the same execution', () => {
    const id = Report.executionId(filled(32, 1), 'event')
    expect(id).to.deep.equal(Report.executionId(filled(32, 1), 'event'))
    expect(id).to.have.length(32)
    expect(id).to.not.deep.equal(Report.executionId(filled(32, 1), 'other event'))
    expect(id).to.not.deep.equal(Report.executionId(filled(32, 2), 'event'))
  })

  it('a DON’s configuration is its nodes, in their order, and how many may fail', () => {
    const digest = hex(Report.configDigest(['a', 'b'], 1))
    expect(digest).to.equal(hex(Report.configDigest(['a', 'b'], 1)))
    expect(digest).to.not.equal(hex(Report.configDigest(['b', 'a'], 1)))
    expect(digest).to.not.equal(hex(Report.configDigest(['a', 'b'], 0)))
  })
})
