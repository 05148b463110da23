import { expect } from 'chai'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { extract, requestOf } from '../../../adapters/participant/extract/extract.ts'
import { extractor as schema } from '../../../adapters/participant/extract/Recipe.ts'
import { TaskError } from '../../../adapters/participant/Reason.ts'

const read = (value: unknown) => schema.parse(value)
const found = (recipe: unknown, body: string): string => {
  try {
    return extract(read(recipe), body).value
  } catch (error) {
    if (error instanceof TaskError) return error.reason
    throw error
  }
}
const isRecipe = (value: unknown): boolean => schema.safeParse(value).success

describe('S3-8 the extractor jsonpath', () => {
  const at = (recipe: string, body: unknown) =>
    found({ type: 'jsonpath', recipe }, typeof body === 'string' ? body : JSON.stringify(body))

  it('gives text, numbers as they are written, and booleans', () => {
    expect(at('$.a', '{"a": 1.10}')).to.equal('1.10')
    expect(at('$.a', '{"a": 12345678901234567890123}')).to.equal('12345678901234567890123')
    expect(at('$.a', { a: '  x ' })).to.equal('x')
    expect(at('$.a', { a: false })).to.equal('false')
    expect(at("$.coins[?@.id == 'btc'].price", { coins: [{ id: 'eth' }, { id: 'btc', price: 7 }] })).to.equal(
      '7',
    )
    expect(at('$..price', { a: [{ price: 7 }] })).to.equal('7')
  })

  it('finds one value or none', () => {
    expect(at('$.b', { a: 1 })).to.equal('NOTHING_FOUND')
    expect(at('$.a', { a: null })).to.equal('NOTHING_FOUND')
    expect(at('$.a', { a: {} })).to.equal('NOTHING_FOUND')
    expect(at('$.a', { a: ' ' })).to.equal('NOTHING_FOUND')
    expect(at('$[*]', [1, 2])).to.equal('AMBIGUOUS_VALUE')
    expect(at('$.a', { a: 'x'.repeat(1_025) })).to.equal('VALUE_TOO_LONG')
    expect(at('$.a', 'no JSON')).to.equal('UNREADABLE_REPLY')
    expect(at('$.a', '{"a":"\\ud800"}')).to.equal('UNREADABLE_REPLY')
    expect(at('$.a', `${'['.repeat(100_000)}`)).to.equal('UNREADABLE_REPLY')
  })

  it('takes no path whose work could grow beyond the reply', () => {
    const refused = [
      `$${'[0,0]'.repeat(40)}`,
      '$..a..b',
      '$[?@..a..b]',
      '$[?search(@.a, "(a+)+$")]',
      '$[?length(@.a) > 1]',
      '$[?$.a]',
      '$[*][*][*]',
      '$.a; process.exit()',
      'a',
    ]
    for (const recipe of refused) expect(isRecipe({ type: 'jsonpath', recipe }), recipe).to.equal(false)
    expect(isRecipe({ type: 'jsonpath', recipe: "$['a,b']['..']['?$']" })).to.equal(true)
  })

  it('reads the time beside the value, and fails where it is none', () => {
    const timed = (format: string) =>
      read({ type: 'jsonpath', recipe: '$.v', time: { recipe: '$.t', format } })
    expect(extract(timed('seconds'), '{"v":1,"t":1771631945}').time).to.equal(1_771_631_945)
    expect(extract(timed('milliseconds'), '{"v":1,"t":1771631945999}').time).to.equal(1_771_631_945)
    expect(extract(timed('iso'), '{"v":1,"t":"2026-02-20T23:59:05Z"}').time).to.equal(1_771_631_945)
    expect(() => extract(timed('iso'), '{"v":1,"t":"today"}')).to.throw(TaskError)
    expect(() => extract(timed('seconds'), '{"v":1}')).to.throw(TaskError)
  })
})

