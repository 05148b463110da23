import { expect } from 'chai'
import fc from 'fast-check'
import { hashStruct, hashTypedData, recoverTypedDataAddress } from 'viem'
import { sign } from 'viem/accounts'
import { Address, Bytes, Eip712, Hash } from '../../protocol/index.ts'
import { keyOf, signerOf } from '../helpers/round.ts'

const domain = {
  name: 'Tests',
  version: '1',
  chainId: 31337,
  verifyingContract: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
}
const types = {
  Note: [
    { name: 'id', type: 'uint256' },
    { name: 'author', type: 'address' },
    { name: 'text', type: 'string' },
  ],
} as const
const noteType = 'Note(uint256 id,address author,string text)'
const message = { id: 7n, author: signerOf(3), text: 'Will it rain? §' }
const typed = { domain, types, primaryType: 'Note' as const, message }
const structOf = ({ id, author, text }: { id: bigint; author: Address.Address; text: string }) =>
  Eip712.structHash(noteType, Eip712.word(id), Eip712.addressWord(author), Eip712.textWord(text))
const digest = Eip712.digest(Eip712.separator(domain), structOf(message))

describe('Eip712', () => {
  it('property: structs of any words are hashed as wallets do', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => Address.of(Bytes.toHex(bytes)))
    const note = fc.record({
      id: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
      author: address,
      text: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(note, (data) => {
        expect(Bytes.toHex(structOf(data))).to.equal(hashStruct({ data, types, primaryType: 'Note' }))
      }),
    )
  })

  it('C3: the digest is that of wallets, and another one in each other domain', () => {
    expect(digest).to.equal(hashTypedData(typed))
    for (const change of [
      { name: 'Other' },
      { version: '2' },
      { chainId: 1 },
      { verifyingContract: Address.zero },
    ]) {
      const other = { ...domain, ...change }
      const changed = Eip712.digest(Eip712.separator(other), structOf(message))
      expect(changed)
        .to.equal(hashTypedData({ ...typed, domain: other }))
        .and.not.equal(digest)
    }
  })

  it('error: a word holds an address of 20 bytes or an integer of 256 bits', () => {
    expect(() => Eip712.addressWord('0x1234')).to.throw(Bytes.WrongLengthError)
    expect(() => Eip712.addressWord(Bytes.zero32)).to.throw(Bytes.WrongLengthError)
    expect(() => Eip712.word(-1)).to.throw(Bytes.OutOfRangeError)
    expect(() => Eip712.word(1n << 256n)).to.throw(Bytes.OutOfRangeError)
  })

  it('recovers the signer as wallets do', async () => {
    const signature = await sign({ hash: digest, privateKey: keyOf(0), to: 'hex' })
    expect(Eip712.recover(digest, signature)).to.equal(signerOf(0))
    expect((await recoverTypedDataAddress({ ...typed, signature })).toLowerCase()).to.equal(signerOf(0))
  })

  it('error: takes only the one spelling of a signature', async () => {
    const signature = await sign({ hash: digest, privateKey: keyOf(0), to: 'hex' })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = BigInt(`0x${signature.slice(66, 130)}`)
    const v = signature.endsWith('1b') ? '1c' : '1b'
    const malleable = `${signature.slice(0, 66)}${(order - s).toString(16).padStart(64, '0')}${v}`
    expect(() => Eip712.recover(digest, malleable)).to.throw('s is in the upper half')
    expect(() => Eip712.recover(digest, `${signature.slice(0, 130)}00`)).to.throw('not 27 or 28')
    expect(() => Eip712.recover(digest, signature.slice(0, 130))).to.throw('65 bytes')
    expect(() => Eip712.recover(digest, `0x${'00'.repeat(64)}1b`)).to.throw(Eip712.InvalidSignatureError)
    expect(Eip712.isSignedBy(signerOf(0), digest, 'junk')).to.equal(false)
  })

  it('knows a signer in any case, and no other signer or digest', async () => {
    const signature = await sign({ hash: digest, privateKey: keyOf(0), to: 'hex' })
    expect(Eip712.isSignedBy(signerOf(0).toUpperCase().replace('0X', '0x'), digest, signature)).to.equal(true)
    expect(Eip712.isSignedBy(signerOf(1), digest, signature)).to.equal(false)
    expect(Eip712.isSignedBy(signerOf(0), Hash.ofText('another'), signature)).to.equal(false)
    expect(Eip712.isSignedBy(signerOf(0), digest, signature.toUpperCase().replace('0X', '0x'))).to.equal(
      false,
    )
  })

  it('property: never throws where it only asks', () => {
    const junk = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => `${Bytes.toHex(bytes)}1b`)
    fc.assert(
      fc.property(fc.oneof(junk, fc.string()), (signature) => {
        expect(Eip712.isSignedBy(signerOf(0), digest, signature)).to.equal(false)
      }),
      { numRuns: 30 },
    )
  })
})
