import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { z } from 'zod'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import {
  callers,
  checkConfigValue,
  fromEnvironment,
  guardedCallers,
  InvalidConfigError,
  isGuarded,
  isOpenTo,
  MissingVariableError,
  market,
  placedStore,
  publicUrl,
  readConfigFile,
  readTokenHashes,
  UnreadableConfigError,
  variable,
} from '../../../services/http/ServiceConfig.ts'

const schema = z.strictObject({ port: z.int(), name: z.string().default('w') })
const examples = 'gateway/examples'
const accepts = (of: z.ZodType, value: unknown) => of.safeParse(value).success

describe('config files', () => {
  const folder = temporaryFolder('config')
  after(() => folder.remove())
  const file = join(folder.path, 'config.yaml')
  const read = (text: string) => {
    writeFileSync(file, text)
    return readConfigFile(schema, { file, examples })
  }

  it('are YAML or JSON, and know the folder they lie in', () => {
    for (const text of ['port: 1 # one\n', '{ "port": 1 }'])
      expect(read(text)).to.deep.equal({ port: 1, name: 'w', folder: folder.path })
  })

  it('that are missing name the examples to start from', () => {
    const call = () => readConfigFile(schema, { file: join(folder.path, 'none.yaml'), examples })
    expect(call).to.throw(UnreadableConfigError, 'Start from one of gateway/examples.')
  })

  it('that cannot be read say where, in one line', () => {
    expect(() => read('port: [')).to.throw(UnreadableConfigError, 'neither YAML nor JSON')
  })

  it('cannot grow by aliases', () => {
    expect(() => read('port: &a 1\nname: *a\n')).to.throw()
  })

  it('that are wrong say what is, field by field', () => {
    const call = () => checkConfigValue(schema, { port: 'x', extra: 1 }, { file, examples })
    expect(call).to.throw(InvalidConfigError).with.property('fields').that.deep.equals(['port', 'the file'])
    expect(call).to.throw('Compare it with gateway/examples.')
  })
})

describe('fields of configs', () => {
  it('name environment variables by names that a shell can set', () => {
    for (const name of ['A', '_a1', 'DATABASE_URL']) expect(accepts(variable, name), name).to.equal(true)
    for (const name of ['', '1A', 'A-B', 'A B', '$A']) expect(accepts(variable, name), name).to.equal(false)
  })

  it('hold public URLs without a slash, query or hash at the end', () => {
    for (const url of ['http://ab', 'https://a.b/c']) expect(accepts(publicUrl, url), url).to.equal(true)
    for (const url of [
      'https://a/',
      'https://a?b',
      'https://a#b',
      'ftp://a',
      'https://a b',
      `https://${'a'.repeat(120)}`,
    ])
      expect(accepts(publicUrl, url), url).to.equal(false)
  })

  it('hold the market’s address in lower case, however it was written', () => {
    expect(market.parse(`0x${'Ab'.repeat(20)}`)).to.equal(`0x${'ab'.repeat(20)}`)
    for (const text of ['0x12', `${'ab'.repeat(20)}`, `0x${'zz'.repeat(20)}`])
      expect(accepts(market, text), text).to.equal(false)
  })
})

describe('fromEnvironment', () => {
  it('gives what the variable holds, without white space around it', () => {
    expect(fromEnvironment('rpcUrlEnv', 'A', { A: ' x\n' })).to.equal('x')
  })

  it('takes an empty variable for a mistake, and says which field names it', () => {
    for (const env of [{}, { A: '' }, { A: ' ' }])
      expect(() => fromEnvironment('rpcUrlEnv', 'A', env)).to.throw(MissingVariableError, 'rpcUrlEnv')
  })
})

describe('readTokenHashes', () => {
  const hash = 'ab'.repeat(32)
  it('joins the hashes of the config and of the variable', () => {
    const given = callers.parse({ tokenHashes: [hash], tokenHashesEnv: 'TOKENS' })
    const env = { TOKENS: ` ${'CD'.repeat(32)} ,${'ef'.repeat(32)}` }
    expect(readTokenHashes(given, env)).to.deep.equal([hash, 'cd'.repeat(32), 'ef'.repeat(32)])
  })

  it('does not open the service to all when the named variable is empty', () => {
    expect(() => readTokenHashes(callers.parse({ tokenHashesEnv: 'TOKENS' }), {})).to.throw(
      MissingVariableError,
    )
  })

  it('takes hashes only, so that no token stands in a config', () => {
    expect(accepts(callers, { tokenHashes: ['a-token'] })).to.equal(false)
  })
})

describe('guardedCallers', () => {
  it('are guarded by tokens or by the word that all may ask, of which only the latter is open', () => {
    const hash = 'ab'.repeat(32)
    const given = [{}, { tokenHashes: [hash] }, { tokenHashesEnv: 'T' }, { open: true }].map((value) =>
      guardedCallers.parse(value),
    )
    expect(given.map(isGuarded)).to.deep.equal([false, true, true, true])
    expect(given.map((one) => isOpenTo(one, 8_453))).to.deep.equal([false, false, false, true])
    expect(isOpenTo(given[3]!, 31_337)).to.equal(false)
    const both = guardedCallers.parse({ open: true, tokenHashes: [hash] })
    expect(isOpenTo(both, 8_453), 'tokens are asked for all the same').to.equal(false)
  })
})

describe('placedStore', () => {
  it('lets a relative folder start from the config file, and leaves the rest as it is', () => {
    expect(placedStore({ folder: 'data' } as never, '/etc/w')).to.deep.equal({
      folder: resolve('/etc/w/data'),
    })
    expect(placedStore({ folder: '/data' } as never, '/etc/w')).to.deep.equal({ folder: '/data' })
    expect(placedStore(undefined, '/etc/w')).to.equal(undefined)
  })
})
