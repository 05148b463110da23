import { expect } from 'chai'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { requestOf } from '../../../../adapters/participant/extract/extract.ts'
import { TaskError } from '../../../../adapters/participant/Reason.ts'
import { found, isRecipe, read } from './found.ts'

describe('S3-8 the extractor abi', () => {
  const address = `0x${'11'.repeat(20)}`
  const reply = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result })

  const abi = (changes: object = {}) => ({
    type: 'abi',
    recipe: {
      address,
      function: 'function balanceOf(address owner) view returns (uint256)',
      args: [address],
      ...changes,
    },
  })

  it('reads a contract as its ABI says', () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function balanceOf(address owner) view returns (uint256)']),
      args: [address as `0x${string}`],
    })
    const request = requestOf('https://node.example', read(abi({ block: 16 })))
    expect(JSON.parse(request.body!).params).to.deep.equal([{ data, to: address }, '0x10'])
    expect(found(abi(), reply(`0x${'f'.repeat(64)}`))).to.equal(String(2n ** 256n - 1n))
    const two = { function: 'function f() view returns (bool, address, int8)', args: [] }
    const returned = encodeAbiParameters(
      [{ type: 'bool' }, { type: 'address' }, { type: 'int8' }],
      [true, address as never, -5],
    )
    expect([0, 1, 2].map((output) => found(abi({ ...two, output }), reply(returned)))).to.deep.equal([
      'true',
      address,
      '-5',
    ])
    expect(found(abi({ ...two, output: 3 }), reply(returned))).to.equal('INVALID_RECIPE')
    expect(found(abi(), reply('0x'))).to.equal('NOTHING_FOUND')
    expect(found(abi(), reply('0x01'))).to.equal('UNREADABLE_REPLY')
  })

  it('encodes integers and lists of arguments, and refuses what is not of its type', () => {
    const of = (type: string, argument: unknown) =>
      requestOf(
        'https://node.example',
        read(abi({ function: `function f(${type}) view returns (bool)`, args: [argument] })),
      )
    expect(() =>
      of('uint256', '115792089237316195423570985008687907853269984665640564039457584007913129639935'),
    ).not.to.throw()
    expect(() => of('int8[]', [1, '-2'])).not.to.throw()
    for (const [type, argument] of [
      ['uint8', '256'],
      ['uint256', '1e3'],
      ['address', '0x1'],
      ['uint256[]', '1'],
    ] as const)
      expect(() => of(type, argument), type).to.throw(TaskError)
    expect(() => requestOf('https://node.example', read(abi({ args: [] })))).to.throw(TaskError)
  })

  it('takes functions that only read, and no tuples', () => {
    for (const text of [
      'function f() returns (uint256)',
      'function f() view',
      'event F(uint256 a)',
      'function f((uint256 a)) view returns (bool)',
      'balanceOf(address)',
      'constructor()',
    ])
      expect(isRecipe(abi({ function: text })), text).to.equal(false)
  })
})
