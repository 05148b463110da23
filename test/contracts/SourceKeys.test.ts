import { expect } from 'chai'
import { id, Signature, toBeHex, Wallet, ZeroAddress, ZeroHash } from 'ethers'
import { network } from 'hardhat'

const { ethers, networkHelpers } = await network.create()
const { loadFixture, time } = networkHelpers

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const sourceId = id('coingecko:bitcoin:price_usd')
const observedAt = 1_771_631_940
const value = 74_999_500_000_000_000_000_000n
const source = new Wallet(id('a source'))
const types = {
  Observation: [
    { name: 'sourceId', type: 'bytes32' },
    { name: 'observedAt', type: 'uint40' },
    { name: 'value', type: 'int128' },
  ],
}

async function deploy() {
  const [admin, stranger] = await ethers.getSigners()
  const keys = await ethers.deployContract('SourceKeys', [admin!.address])
  const domain = {
    name: 'CREsolver Source',
    version: '1',
    chainId: (await ethers.provider.getNetwork()).chainId,
    verifyingContract: await keys.getAddress(),
  }
  const sign = (changes = {}, by = source, in_ = {}) =>
    by.signTypedData({ ...domain, ...in_ }, types, { sourceId, observedAt, value, ...changes })
  const isSigned = (signature: string, of = sourceId, at = observedAt, what = value) =>
    keys.isSignedBySource(of, at, what, signature)
  return { keys, admin: admin!, stranger: stranger!, domain, sign, isSigned }
}

async function registered() {
  const fixture = await deploy()
  await fixture.keys.register(sourceId, source.address)
  return fixture
}

describe('register', () => {
  it('S2-29: is the admin’s, once for each source, never changed', async () => {
    const { keys, admin, stranger } = await loadFixture(deploy)
    expect(await keys.admin()).to.equal(admin.address)
    expect(await keys.keyOf(sourceId)).to.equal(ZeroAddress)
    expect(await keys.registeredAt(sourceId)).to.equal(0)
    await expect(keys.connect(stranger).register(sourceId, source.address))
      .to.be.revertedWithCustomError(keys, 'NotTheAdmin')
      .withArgs(stranger.address)
    await expect(keys.register(sourceId, source.address))
      .to.emit(keys, 'SourceKeyRegistered')
      .withArgs(sourceId, source.address)
    expect(await keys.keyOf(sourceId)).to.equal(source.address)
    expect(await keys.registeredAt(sourceId)).to.equal(await time.latest())
    expect(await keys.isRevoked(sourceId)).to.equal(false)
    for (const key of [stranger.address, source.address]) {
      await expect(keys.register(sourceId, key))
        .to.be.revertedWithCustomError(keys, 'KeyExists')
        .withArgs(sourceId)
    }
    await keys.register(id('another source'), source.address)
  })

  it('refuses a source, or a key, of zero', async () => {
    const { keys } = await loadFixture(deploy)
    await expect(keys.register(ZeroHash, source.address)).to.be.revertedWithCustomError(keys, 'ZeroKey')
    await expect(keys.register(sourceId, ZeroAddress)).to.be.revertedWithCustomError(keys, 'ZeroKey')
  })
})

describe('revoke', () => {
  it('A10: is the admin’s, at once and for good: nothing that the source signed holds any more', async () => {
    const { keys, stranger, sign, isSigned } = await loadFixture(registered)
    const signature = await sign()
    await expect(keys.connect(stranger).revoke(sourceId))
      .to.be.revertedWithCustomError(keys, 'NotTheAdmin')
      .withArgs(stranger.address)
    expect(await isSigned(signature)).to.equal(true)
    await expect(keys.revoke(sourceId)).to.emit(keys, 'SourceKeyRevoked').withArgs(sourceId, source.address)
    expect(await keys.isRevoked(sourceId)).to.equal(true)
    expect(await isSigned(signature)).to.equal(false)
  })

  it('leaves the key and its time readable, and the source without another', async () => {
    const { keys, stranger } = await loadFixture(registered)
    const registeredAt = await keys.registeredAt(sourceId)
    await keys.revoke(sourceId)
    expect(await keys.keyOf(sourceId)).to.equal(source.address)
    expect(await keys.registeredAt(sourceId)).to.equal(registeredAt)
    for (const key of [stranger.address, source.address])
      await expect(keys.register(sourceId, key))
        .to.be.revertedWithCustomError(keys, 'KeyExists')
        .withArgs(sourceId)
  })

  it('touches no other source, not even one with the same key', async () => {
    const { keys, sign, isSigned } = await loadFixture(registered)
    const other = id('another source')
    await keys.register(other, source.address)
    await keys.revoke(sourceId)
    expect(await keys.isRevoked(other)).to.equal(false)
    expect(await isSigned(await sign({ sourceId: other }), other)).to.equal(true)
  })

  it('refuses a source without a key, and a second time', async () => {
    const { keys } = await loadFixture(registered)
    await expect(keys.revoke(id('another source')))
      .to.be.revertedWithCustomError(keys, 'NoKey')
      .withArgs(id('another source'))
    await keys.revoke(sourceId)
    await expect(keys.revoke(sourceId)).to.be.revertedWithCustomError(keys, 'NoKey').withArgs(sourceId)
  })
})

