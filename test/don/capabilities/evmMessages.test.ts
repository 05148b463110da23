import { create } from '@bufbuild/protobuf'
import { expect } from 'chai'
import fc from 'fast-check'
import { bytesToHex, type Hex, type Transaction, type TransactionReceipt } from 'viem'
import {
  bigintMessage,
  bigintOf,
  blockOf,
  logOf,
  type RpcLog,
  receiptOf,
  transactionOf,
} from '../../../don/capabilities/evmMessages.ts'
import { Values } from '../../../don/sdk.ts'

const word = (digit: string): Hex => `0x${digit.repeat(64)}`
const address = (digit: string): Hex => `0x${digit.repeat(40)}`

describe('whole numbers as CRE sends them', () => {
  it('read back to what they were, negative ones too', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), (value) => {
        expect(bigintOf(bigintMessage(value))).to.equal(value)
      }),
    )
  })

  it('no bytes are zero', () => {
    expect(bigintOf(create(Values.BigIntSchema, { absVal: new Uint8Array(), sign: -1n }))).to.equal(0n)
  })
})

describe('a block as CRE names it', () => {
  const cases: [bigint | undefined, object][] = [
    [undefined, { blockTag: 'latest' }],
    [-2n, { blockTag: 'latest' }],
    [-3n, { blockTag: 'finalized' }],
    [-4n, { blockTag: 'safe' }],
    [0n, { blockNumber: 0n }],
    [12_345n, { blockNumber: 12_345n }],
  ]
  for (const [number, block] of cases) {
    it(`${number ?? 'none'} is ${Object.values(block)[0]}`, () => {
      expect(blockOf(number === undefined ? undefined : bigintMessage(number))).to.deep.equal(block)
    })
  }
})

const log: RpcLog = {
  address: address('a'),
  topics: [word('1'), word('2')],
  transactionHash: word('3'),
  blockHash: word('4'),
  data: '0x00ff',
  blockNumber: '0x10',
  transactionIndex: '0x2',
  logIndex: '0x3',
  removed: false,
}

describe('a log', () => {
  it('has its first topic as its signature, and numbers of hex or of viem alike', () => {
    const made = logOf(log)
    expect(bytesToHex(made.eventSig)).to.equal(word('1'))
    expect(made.topics.map((topic) => bytesToHex(topic))).to.deep.equal([word('1'), word('2')])
    expect(made).to.include({ txIndex: 2, index: 3, removed: false })
    expect(bytesToHex(made.data)).to.equal('0x00ff')
    expect(bigintOf(made.blockNumber!)).to.equal(16n)
    expect(logOf({ ...log, blockNumber: 16n, transactionIndex: 2, logIndex: 3 })).to.deep.equal(made)
  })

  it('that is pending has no places, and an anonymous one no signature', () => {
    const places = { transactionHash: null, blockHash: null, blockNumber: null, transactionIndex: null }
    const made = logOf({ ...log, ...places, topics: [], logIndex: null, removed: true })
    expect([made.txHash, made.blockHash, made.eventSig].map((bytes) => bytes.length)).to.deep.equal([0, 0, 0])
    expect(made).to.include({ txIndex: 0, index: 0, removed: true })
    expect(bigintOf(made.blockNumber!)).to.equal(0n)
  })
})

describe('a transaction', () => {
  const transaction = {
    nonce: 7,
    gas: 21_000n,
    to: address('b'),
    input: '0xabcd',
    hash: word('5'),
    value: 9n,
    gasPrice: 3n,
  } as unknown as Transaction

  it('is told as it was sent', () => {
    const made = transactionOf(transaction)
    expect(made).to.include({ nonce: 7n, gas: 21_000n })
    expect([made.to, made.data, made.hash].map((bytes) => bytesToHex(bytes))).to.deep.equal([
      address('b'),
      '0xabcd',
      word('5'),
    ])
    expect([made.value, made.gasPrice].map((one) => bigintOf(one!))).to.deep.equal([9n, 3n])
  })

  it('that creates a contract goes to nobody; its price is the most it would pay where it has no other', () => {
    const creating = {
      ...transaction,
      to: null,
      gasPrice: undefined,
      maxFeePerGas: 8n,
    } as unknown as Transaction
    const made = transactionOf(creating)
    expect(made.to).to.have.length(0)
    expect(bigintOf(made.gasPrice!)).to.equal(8n)
    const free = { ...transaction, gasPrice: undefined } as unknown as Transaction
    expect(bigintOf(transactionOf(free).gasPrice!)).to.equal(0n)
  })
})

describe('a receipt', () => {
  const receipt = {
    status: 'success',
    gasUsed: 50_000n,
    transactionIndex: 2,
    blockHash: word('4'),
    logs: [log],
    transactionHash: word('5'),
    effectiveGasPrice: 3n,
    blockNumber: 16n,
    contractAddress: null,
  } as unknown as TransactionReceipt

  it('has a status of 1 or 0, its logs, and no contract where none was created', () => {
    const made = receiptOf(receipt)
    expect(made).to.include({ status: 1n, gasUsed: 50_000n, txIndex: 2n })
    expect(made.logs).to.deep.equal([logOf(log)])
    expect(made.contractAddress).to.have.length(0)
    expect(bigintOf(made.effectiveGasPrice!)).to.equal(3n)
    expect(receiptOf({ ...receipt, status: 'reverted' })).to.have.property('status', 0n)
    const created = receiptOf({ ...receipt, contractAddress: address('c') })
    expect(bytesToHex(created.contractAddress)).to.equal(address('c'))
  })
})
