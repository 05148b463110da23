import { expect } from 'chai'
import { computeAddress, concat, keccak256, recoverAddress, SigningKey, toUtf8String } from 'ethers'
import {
  addressOf,
  encodeName,
  keyOf,
  rawReport,
  reportContext,
  sign,
  workflowOwner,
} from '../../../local/ledger/forwarder.ts'

describe('reports as a DON signs them', () => {
  it('have 109 bytes of header before the payload', () => {
    const executionId = `0x${'ee'.repeat(32)}`
    const raw = rawReport({
      payload: '0xabcd',
      executionId,
      timestamp: 1,
      donId: 2,
      configVersion: 3,
      reportId: 4,
    })
    expect((raw.length - 2) / 2).to.equal(109 + 2)
    expect(raw.slice(0, 92)).to.equal(`0x01${'ee'.repeat(32)}000000010000000200000003`)
    expect(raw).to.contain(workflowOwner.slice(2).toLowerCase())
    expect(raw.slice(-8)).to.equal('0004abcd')
  })

  it('have an execution of their own each, unless one is named', () => {
    expect(rawReport({ payload: '0x' })).to.not.equal(rawReport({ payload: '0x' }))
    const executionId = `0x${'ee'.repeat(32)}`
    expect(rawReport({ payload: '0x', executionId })).to.equal(rawReport({ payload: '0x', executionId }))
  })

  it('carry a name as ten hex digits in ASCII', () => {
    expect((encodeName('cresolver-local').length - 2) / 2).to.equal(10)
    expect(toUtf8String(encodeName('cresolver-local'))).to.match(/^[0-9a-f]{10}$/)
    expect(encodeName('a')).to.not.equal(encodeName('b'))
  })

  it('are signed raw, with v 0 or 1, over the report and its context', () => {
    const raw = rawReport({ payload: '0xabcd' })
    const signature = sign(raw, reportContext, keyOf(100))
    expect((signature.length - 2) / 2).to.equal(65)
    const v = Number.parseInt(signature.slice(-2), 16)
    expect(v).to.be.oneOf([0, 1])
    const digest = keccak256(concat([keccak256(raw), reportContext]))
    const standard = `${signature.slice(0, -2)}${(27 + v).toString(16)}`
    expect(recoverAddress(digest, standard)).to.equal(addressOf(100))
  })

  it('come from keys of the test mnemonic', () => {
    expect(addressOf(0)).to.equal('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(computeAddress(new SigningKey(keyOf(7).privateKey).publicKey)).to.equal(addressOf(7))
  })
})
