import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { findNetwork, isLocal, network, readNetworks, urlOf } from '../../../cli/chain/networks.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'

const variable = 'CRESOLVER_NETWORKS_TEST_URL'

describe('networks.json', () => {
  const folder = temporaryFolder('networks')
  after(() => folder.remove())
  afterEach(() => {
    delete process.env[variable]
  })
  const write = (value: unknown) => writeFileSync(join(folder.path, 'networks.json'), JSON.stringify(value))

  it('a folder without one has the networks that come with this software', () => {
    const known = readNetworks(join(folder.path, 'empty'))
    expect(known).to.have.property('localhost').with.property('rpcUrl')
    expect(known).to.deep.equal(readNetworks('deployments'))
  })

  it('a folder’s own goes first', () => {
    write({ here: { rpcUrl: 'http://127.0.0.1:1', chainId: 7 } })
    expect(findNetwork(folder.path, 'here')).to.deep.equal({ rpcUrl: 'http://127.0.0.1:1', chainId: 7 })
  })

  describe('of the working folder', () => {
    const project = process.cwd()
    const { write: writeError } = process.stderr
    afterEach(() => {
      process.chdir(project)
      process.stderr.write = writeError
    })

    /** What is said on stderr while the networks of a folder are read twice. */
    function saidFor(deployments: string): string {
      let said = ''
      process.stderr.write = (text: unknown) => {
        said += text
        return true
      }
      readNetworks(deployments)
      readNetworks(deployments)
      process.stderr.write = writeError
      return said
    }

    it('is named once where it stands for the one that comes with this software', () => {
      process.chdir(folder.path)
      const own = resolve('deployments')
      expect(saidFor(own), 'there is none').to.equal('')
      mkdirSync(own)
      writeFileSync(join(own, 'networks.json'), '{}')
      expect(saidFor(own)).to.equal(
        `The networks are those of ${own}/networks.json, not those that come with this software.\n`,
      )
    })

    it('is not named where it is the one that comes with this software, or another folder was chosen', () => {
      expect(saidFor(resolve('deployments'))).to.equal('')
      write({})
      expect(saidFor(folder.path)).to.equal('')
    })
  })

  it('error: a name that is not configured leads to those that are; inherited names are no networks', () => {
    write({ here: {}, there: {} })
    for (const name of ['nowhere', 'constructor', 'toString'])
      expect(() => findNetwork(folder.path, name))
        .to.throw(UsageError, `No network is called ${name}.`)
        .with.property('message')
        .that.includes('here, there')
  })

  it('error: unknown keys, wrong checksums and short hashes are refused', () => {
    const wrong = [
      { rpc: 'http://x' },
      { forwarder: '0x00000000000000000000000000000000000ca11E' },
      { workflowIds: ['0x12'] },
      { chainId: 0 },
      { parameters: { minWorkers: 1.5 } },
    ]
    for (const one of wrong) expect(network.safeParse(one).success, JSON.stringify(one)).to.equal(false)
    write({ here: wrong[0] })
    expect(() => readNetworks(folder.path))
      .to.throw()
      .with.property('name', 'Schema.MismatchError')
  })

  it('the URL is the one written down, or that of the variable; without either it says what to set', () => {
    expect(urlOf('here', { rpcUrl: 'http://a', rpcUrlEnv: variable })).to.equal('http://a')
    expect(() => urlOf('here', { rpcUrlEnv: variable }))
      .to.throw(UsageError)
      .with.property('message')
      .that.includes(variable)
    process.env[variable] = ''
    expect(() => urlOf('here', { rpcUrlEnv: variable })).to.throw(UsageError)
    process.env[variable] = 'http://b'
    expect(urlOf('here', { rpcUrlEnv: variable })).to.equal('http://b')
    expect(() => urlOf('here', {}))
      .to.throw(UsageError)
      .with.property('message')
      .that.includes('Give --rpc-url.')
  })

  it('only chains whose keys everybody knows are local', () => {
    expect([31_337, 1_337].every(isLocal)).to.equal(true)
    expect([1, 137, 8_453, 11_155_111, 0].some(isLocal)).to.equal(false)
  })
})
