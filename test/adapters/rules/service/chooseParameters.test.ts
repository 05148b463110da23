import { expect } from 'chai'
import { freshForS, hashOf, schema } from '../../../../adapters/rules/service/Parameters.ts'
import type { Running } from '../../../../adapters/rules/service/startRules.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { authorization, describeWorlds, token } from './world.ts'

const own = '/internal/resolutionruleparser/parameters'
const slow = { parameters: { poll_interval_s: 4_000 } }
const slowHash = hashOf(schema.parse(slow.parameters))

describeWorlds('parameters beyond a hard limit', (world) => {
  const decide = async (service: Running, hash: string, decision: string, headers: object = authorization) =>
    fetch(`${service.url}${own}/${hash}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ decision, by: 'ann', why: 'Gamma asked for it' }),
    })
  const pendingOf = async ({ service }: Running) =>
    (await service.metrics.parametersPending.get()).values[0]!.value
  const healthOf = async ({ url }: Running) =>
    (await (await fetch(`${url}/health`)).json()) as { status: string; parameters: string }

  it('S4-21, S4-25: are refused where none were ever in use, and are known to whoever looks', async () => {
    const error = await world()
      .start(slow)
      .catch((one) => one)
    expect(error).to.have.property('code', 'PARAMETER_CHANGE_REQUIRES_APPROVAL')
    expect(String(error)).to.include(slowHash)
    const rows = await world().store.query('select hash, used_at from parameter_sets')
    expect(rows).to.deep.equal([{ hash: slowHash, used_at: null }])
  })

  it('S4-21: wait for a person while the service goes by the last ones, and come into force when approved', async () => {
    const { gamma, settle, said, store } = world()
    gamma.put(marketOf(1))
    await (await world().start({ parameters: { poll_interval_s: 600 } })).stop()
    world().pass(1)
    const service = await world().start(slow)
    expect(service.service.parameters.poll_interval_s).to.equal(600)
    await settle(service)
    expect(said('PARAMETER_CHANGE_REQUIRES_APPROVAL')).to.have.length(1)
    expect(said('PARAMETER_CHANGE_REQUIRES_APPROVAL')[0]).to.include({
      severity: 'HARD_REJECT',
      hash: slowHash,
      status: 'pending',
    })
    expect(await pendingOf(service)).to.equal(1)
    expect(await healthOf(service)).to.include({ status: 'green', parameters: 'pending' })

    expect((await decide(service, slowHash, 'approve', {})).status).to.equal(401)
    // Another value is another hash: nothing of the kind waits.
    const other = hashOf(schema.parse({ poll_interval_s: 4_001 }))
    expect((await decide(service, other, 'approve')).status).to.equal(404)
    expect(service.service.parameters.poll_interval_s).to.equal(600)
    expect((await decide(service, slowHash, 'approve')).status).to.equal(200)
    expect((await decide(service, slowHash, 'approve')).status).to.equal(404)
    await settle(service)
    expect(service.service.parameters.poll_interval_s).to.equal(4_000)
    expect(await pendingOf(service)).to.equal(0)
    expect(await healthOf(service)).to.include({ parameters: 'in_force' })
    const rows = await store.query(
      'select hash, is_approved, decided_by, why, decided_at from parameter_decisions',
    )
    expect(rows).to.deep.equal([
      {
        hash: slowHash,
        is_approved: true,
        decided_by: 'ann',
        why: 'Gamma asked for it',
        decided_at: new Date(world().clock),
      },
    ])

    // The market is due by the new interval once it was polled by it.
    world().pass(601)
    await settle(service)
    const asked = gamma.calls.length
    world().pass(3_900)
    await settle(service)
    expect(gamma.calls.length).to.equal(asked)
    world().pass(101)
    await settle(service)
    expect(gamma.calls.length).to.be.greaterThan(asked)
    // A restart finds the approval.
    await service.stop()
    expect((await world().start(slow)).service.parameters.poll_interval_s).to.equal(4_000)
  })

  it('S4-21: stay out of force when rejected, over restarts too, and an approval can be taken back', async () => {
    const { settle } = world()
    const first = await world().start()
    world().pass(1)
    let service = await world().start(slow)
    expect((await decide(first, slowHash, 'reject')).status).to.equal(200)
    await settle(service)
    expect(service.service.parameters.poll_interval_s).to.equal(300)
    expect(await healthOf(service)).to.include({ parameters: 'rejected' })
    await service.stop()
    service = await world().start(slow)
    expect(service.service.parameters.poll_interval_s).to.equal(300)
    expect((await decide(first, slowHash, 'approve')).status).to.equal(200)
    await settle(service)
    expect(service.service.parameters.poll_interval_s).to.equal(4_000)
    expect((await decide(first, slowHash, 'reject')).status).to.equal(200)
    await settle(service)
    expect(service.service.parameters.poll_interval_s).to.equal(300)
    expect(await pendingOf(service)).to.equal(1)
    expect((await decide(first, hashOf(schema.parse({})), 'reject')).status).to.equal(404)
  })

  it('S4-21: two services on one database wait for the same word, and hear it from whoever was told', async () => {
    const { settle } = world()
    const first = await world().start()
    world().pass(1)
    const both = await Promise.all([world().start(slow), world().start(slow)])
    for (const one of both) expect(one.service.parameters.poll_interval_s).to.equal(300)
    const [row] = await world().store.query('select count(*) as sets from parameter_sets')
    expect(row).to.deep.equal({ sets: 2n })
    const said = await Promise.all(both.map((one) => decide(one, slowHash, 'approve')))
    expect(said.map(({ status }) => status).toSorted()).to.deep.equal([200, 404])
    await settle(first, ...both)
    for (const one of both) expect(one.service.parameters.poll_interval_s).to.equal(4_000)
    // Whoever has a config within the limits goes by it, whatever others do.
    expect(first.service.parameters.poll_interval_s).to.equal(300)
  })

  it('are listed, approved and rejected by the command line', async () => {
    const { settle } = world()
    await world().start()
    world().pass(1)
    const service = await world().start(slow)
    const env = { CRESOLVER_RULES_TOKEN: token }
    const call = (...words: string[]) => run(['rules', ...words, '--url', service.url], { env })
    const listed = await call('parameters')
    expect(listed.stdout).to.include(`${slowHash}\n  poll_interval_s 4000 (hard limit 3600)`)
    expect(listed.stdout).to.include('poll_interval_s 300\n')
    expect((await call('approve-parameters', slowHash, '--by', 'ann')).status).to.equal(2)
    const approved = await call('approve-parameters', slowHash, '--by', 'ann', '--why', 'agreed with Gamma')
    expect(approved).to.include({ status: 0, stdout: `${slowHash}: comes into force, by ann.\n` })
    await settle(service)
    const { in_force, pending, decisions } = JSON.parse((await call('parameters', '--json')).stdout)
    expect(in_force).to.include({ hash: slowHash })
    expect(pending).to.deep.equal([])
    expect(decisions[0]).to.include({
      hash: slowHash,
      decision: 'approve',
      by: 'ann',
      why: 'agreed with Gamma',
    })
    expect((await call('reject-parameters', slowHash, '--by', 'bob', '--why', 'no')).status).to.equal(0)
  })

  it('what was decided cannot be changed, and values that are not those of their hash count for nothing', async () => {
    const { store } = world()
    const first = await world().start()
    world().pass(1)
    await world().start(slow)
    expect((await decide(first, slowHash, 'approve')).status).to.equal(200)
    for (const change of [
      'update parameter_decisions set is_approved = false',
      'delete from parameter_decisions',
    ]) {
      const error = await store.query(change).catch((one) => one)
      expect(error, change).to.have.property('message').that.includes('is kept as it is')
    }
    // Somebody writes other values under a hash that was approved.
    await store.query('update parameter_sets set parameters = $2, used_at = $3 where hash = $1', [
      slowHash,
      JSON.stringify(schema.parse({ poll_interval_s: 1e6 })),
      new Date(world().clock + 1_000),
    ])
    const other = await world().start({ parameters: { poll_interval_s: 5_000 } })
    expect(other.service.parameters.poll_interval_s).to.equal(300)
  })

  it('S4-24: data beyond 7200 s is stale whatever was approved', async () => {
    const { gamma, settle, said, reports } = world()
    expect(freshForS(schema.parse({ staleness_threshold_s: 90_000 }))).to.equal(7_200)
    gamma.put(marketOf(1))
    const first = await world().start()
    world().pass(1)
    const parameters = { staleness_threshold_s: 90_000 }
    const env: NodeJS.ProcessEnv = { STOP: 'on' }
    const service = await world().start({ parameters, killSwitch: { env: 'STOP' } }, { env })
    expect((await decide(first, hashOf(schema.parse(parameters)), 'approve')).status).to.equal(200)
    await first.stop()
    await settle(service)
    expect(service.service.parameters.staleness_threshold_s).to.equal(90_000)
    gamma.outage = { status: 500, body: '' }
    world().pass(7_201)
    env.STOP = 'off'
    await settle(service)
    expect(await reports()).to.deep.equal([])
    expect(said('STALE_DATA').flatMap((line) => line.condition_ids)).to.include(idOf(1))
  })
})
