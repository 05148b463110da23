import { expect } from 'chai'
import { getAbiItem, toEventSignature, toFunctionSelector } from 'viem'
import { explain, sentences } from '../../../cli/chain/explain.ts'
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
})
