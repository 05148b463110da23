import { expect } from 'chai'
import fc from 'fast-check'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { Address, Bytes, Claim, Hash } from '../../protocol/index.ts'

const market = Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3')
const scope = { fundId: Claim.fundOf(31_337, market), roomId: '7', epochId: 1 }
const about = { sourceSpecId: 'coingecko', freshnessSeconds: 60, token: 'BTC' }
const observed: Claim.Observed = {
  schemaId: 'price',
  sourceType: 'http',
  sourceRef: 'https://api.coingecko.com/api/v3/simple/price',
  selector: 'bitcoin.usd',
  extracted: '75000',
  extractedType: 'decimal',
  timestamp: 1_771_631_940,
  responseHash: Hash.ofText('{"bitcoin":{"usd":75000}}'),
  evidenceType: 'none',
  evidenceURI: '',
  crawler: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'),
}
const intent: Claim.Intent = {
  intentVersion: '1',
  vault: market,
  action: 'BUY',
  tokenIn: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'),
  tokenOut: Address.of('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'),
  // More than a number holds exactly.
  amountIn: '1000000000000000000000001',
  minAmountOut: '5',
  deadline: 1_771_635_540,
  maxSlippageBps: 50,
  snapshotHash: Hash.ofText('snapshot'),
}

describe('a fund id', () => {
  it('has one spelling, and is read in any', () => {
    const fundId = Claim.fundOf(31_337, '0x5FbDB2315678afecb367f032d93F642f64180aa3')
    expect(fundId).to.equal(`eip155:31337:${market}`)
    for (const spelled of [fundId, fundId.toUpperCase()]) {
      expect(Claim.readFund(spelled)).to.deep.equal({ chainId: 31_337, market })
      expect(Claim.fundHash(spelled)).to.equal(Hash.ofText(fundId))
    }
  })

  it('property: is read back as it was made', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => Address.of(Bytes.toHex(bytes)))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), address, (chainId, contract) => {
        expect(Claim.readFund(Claim.fundOf(chainId, contract))).to.deep.equal({ chainId, market: contract })
      }),
    )
  })

  it('error: names no other chain family, no number with a leading zero, and nothing around it', () => {
    for (const text of [
      '',
      'bitcoin',
      `solana:1:${market}`,
      `eip155:01:${market}`,
      `eip155:-1:${market}`,
      `eip155:9007199254740993:${market}`,
      `eip155:1:${market.slice(0, -1)}`,
      `eip155:1:${market}0`,
      ` ${scope.fundId}`,
      `${scope.fundId}\n`,
    ])
      expect(() => Claim.readFund(text), text).to.throw(Claim.NotAFundError, 'names no market contract.')
    expect(() => Claim.readFund('x'.repeat(500))).to.throw(`"${'x'.repeat(80)}" names`)
  })
})

describe('the hash of a claim', () => {
  it('C82: is that of abi.encode over scope, source, freshness, token and the original hash', () => {
    const types = parseAbiParameters('bytes32, string, uint64, string, uint64, string, bytes32')
    const encoded = encodeAbiParameters(types, [
      Hash.ofText(scope.fundId),
      '7',
      1n,
      'coingecko',
      60n,
      'BTC',
      Claim.originHash(observed),
    ])
    expect(Claim.hash(scope, about, observed)).to.equal(keccak256(encoded))
  })

  it('C82: is another one for each other scope, source, freshness or token', () => {
    const hashes = [
      Claim.hash(scope, about, observed),
      Claim.hash({ ...scope, fundId: Claim.fundOf(1, market) }, about, observed),
      Claim.hash({ ...scope, roomId: '8' }, about, observed),
      Claim.hash({ ...scope, epochId: 2 }, about, observed),
      Claim.hash(scope, { ...about, sourceSpecId: 'binance' }, observed),
      Claim.hash(scope, { ...about, freshnessSeconds: 61 }, observed),
      Claim.hash(scope, { ...about, token: 'ETH' }, observed),
      Claim.hash(scope, about, { ...observed, notes: 'seen twice' }),
    ]
    expect(new Set(hashes).size).to.equal(hashes.length)
  })

  it('takes no notes for empty ones, and blanks and normal forms for nothing', () => {
    const hash = Claim.originHash(observed)
    expect(Claim.originHash({ ...observed, notes: '' })).to.equal(hash)
    expect(Claim.originHash({ ...observed, selector: ' bitcoin.usd\n' })).to.equal(hash)
    const accented = (notes: string) => Claim.originHash({ ...observed, notes })
    expect(accented('caf\u00e9')).to.equal(accented('cafe\u0301'))
  })

  it('error: a time that is none, or an address that is none, has no hash', () => {
    expect(() => Claim.originHash({ ...observed, timestamp: -1 })).to.throw(Bytes.OutOfRangeError)
    expect(() => Claim.originHash({ ...observed, crawler: '0x12' })).to.throw(Bytes.WrongLengthError)
  })
})

describe('the hash of a snapshot', () => {
  const [first, second] = [Hash.ofText('a'), Hash.ofText('b')].sort() as [Hash.Hash, Hash.Hash]

  it('is that of abi.encode over epoch and list', () => {
    for (const list of [[], [first], [first, second]]) {
      const encoded = encodeAbiParameters(parseAbiParameters('uint64, bytes32[]'), [3n, list])
      expect(Claim.snapshotHash(3, list), `${list.length}`).to.equal(keccak256(encoded))
    }
  })

  it('error: a set has one order, and holds each claim once', () => {
    expect(() => Claim.snapshotHash(1, [second, first])).to.throw(
      Claim.UnorderedClaimsError,
      'Claim 1 of the snapshot is not greater than the one before it.',
    )
    expect(() => Claim.snapshotHash(1, [first, second, second])).to.throw('Claim 2 of the snapshot')
  })
})

describe('the hash of an intent', () => {
  const origin = Claim.originIntentHash(intent)

  it('is that of abi.encode over its fields, with amounts larger than a number holds', () => {
    const types = parseAbiParameters(
      'string, address, string, address, address, uint256, uint256, uint64, uint16, bytes32',
    )
    const encoded = encodeAbiParameters(types, [
      '1',
      intent.vault,
      'BUY',
      intent.tokenIn,
      intent.tokenOut,
      1_000_000_000_000_000_000_000_001n,
      5n,
      1_771_635_540n,
      50,
      intent.snapshotHash,
    ])
    expect(origin).to.equal(keccak256(encoded))
  })

  it('C82: ours is the original one, bound to fund, room and epoch', () => {
    const types = parseAbiParameters('bytes32, string, uint64, bytes32')
    const encoded = encodeAbiParameters(types, [Hash.ofText(scope.fundId), '7', 1n, origin])
    expect(Claim.intentHash(scope, intent)).to.equal(keccak256(encoded))
  })

  it('error: a slippage of more than two bytes or an amount below zero has no hash', () => {
    expect(() => Claim.originIntentHash({ ...intent, maxSlippageBps: 65_536 })).to.throw(
      Bytes.OutOfRangeError,
    )
    expect(() => Claim.originIntentHash({ ...intent, amountIn: '-1' })).to.throw(Bytes.OutOfRangeError)
  })
})
