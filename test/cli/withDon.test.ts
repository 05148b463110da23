import { expect } from 'chai'
import { withDon } from '../../cli/withDon.ts'
import { failed } from '../adapters/moltbook/failed.ts'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /somewhere`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
const loading = (error: unknown) => failed(withDon(() => Promise.reject(error)))

describe('withDon', () => {
  it('gives what was loaded', async () => {
    expect(await withDon(async () => ({ value: 7 }))).to.deep.equal({ value: 7 })
  })

  it('says what to install where the DON’s package is missing', async () => {
    const error = await loading(missing('@cresolver/don'))
    expect(error.name).to.equal('Cli.DonMissingError')
    expect(error.message).to.include('npm install @cresolver/don')
    expect(error.cause).to.have.property('code', 'ERR_MODULE_NOT_FOUND')
  })

  it('says which Node is needed where this one is too old', async () => {
    const old = new SyntaxError(
      "The requested module 'node:module' does not provide an export named 'registerHooks'",
    )
    const error = await loading(old)
    expect(error.name).to.equal('Cli.NodeTooOldError')
    expect(error.message).to.include('22.15').and.include(process.version)
  })

  it('leaves other failures alone: another package, another syntax error, what is no error', async () => {
    for (const error of [
      missing('esbuild'),
      new SyntaxError('Unexpected token'),
      new Error("'@cresolver/don'"),
    ])
      expect(await loading(error)).to.equal(error)
    expect(await loading('text')).to.equal('text')
  })
})
