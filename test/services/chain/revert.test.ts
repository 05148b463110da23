import { expect } from 'chai'
import { encodeErrorResult, BaseError as ViemError } from 'viem'
import { cresolverMarketAbi as abi } from '../../../deployments/abi/index.ts'
import { readRevert, revertData } from '../../../services/chain/revert.ts'

const data = encodeErrorResult({ abi, errorName: 'TooEarly', args: [5n] })

describe('why a contract refused', () => {
  it('is found wherever a node puts it', () => {
    for (const where of [{ data }, { data: { data } }]) {
      const cause = Object.assign(new Error('reverted'), where)
      expect(revertData(new ViemError('outer', { cause })), JSON.stringify(where)).to.equal(data)
    }
    expect(revertData(new ViemError('nothing'))).to.equal(undefined)
    expect(revertData(new ViemError('x', { cause: Object.assign(new Error(), { data: '0x' }) }))).to.equal(
      undefined,
    )
  })

  it('is the name of its error, with what it carries; bytes that nobody knows are named by their first four', () => {
    expect(readRevert(data)).to.deep.equal({ name: 'TooEarly', args: [5n] })
    expect(readRevert('0xdeadbeef00')).to.deep.equal({ name: 'Unknown', args: ['0xdeadbeef'] })
  })
})
