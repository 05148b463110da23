import { create, fromBinary } from '@bufbuild/protobuf'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { type AbiEvent, bytesToHex, toBytes, toEventSelector } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { CronTrigger, Evm, HttpTrigger } from '../../don/sdk.ts'
import type { Saying } from '../../local/samples/round.ts'
import { type Config, configSchema } from '../../workflow/config.ts'
import type { Result } from '../../workflow/result.ts'
import { stageOf, type Told } from './fakeRound.ts'
import { chainSelector, fakeRuntime, load, type Runtime } from './fakeRuntime.ts'

type Handler = {
  readonly trigger: { capabilityId(): string; configAsAny(): { readonly value: Uint8Array } }
  readonly fn: (runtime: Runtime, event: object) => string
}
const { initWorkflow } = await load<{ initWorkflow(config: Config): readonly Handler[] }>('workflow')

const yes: Saying = { value: '75120.5' }
const three = [yes, yes, yes]
const config = (changes: Partial<Config> = {}): Config => ({ ...fakeRuntime().runtime.config, ...changes })

const selectorOf = (event: string) => {
  const items: readonly { type: string; name?: string }[] = cresolverMarketAbi
  return toEventSelector(items.find(({ type, name }) => type === 'event' && name === event) as AbiEvent)
}

describe('what wakes the workflow', () => {
  it('is the market’s event, a poke by HTTP, and a sweep', () => {
    const ids = initWorkflow(config()).map(({ trigger }) => trigger.capabilityId())
    expect(ids.map((id) => id.split('@')[0])).to.deep.equal([
      `evm:ChainSelector:${chainSelector}`,
      'http-trigger',
      'cron-trigger',
    ])
  })

  it('is no sweep where the configuration has none', () => {
    expect(initWorkflow(config({ sweep: null }))).to.have.length(2)
  })

  it('is the event of this market alone, as final as the configuration says', () => {
    const [requested] = initWorkflow(config({ confidence: 'SAFE' }))
    const filter = fromBinary(Evm.FilterLogTriggerRequestSchema, requested!.trigger.configAsAny().value)
    expect(filter.addresses.map((one) => bytesToHex(one))).to.deep.equal([config().market.toLowerCase()])
    expect(filter.topics[0]!.values.map((one) => bytesToHex(one))).to.deep.equal([
      toEventSelector('ResolutionRequested(uint256,string)'),
    ])
    expect(filter.confidence).to.equal(Evm.ConfidenceLevel.SAFE)
  })

  it('AUDIT C2: is a report too, where the configuration wants that, by the event as the contract has it', () => {
    const [woken] = initWorkflow(config({ reportsWake: 'on' }))
    const filter = fromBinary(Evm.FilterLogTriggerRequestSchema, woken!.trigger.configAsAny().value)
    expect(filter.topics.map(({ values }) => values.map((one) => bytesToHex(one)))).to.deep.equal([
      ['ResolutionRequested', 'RoundReported'].map(selectorOf),
    ])
    for (const other of [
      { secondMarket: 'off' },
      { evaluator: 'llm', llm: { url: 'https://a.example/v1', model: 'm', keySecret: 'K' } },
    ])
      expect(configSchema.safeParse({ ...config(), ...other, reportsWake: 'on' }).success).to.equal(true)
  })

  it('is a poke of whoever is authorized, and the configured schedule', () => {
    const key = `0x${'ab'.repeat(20)}`
    const [, poke, sweep] = initWorkflow(config({ authorizedKeys: [key], sweep: '30 * * * * *' }))
    const { authorizedKeys } = fromBinary(HttpTrigger.ConfigSchema, poke!.trigger.configAsAny().value)
    expect(authorizedKeys.map(({ publicKey }) => publicKey)).to.deep.equal([key])
    expect(authorizedKeys[0]!.type).to.equal(HttpTrigger.KeyType.ECDSA_EVM)
    const { schedule } = fromBinary(CronTrigger.ConfigSchema, sweep!.trigger.configAsAny().value)
    expect(schedule).to.equal('30 * * * * *')
  })

  it('cannot be everybody’s poke off local chains', () => {
    const gateways = [{ url: 'https://gateway.example', tokenSecret: 'TOKEN' }]
    const open = { ...config(), isLocal: false, gateways }
    expect(configSchema.safeParse(open).error!.issues[0]!.path).to.deep.equal(['authorizedKeys'])
  })
})

describe('a workflow that is woken', () => {
  async function woken(handler: number, event: object, told: Partial<Told> = {}) {
    const stage = await stageOf(three, { told })
    const { fn } = initWorkflow(stage.runtime.config)[handler]!
    return { stage, run: () => JSON.parse(fn(stage.runtime, event)) as Result }
  }
  const logOf = (...topics: Uint8Array[]) => create(Evm.LogSchema, { topics })
  const pokeOf = (input: unknown) =>
    create(HttpTrigger.PayloadSchema, { input: Buffer.from(JSON.stringify(input)) })
  const tickOf = (minute: number) =>
    create(CronTrigger.PayloadSchema, { scheduledExecutionTime: timestampFromMs(60_000 * minute) })

  it('by an event resolves the market that it names', async () => {
    const { run } = await woken(0, logOf(new Uint8Array(32), toBytes(1, { size: 32 })))
    expect(run()).to.include({ status: 'reported', market_id: 1, outcome: 'YES' })
  })

  it('by an event that names none finds nothing to do', async () => {
    const { run } = await woken(0, logOf(new Uint8Array(32)), { status: 0 })
    expect(run()).to.include({ status: 'nothing', market_id: 0 })
  })

  it('by a poke resolves the market that it names', async () => {
    const { run } = await woken(1, pokeOf({ market_id: 1 }))
    expect(run()).to.include({ status: 'reported', market_id: 1 })
  })

  for (const input of [
    {},
    { market_id: 0 },
    { market_id: 1.5 },
    { market_id: '1' },
    { market_id: 1, more: 1 },
    [],
  ]) {
    it(`refuses a poke of ${JSON.stringify(input)}, before it reads anything`, async () => {
      const { run, stage } = await woken(1, pokeOf(input))
      expect(run).to.throw()
      expect(stage.reads).to.deep.equal([])
    })
  }

  it('by its clock takes up the market with the most at stake, the others in turn', async () => {
    const waiting = [[1n, 5n] as const, [2n, 9n] as const]
    const first = async (second: number) => (await woken(2, tickOf(second / 60), { waiting })).run().market_id
    expect(await Promise.all([0, 30, 60, 90].map(first))).to.deep.equal([2, 1, 2, 1])
  })

  it('by its clock has nothing to do where no market waits', async () => {
    const { run, stage } = await woken(2, tickOf(10), { waiting: [] })
    expect(run()).to.deep.equal({ status: 'nothing', market_id: 0, why: 'no market waits' })
    expect(stage.sent).to.deep.equal([])
  })

  it('by a clock without a time takes it for the first tick', async () => {
    const waiting = [[1n, 5n] as const, [2n, 9n] as const]
    expect((await woken(2, create(CronTrigger.PayloadSchema, {}), { waiting })).run()).to.include({
      market_id: 2,
    })
  })
})
