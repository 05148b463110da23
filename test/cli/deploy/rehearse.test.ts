import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import type { Signed } from '../../../cli/chain/connect.ts'
import type { Step } from '../../../cli/deploy/plan.ts'
import { rehearse } from '../../../cli/deploy/rehearse.ts'
import type { Setup } from '../../../cli/deploy/setup.ts'
import { failed } from '../../adapters/moltbook/failed.ts'

const [identities, market, other] = [1, 2, 3].map((i) => testAccount(i).address)
const at = (name: string) => (name === 'CREsolverMarket' ? market! : identities!)

/** A chain on which contracts answer what is given, by the name of the function. */
const signedOn = (answers: Record<string, unknown>, called: unknown[] = []) =>
  ({
    isLocal: false,
    account: testAccount(0),
    client: {
      readContract: async ({ functionName }: { functionName: string }) =>
        answers[functionName] ?? Promise.reject(new Error(`no function ${functionName}`)),
      call: async ({ data }: { data: string }) => called.push(data),
    },
  }) as unknown as Signed

const setupWith = (arbiter: string) => ({ isSimulation: false, arbiter }) as Setup
const good = { supportsInterface: true, getIdentityRegistry: identities }

describe('a deployment is rehearsed before it is sent', () => {
  it('constructors that can refuse are tried, libraries are not', async () => {
    const called: unknown[] = []
    const steps = [
      { name: 'RoundLib', data: '0x01' },
      { name: 'CREsolverMarket', data: '0x02' },
    ] as unknown as Step[]
    await rehearse(signedOn(good, called), setupWith(zeroAddress), steps, at)
    expect(called).to.deep.equal(['0x02'])
  })

  it('registries without agents, or about others, are refused', async () => {
    const none = await failed(
      rehearse(signedOn({ supportsInterface: false }), setupWith(zeroAddress), [], at),
    )
    expect(none.message).to.include('has no agents')
    const wrong = { ...good, getIdentityRegistry: other }
    const about = await failed(rehearse(signedOn(wrong), setupWith(zeroAddress), [], at))
    expect(about.message).to.include('about other agents')
  })

  it('an arbiter of another market is refused', async () => {
    const taken = await failed(rehearse(signedOn({ ...good, market: other }), setupWith(other!), [], at))
    expect(taken.message).to.include(`serves the market ${other}`)
    await rehearse(signedOn({ ...good, market }), setupWith(other!), [], at)
    await rehearse(signedOn({ ...good, market: zeroAddress }), setupWith(other!), [], at)
  })

  it('a contract that is not an arbiter is refused before anything is sent', async () => {
    const silent = await failed(rehearse(signedOn(good), setupWith(other!), [], at))
    expect(silent.message).to.include('does not say which market it serves')
  })
})
