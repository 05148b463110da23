import { expect } from 'chai'
import type { Reader } from '../../../cli/chain/marketState.ts'
import { verifiersOf } from '../../../cli/chain/verifiers.ts'
import { onChain } from '../place.ts'

describe('what a chain can verify of evidence', () => {
  const here = onChain()
  const withOnly = (...names: string[]): Reader => {
    const { deployment } = here()
    const contracts = Object.fromEntries(
      Object.entries(deployment.contracts).filter(([name]) => ['CREsolverMarket', ...names].includes(name)),
    )
    return { ...here(), deployment: { ...deployment, contracts } }
  }
  const kinds = (from: Reader): string[] => Object.keys(verifiersOf(from)).sort()

  it('a whole deployment: signatures, the notary’s log, and who attests claims', () => {
    expect(kinds(here())).to.deep.equal(['attestations', 'log', 'signature'])
  })

  it('the log needs the notary; the words of agents need identities and reputations', () => {
    expect(kinds(withOnly())).to.deep.equal(['signature'])
    expect(kinds(withOnly('Notary'))).to.deep.equal(['log', 'signature'])
    for (const name of ['IdentityRegistry', 'ReputationRegistry'])
      expect(kinds(withOnly(name)), name).to.deep.equal(['signature'])
    expect(kinds(withOnly('IdentityRegistry', 'ReputationRegistry'))).to.deep.equal([
      'attestations',
      'signature',
    ])
  })

  it('a signed sample needs the register of keys', async () => {
    const item = { provenance: { proof: { scheme: 'observation' } } } as never
    const faultOf = (from: Reader) =>
      verifiersOf(from).signature!(item).catch((error: Error) => error.message)
    expect(await faultOf(withOnly())).to.include('no register of keys')
    expect(await faultOf(withOnly('SourceKeys'))).to.equal('It is no proof of a signed observation.')
  })
})