describe('S3-8 the extractor regex', () => {
  const at = (recipe: string, body: string) => found({ type: 'regex', recipe }, body)

  it('gives the group `value`, else the first group, else the whole of the first match', () => {
    expect(at('(?P<unit>[A-Z]+) (?P<value>[0-9]+)', 'USD 75 EUR 76')).to.equal('75')
    expect(at('price: ([0-9]+)', 'price: 75')).to.equal('75')
    expect(at('[0-9]+', 'price: 75, 76')).to.equal('75')
    expect(at('x', 'price')).to.equal('NOTHING_FOUND')
  })

  it('cannot hang, whatever the pattern and the text', () => {
    // Backtracking would take longer than the universe has.
    expect(at('(a+)+$', `${'a'.repeat(100_000)}!`)).to.equal('NOTHING_FOUND')
    expect(at('(?:a|a?)+b', 'a'.repeat(100_000))).to.equal('NOTHING_FOUND')
    expect(isRecipe({ type: 'regex', recipe: '((a{1000}){1000}){1000}' })).to.equal(false)
    expect(isRecipe({ type: 'regex', recipe: '(a)\\1' })).to.equal(false)
    expect(isRecipe({ type: 'regex', recipe: '(?=a)' })).to.equal(false)
  })
})

describe('S3-8 the extractor css', () => {
  const page =
    '<html><head><meta name="price" content="75"></head><body><div id="a" class="b c"><p>one <b>75,000</b></p><p>two</p></div><script>var p = 1</script></body></html>'
  const at = (recipe: unknown) => found({ type: 'css', recipe }, page)

  it('gives the text of the one element, or its attribute', () => {
    expect(at('#a > p:first-child')).to.equal('one 75,000')
    expect(at('div.b.c b')).to.equal('75,000')
    expect(at({ selector: 'meta[name="price"]', attribute: 'content' })).to.equal('75')
    expect(at({ selector: 'div', attribute: 'id' })).to.equal('a')
    expect(at('p')).to.equal('AMBIGUOUS_VALUE')
    expect(at('body div b')).to.equal('75,000')
    expect(at('html>body > div p:nth-child(2)')).to.equal('two')
    expect(at('p:last-child')).to.equal('two')
    expect(at('body > b')).to.equal('NOTHING_FOUND')
    expect(at('div[id].b')).to.equal('one 75,000 two')
    expect(at('h1')).to.equal('NOTHING_FOUND')
    expect(at('script')).to.equal('NOTHING_FOUND')
    expect(at({ selector: 'div', attribute: 'href' })).to.equal('NOTHING_FOUND')
  })

  it('takes no selector beyond that, and walks any page once', () => {
    for (const recipe of [
      'a > > b',
      ':has(a)',
      ':not(:not(a))',
      'a ~ b',
      'a, b',
      '',
      'a >',
      '> a',
      'a[b^="c"]',
    ])
      expect(isRecipe({ type: 'css', recipe }), recipe).to.equal(false)
    const wide = `${'<div>'.repeat(150)}${'<b>x</b>'.repeat(60_000)}${'</div>'.repeat(150)}`
    // Going back up the page for each element would take hours.
    for (const recipe of ['.q * * * * b', 'b:nth-child(60000)', '.q > div > b'])
      expect(found({ type: 'css', recipe }, wide)).to.equal(recipe.includes('nth') ? 'x' : 'NOTHING_FOUND')
  })
})

describe('S3-8 the extractors rpc and abi', () => {
  const rpc = (recipe: object) => ({ type: 'rpc', recipe })
  const address = `0x${'11'.repeat(20)}`
  const reply = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result })

  it('asks a node by a call that changes nothing, in one spelling', () => {
    const request = requestOf(
      'https://node.example',
      read(rpc({ method: 'eth_getBalance', params: [address, 'latest'] })),
    )
    expect(request).to.deep.equal({
      method: 'POST',
      url: 'https://node.example',
      body: `{"id":1,"jsonrpc":"2.0","method":"eth_getBalance","params":["${address}","latest"]}`,
    })
    for (const method of [
      'eth_sendRawTransaction',
      'eth_sign',
      'personal_unlockAccount',
      'hardhat_setBalance',
      'debug_traceCall',
    ])
      expect(isRecipe(rpc({ method })), method).to.equal(false)
  })

  it('reads its result, or something in it', () => {
    expect(found(rpc({ method: 'eth_chainId' }), reply('0x7a69'))).to.equal('0x7a69')
    const block = { number: '0x10', hash: `0x${'22'.repeat(32)}` }
    const recipe = rpc({
      method: 'eth_getBlockByNumber',
      params: ['finalized', false],
      path: '$.result.number',
    })
    expect(found(recipe, reply(block))).to.equal('0x10')
    const failed = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } })
    expect(found(rpc({ method: 'eth_chainId' }), failed)).to.equal('NOTHING_FOUND')
  })

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