describe('revokeByProof', () => {
  const other = value + 1n

  it('A10: is anyone’s who has two values that the source signed for one instant', async () => {
    const { keys, stranger, sign, isSigned } = await loadFixture(registered)
    const signatures = [await sign(), await sign({ value: other })] as const
    await expect(
      keys.connect(stranger).revokeByProof(sourceId, observedAt, value, signatures[0], other, signatures[1]),
    )
      .to.emit(keys, 'SourceKeyRevoked')
      .withArgs(sourceId, source.address)
    expect(await keys.isRevoked(sourceId)).to.equal(true)
    for (const [i, what] of [value, other].entries())
      expect(await isSigned(signatures[i]!, sourceId, observedAt, what)).to.equal(false)
  })

  it('refuses one value twice, two instants, and what another key signed, on either side', async () => {
    const { keys, sign } = await loadFixture(registered)
    const [one, two] = [await sign(), await sign({ value: other })]
    const foreign = new Wallet(id('a stranger'))
    const later = await sign({ value: other, observedAt: observedAt + 1 })
    const elsewhere = await sign({ value: other, sourceId: id('another source') })
    const pairs: [string, bigint, string, bigint, string][] = [
      ['one value twice', value, one, value, one],
      ['two instants', value, one, other, later],
      ['two sources', value, one, other, elsewhere],
      ['the second by a stranger', value, one, other, await sign({ value: other }, foreign)],
      ['the first by a stranger', value, await sign({}, foreign), other, two],
      ['a value that was not signed', value, one, other + 1n, two],
      ['no signature', value, one, other, '0x'],
    ]
    for (const [name, a, ofA, b, ofB] of pairs)
      await expect(keys.revokeByProof(sourceId, observedAt, a, ofA, b, ofB), name)
        .to.be.revertedWithCustomError(keys, 'NotContradicted')
        .withArgs(sourceId)
    expect(await keys.isRevoked(sourceId)).to.equal(false)
  })

  it('refuses a source without a key, and one that is revoked', async () => {
    const { keys, sign } = await loadFixture(registered)
    const unknown = id('another source')
    const signed = (of: string) => Promise.all([sign({ sourceId: of }), sign({ sourceId: of, value: other })])
    await keys.revoke(sourceId)
    for (const source of [unknown, sourceId]) {
      const [one, two] = await signed(source)
      await expect(keys.revokeByProof(source, observedAt, value, one, other, two))
        .to.be.revertedWithCustomError(keys, 'NotContradicted')
        .withArgs(source)
    }
  })
})

describe('digest', () => {
  it('S2-29: is EIP-712’s, for values below zero too', async () => {
    const { keys, domain } = await loadFixture(deploy)
    for (const sample of [value, -value, 2n ** 127n - 1n, -(2n ** 127n)]) {
      expect(await keys.digest(sourceId, observedAt, sample)).to.equal(
        ethers.TypedDataEncoder.hash(domain, types, { sourceId, observedAt, value: sample }),
      )
    }
    expect((await keys.eip712Domain()).slice(1, 5)).to.deep.equal([
      domain.name,
      domain.version,
      domain.chainId,
      domain.verifyingContract,
    ])
  })
})

describe('isSignedBySource', () => {
  it('S2-29: takes what the source signed', async () => {
    const { sign, isSigned } = await loadFixture(registered)
    expect(await isSigned(await sign())).to.equal(true)
    expect(await isSigned(await sign({ value: -1n }), sourceId, observedAt, -1n)).to.equal(true)
  })

  it('S2-29: refuses another source, time, value, key, contract, chain and name', async () => {
    const { keys, stranger, sign, isSigned } = await loadFixture(registered)
    const signature = await sign()
    const other = id('another source')
    await keys.register(other, source.address)
    expect(await isSigned(signature, other)).to.equal(false)
    expect(await isSigned(signature, sourceId, observedAt + 1)).to.equal(false)
    expect(await isSigned(signature, sourceId, observedAt, value + 1n)).to.equal(false)
    expect(await isSigned(await sign({}, new Wallet(id('a stranger'))))).to.equal(false)
    for (const domain of [
      { verifyingContract: stranger.address },
      { chainId: 1 },
      { name: 'CREsolver' },
      { version: '2' },
    ])
      expect(await isSigned(await sign({}, source, domain)), JSON.stringify(domain)).to.equal(false)
  })

  it('refuses every signature of a source without a key, also one that recovers to nobody', async () => {
    const { sign, isSigned } = await loadFixture(deploy)
    expect(await isSigned(await sign())).to.equal(false)
    expect(await isSigned(toBeHex(27, 65))).to.equal(false)
    expect(await isSigned('0x')).to.equal(false)
  })

  it('refuses the other spelling of a signature, other lengths and other v, and never reverts', async () => {
    const { sign, isSigned } = await loadFixture(registered)
    const signature = await sign()
    const { r, s, v, yParity, compactSerialized } = Signature.from(signature)
    const spell = (s_: bigint, v_: number) => ethers.concat([r, toBeHex(s_, 32), toBeHex(v_, 1)])
    expect(await isSigned(spell(BigInt(s), v))).to.equal(true)
    expect(await isSigned(spell(order - BigInt(s), 55 - v)), 'high s').to.equal(false)
    for (const wrong of [yParity, 55 - v, 29, 0, 255])
      expect(await isSigned(spell(BigInt(s), wrong)), `v ${wrong}`).to.equal(false)
    for (const wrong of ['0x', compactSerialized, signature.slice(0, -2), `${signature}00`])
      expect(await isSigned(wrong), wrong).to.equal(false)
  })
})
