import { expect } from 'chai'
import { ContractFunctionExecutionError, ContractFunctionRevertedError, type PublicClient } from 'viem'
import { identityRegistryAbi } from '../../../deployments/abi/index.ts'
import { Tally } from '../../../protocol/index.ts'
import type { MarketContract } from '../../../services/chain/browser/market.ts'
import { agentReader, isRevert, readStanding } from '../../../services/chain/reads.ts'

const market = '0x00000000000000000000000000000000000000AA'
const registry = '0x00000000000000000000000000000000000000BB'

const reverted = new ContractFunctionExecutionError(
  new ContractFunctionRevertedError({ abi: identityRegistryAbi, functionName: 'tokenURI' }),
  { abi: identityRegistryAbi, functionName: 'tokenURI', args: [1n] },
)

describe('readStanding', () => {
  const view = {
    round: 2,
    isAppealing: true,
    answeredBefore: 3,
    cohortStart: 3,
    yesWeight: 11n,
    noWeight: 22n,
    invalidWeight: 33n,
  }
  const standingOf = (changes: Partial<typeof view>, block?: bigint) => {
    const asked: unknown[] = []
    const client = {
      readContract: async ({ blockNumber }: { blockNumber?: bigint }) => {
        asked.push(blockNumber)
        return { ...view, ...changes }
      },
    } as unknown as MarketContract['client']
    return readStanding({ client, market }, 7, block).then((standing) => ({ standing, asked }))
  }

  it('reads what an appeal is counted against, as of the block that is asked for', async () => {
    const { standing, asked } = await standingOf({}, 12n)
    expect(standing).to.deep.equal({
      round: 2,
      isAppealing: true,
      answeredBefore: 3,
      cohortStart: 3,
      totals: { yes: 11n, no: 22n, invalid: 33n },
    })
    expect(asked).to.deep.equal([12n])
  })

  it('in a first cohort nothing stands, whatever a voided round left behind', async () => {
    const { standing } = await standingOf({ cohortStart: 0, isAppealing: false })
    expect(standing.totals).to.deep.equal(Tally.nothing)
  })
})

describe('agentReader', () => {
  function registryWith(answers: Record<string, () => unknown>) {
    const calls: string[] = []
    const client = {
      readContract: async ({ functionName, address }: { functionName: string; address: string }) => {
        calls.push(`${functionName} ${address}`)
        return functionName === 'identities' ? registry : answers[functionName]!()
      },
    } as unknown as PublicClient
    return { read: agentReader(client, market), calls }
  }
  const registered = { getMetadata: () => '0x6869', tokenURI: () => 'https://agent.example/card.json' }

  it('reads metadata and address of an agent, and asks for the registry once', async () => {
    const { read, calls } = registryWith(registered)
    expect(await read(7)).to.deep.equal({
      a2a: Uint8Array.of(0x68, 0x69),
      uri: 'https://agent.example/card.json',
    })
    await read(8)
    expect(calls.filter((call) => call.startsWith('identities'))).to.deep.equal([`identities ${market}`])
    expect(calls).to.include(`tokenURI ${registry}`)
  })

  it('knows no agent that the registry refuses to name', async () => {
    const refuse = () => {
      throw reverted
    }
    expect(await registryWith({ ...registered, tokenURI: refuse }).read(7)).to.equal(null)
  })

  it('does not take a node that fails for a registry that refuses', async () => {
    const fail = () => {
      throw new Error('connect ECONNREFUSED')
    }
    const error = await registryWith({ ...registered, tokenURI: fail })
      .read(7)
      .catch((one: unknown) => one)
    expect((error as Error).message).to.include('ECONNREFUSED')
  })
})

describe('isRevert', () => {
  it('tells a contract that refuses from everything else', () => {
    expect(isRevert(reverted)).to.equal(true)
    expect([new Error('reverted'), null, 'revert'].map(isRevert)).to.deep.equal([false, false, false])
  })
})
