import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { testKey } from '../../../../cli/chain/account.ts'
import { chainSelector, transmitter } from '../../../../cli/chain/localDon.ts'
import { chainsOf } from '../../../../cli/commands/don/chain.ts'
import { failed } from '../../../adapters/moltbook/failed.ts'
import { addressOf, onChain } from '../../place.ts'

const keyEnv = 'CRESOLVER_DON_TEST_KEY'

describe('the chain of a local DON', () => {
  const here = onChain()
  const place = () => ({ rpcUrl: here().chain.url, deployments: here().folder, keyEnv })
  afterEach(() => {
    delete process.env[keyEnv]
  })

  it('is none where none is named', async () => {
    expect(await chainsOf({})).to.deep.equal(new Map())
  })

  it('a local chain: its selector is known, its forwarder recorded, its transmitter funded', async () => {
    const [[selector, chain]] = [...(await chainsOf(place()))] as never as [[string, { transmitter: never }]]
    expect(selector).to.equal(chainSelector)
    expect(chain).to.deep.include({
      rpcUrl: here().chain.url,
      chainId: 31_337,
      forwarder: here().at('KeystoneForwarder'),
    })
    expect(chain.transmitter).to.have.property('address', addressOf(transmitter))
  })

  it('what is given goes first: selector, forwarder, and the key that pays', async () => {
    process.env[keyEnv] = testKey(9)
    const forwarder = here().at('Notary')
    const chains = await chainsOf({ ...place(), chainSelector: '42', forwarder })
    expect([...chains.keys()]).to.deep.equal(['42'])
    expect(chains.get('42')).to.include({ forwarder })
    expect(chains.get('42')!.transmitter.address).to.equal(addressOf(9))
  })

  it('without a record there is no forwarder', async () => {
    const chains = await chainsOf({ ...place(), deployments: `${here().folder}/none` })
    expect(chains.get(chainSelector)!.forwarder).to.equal(zeroAddress)
  })

  it('error: a selector that is no number, a forwarder that is no address, a network that is not configured', async () => {
    const cases: [object, RegExp][] = [
      [{ chainSelector: 'main' }, /needs its CRE selector/],
      [{ forwarder: '0x12' }, /--forwarder/],
      [{ forwarder: zeroAddress }, /--forwarder is the zero address, where nothing is/],
      [{ rpcUrl: undefined, network: 'nowhere' }, /nowhere/],
    ]
    for (const [changes, why] of cases) {
      const { name, message } = await failed(chainsOf({ ...place(), ...changes } as never))
      expect(name, message).to.equal('Cli.UsageError')
      expect(message).to.match(why)
    }
  })
})
