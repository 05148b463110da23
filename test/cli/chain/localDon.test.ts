import { expect } from 'chai'
import { concatHex, type Hex, keccak256, recoverAddress, size, slice } from 'viem'
import {
  localDon,
  metadataOf,
  nodeAddresses,
  nodeKeys,
  rawReport,
  reportContext,
  signReport,
} from '../../../cli/chain/localDon.ts'

const identity = { name: '0x34393865396439323536', owner: `0x${'ab'.repeat(20)}` } as const
const payload: Hex = '0x1234'

describe('the local DON', () => {
  it('its nodes have the keys of their addresses, each another one', () => {
    expect(nodeKeys(4).map(({ address }) => address)).to.deep.equal(nodeAddresses())
    expect(new Set(nodeAddresses(31)).size).to.equal(31)
  })

  it('a raw report has the forwarder’s header of 109 bytes, then the payload', () => {
    const raw = rawReport(identity, 1_771_631_940, payload)
    expect(size(raw)).to.equal(109 + 2)
    expect(slice(raw, 0, 1)).to.equal('0x01')
    expect(Number(slice(raw, 33, 37))).to.equal(1_771_631_940)
    expect(Number(slice(raw, 37, 41))).to.equal(localDon.donId)
    expect(Number(slice(raw, 41, 45))).to.equal(localDon.configVersion)
    expect(slice(raw, 45, 109)).to.equal(metadataOf(identity))
    expect(slice(raw, 109)).to.equal(payload)
  })

  it('each execution has its own id, because the forwarder takes one once', () => {
    const ids = [1, 2].map(() => slice(rawReport(identity, 1, payload), 1, 33))
    expect(ids[0]).not.to.equal(ids[1])
  })

  it('metadata are 64 bytes: workflow id, name, owner, report id', () => {
    const metadata = metadataOf(identity)
    expect(size(metadata)).to.equal(64)
    expect(slice(metadata, 0, 1)).to.equal('0x00')
    expect(slice(metadata, 32, 42)).to.equal(identity.name)
    expect(slice(metadata, 42, 62)).to.equal(identity.owner)
    expect(slice(metadata, 62)).to.equal('0x0001')
  })

  it('f + 1 nodes sign report and context, with v 0 or 1 and no prefix', async () => {
    const raw = rawReport(identity, 1, payload)
    const signatures = await signReport(raw)
    expect(signatures).to.have.length(localDon.f + 1)
    const hash = keccak256(concatHex([keccak256(raw), reportContext]))
    for (const [i, signature] of signatures.entries()) {
      expect(size(signature)).to.equal(65)
      expect(Number(slice(signature, 64))).to.be.oneOf([0, 1])
      expect(await recoverAddress({ hash, signature })).to.equal(nodeAddresses()[i])
    }
  })
})
