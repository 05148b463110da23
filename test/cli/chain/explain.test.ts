import { expect } from 'chai'
import { encodeErrorResult, getAbiItem, toEventSignature, toFunctionSelector } from 'viem'
import { explain, sentences } from '../../../cli/chain/explain.ts'
import { asChainError, readRevert } from '../../../cli/chain/failure.ts'
import { parseAmount, parseTime } from '../../../cli/chain/units.ts'
import * as abis from '../../../deployments/abi/index.ts'

type ErrorItem = { name: string; inputs: readonly { type: string; name: string }[] }
const errors = Object.values(abis).flatMap((abi) =>
  (abi as readonly { type: string }[]).filter(({ type }) => type === 'error'),
) as unknown as ErrorItem[]

/** A value of each type that an error carries; 5 is a status, and a code that no vote has. */
function sample(type: string): unknown {
  if (type === 'address') return '0x000000000000000000000000000000000000dEaD'
  if (type === 'string') return 'text'
  if (type.startsWith('bytes')) return `0x${'61'.repeat(Number(type.slice(5)) || 2)}`
  return type === 'uint8' || type === 'uint32' ? 1 : 5n
}

describe('typed ABIs', () => {
  it('hold the event that DONs filter for, exactly', () => {
    const event = getAbiItem({ abi: abis.cresolverMarketAbi, name: 'ResolutionRequested' })
    expect(toEventSignature(event)).to.equal('ResolutionRequested(uint256,string)')
    expect(event.inputs.map(({ indexed }) => indexed)).to.deep.equal([true, false])
  })
})

describe('explain', () => {
  it('has a sentence for every custom error of every contract, with something to do', () => {
    expect(errors.length).to.be.greaterThan(70)
    for (const { name, inputs } of errors) {
      const args = inputs.map(({ type }) => sample(type))
      const [what, ...toDo] = explain(name, args)
      expect(Object.hasOwn(sentences, name), name).to.equal(true)
      expect(toDo, name).to.have.length.greaterThan(0)
      for (const line of [what, ...toDo]) {
        expect(line, name).to.match(/^[A-Z0-9`].*[.`]$/)
        expect(line, name).not.to.match(/undefined|null|\[object|NaN/)
      }
    }
  })

  it('has none for errors that do not exist', () => {
    const known = new Set([...errors.map(({ name }) => name), 'Error', 'Panic', 'NoReason', 'Unknown'])
    expect(Object.keys(sentences).filter((name) => !known.has(name))).to.deep.equal([])
  })

  it('one selector stands for one error, though contracts share names', () => {
    const bySelector = new Map<string, string>()
    for (const { name, inputs } of errors) {
      const selector = toFunctionSelector(`${name}(${inputs.map(({ type }) => type).join(',')})`)
      expect(bySelector.get(selector) ?? name, selector).to.equal(name)
      bySelector.set(selector, name)
    }
  })

  it('reads the bytes of a refusal, also of one it does not know', () => {
    const data = encodeErrorResult({
      abi: abis.cresolverMarketAbi,
      errorName: 'TooEarly',
      args: [1_771_631_940n],
    })
    expect(explain(...pair(readRevert(data)))[1]).to.include('2026-02-20T23:59:00Z')
    const said = encodeErrorResult({
      abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] }],
      errorName: 'Error',
      args: ['Not authorized'],
    })
    expect(explain(...pair(readRevert(said)))[0]).to.equal('The contract refused: Not authorized.')
    expect(readRevert('0xdeadbeef')).to.deep.equal({ name: 'Unknown', args: ['0xdeadbeef'] })
    expect(explain('Unheard', [1])[0]).to.equal('The contract refused: Unheard(1).')
  })

  it('leaves errors that are not of a chain alone', () => {
    const error = new Error('mine')
    expect(asChainError(error)).to.equal(error)
  })

  const pair = ({ name, args }: ReturnType<typeof readRevert>) => [name, args] as const
})

describe('amounts and times', () => {
  it('are read as people write them', () => {
    expect(parseAmount('0.5')).to.equal(5n * 10n ** 17n)
    expect(parseAmount('2 ETH')).to.equal(2n * 10n ** 18n)
    expect(parseAmount('7 wei')).to.equal(7n)
    expect(parseTime('+2d', 100)).to.equal(172_900)
    expect(parseTime('+90m', 0)).to.equal(5_400)
    expect(parseTime('2026-02-20T23:59:00Z', 0)).to.equal(1_771_631_940)
    expect(parseTime('1771631940', 0)).to.equal(1_771_631_940)
  })

  it('error: what is neither is named', () => {
    for (const text of ['', '-1', '1e18', '0.5 wei', '0.1234567890123456789', '1 GWEI'])
      expect(() => parseAmount(text), text).to.throw('is no amount')
    for (const text of ['', 'soon', '2d', '+2y', '2026-02-30T00:00:00Z'])
      expect(() => parseTime(text, 0), text).to.throw('is no time')
  })
})
