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
    appeals: 1,
    seats: 5,
    yesWeight: 11n,
    noWeight: 22n,
    invalidWeight: 33n,
  }
  const standingOf = (changes: Partial<typeof view>, block?: bigint, isRepeat = false) => {
    const asked: unknown[] = []
    const client = {
      readContract: async (call: { functionName: string; args: unknown[]; blockNumber?: bigint }) => {
        asked.push([call.functionName, call.blockNumber, ...call.args])
        if (call.functionName === 'getMarket') return { ...view, ...changes }
        return [2, 2, 0n, 0n, 0n, 0n, 5n, isRepeat, '', []]
      },
    } as unknown as MarketContract['client']
    return readStanding({ client, market }, 7, block).then((standing) => ({ standing, asked }))
  }

  it('reads what an appeal is counted against, as of the block that is asked for', async () => {
    const { standing, asked } = await standingOf({}, 12n)
    expect(standing).to.deep.equal({
      round: 2,
      isAppealing: true,
      isRepeat: false,
      answeredBefore: 3,
      cohortStart: 32,
      totals: { yes: 11n, no: 22n, invalid: 33n },
    })
    expect(asked, 'neither question nor workers are read').to.deep.equal([
      ['getMarket', 12n, 7n],
      ['getRound', 12n, 7n, 1n, 0n],
    ])
  })

  it('in a first cohort nothing stands, whatever a voided round left behind', async () => {
    const { standing } = await standingOf({ appeals: 0, isAppealing: false }, undefined, true)
    expect(standing).to.deep.include({
      totals: Tally.nothing,
      isAppealing: false,
      isRepeat: true,
      cohortStart: 0,
    })
  })

  it('after its report an appeal’s round is still one, and no repeat of the first cohort’s', async () => {
    const { standing } = await standingOf({ appeals: 2, isAppealing: false }, undefined, true)
    expect(standing).to.deep.include({ isAppealing: true, isRepeat: false, cohortStart: 64 })
  })

  it('while an appeal gathers its workers, the round is the one before it', async () => {
    expect((await standingOf({ appeals: 1, seats: 0 })).standing).to.deep.include({
      isAppealing: false,
      cohortStart: 0,
      totals: Tally.nothing,
    })
    expect((await standingOf({ appeals: 2, seats: 0 })).standing).to.deep.include({
      isAppealing: true,
      cohortStart: 32,
    })
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
