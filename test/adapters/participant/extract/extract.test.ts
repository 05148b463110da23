import { expect } from 'chai'
import { extract, requestOf } from '../../../../adapters/participant/extract/extract.ts'
import { TaskError } from '../../../../adapters/participant/Reason.ts'
import { found, isRecipe, read } from './found.ts'

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

describe('S3-8 the extractor rpc', () => {
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
})
