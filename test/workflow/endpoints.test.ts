import { expect } from 'chai'
import { WorkerToken } from '../../protocol/index.ts'
import { stageOf } from './fakeRound.ts'
import { type Host, load, type Runtime } from './fakeRuntime.ts'

type Callee = { readonly endpoint: string; readonly token: string | null } | null
const { calleesOf } = await load<{
  calleesOf(runtime: Runtime, workers: readonly { readonly agentId: number }[]): Callee[]
}>('endpoints')

const endpoint = 'http://127.0.0.1:9001'
const callees = async (host: Host, ...agentIds: number[]) => {
  const { runtime } = await stageOf(['silent'], { host, told: { endpoints: { 1: endpoint, 2: 'nonsense' } } })
  return calleesOf(
    runtime,
    agentIds.map((agentId) => ({ agentId })),
  )
}

describe('workers to call', () => {
  it('are those with a usable endpoint', async () => {
    expect(await callees({}, 1, 2, 3)).to.deep.equal([{ endpoint, token: null }, null, null])
    expect(await callees({})).to.deep.equal([])
  })

  it('SPEC §6: have a token of their own where the workflow has a secret, which is asked for only then', async () => {
    const config = { workerTokenSecret: 'WORKER_TOKENS' }
    const [one] = await callees({ config, secrets: { WORKER_TOKENS: 'a secret' } }, 1)
    expect(one).to.deep.equal({ endpoint, token: WorkerToken.of('a secret', 1) })
    expect(await callees({ config }, 2)).to.deep.equal([null])
    expect(await callees({ config }, 1).catch(() => 'refused')).to.equal('refused')
  })
})
