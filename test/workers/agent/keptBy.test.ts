import { expect } from 'chai'
import { silent } from '../../../services/http/Log.ts'
import { forgetOld } from '../../../services/store/retention.ts'
import { keptBy } from '../../../workers/agent/keptBy.ts'
import { makeAgent } from './agents.ts'

const dayMs = 86_400_000
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const market = `0x${'ab'.repeat(20)}`

describe('what an agent keeps', function () {
  this.timeout(120_000)

  it('AUDIT C8: forgets answers and their proofs in time, of itself only, and what it signed never', async () => {
    const { agent } = await makeAgent()
    const { store, agentId } = agent
    const now = Date.now()
    const ago = (days: number) => new Date(now - days * dayMs)
    const keep = async (n: number, days: number, isRound: boolean, by = agentId) => {
      await store.query('insert into proofs (por_root, document, created_at) values ($1, $2, $3)', [
        hash(n),
        'p',
        ago(days),
      ])
      await store.query(
        `insert into answers (agent_id, request_hash, chain_id, market, market_id, round, request, reply, responses, por_root, created_at)
         values ($1, $2, $3, $4, 1, $5, '{}', 'r', '{}', $2, $6)`,
        [by, hash(n), isRound ? 1 : null, isRound ? market : null, isRound ? 1 : null, ago(days)],
      )
    }
    await keep(1, 366, true)
    await keep(2, 364, true)
    await keep(3, 91, false)
    await keep(4, 89, false)
    await keep(5, 999, true, agentId + 1)
    await store.query(
      `insert into signatures (agent_id, signer, chain_id, market, market_id, round, phase, request_hash, response_hash, created_at)
       values ($1, $2, 1, $2, 1, 1, 'resolve', $3, $3, $4)`,
      [agentId, market, hash(1), ago(366)],
    )
    const ask = (n: number, days: number, by = agentId) =>
      store.query(
        'insert into first_asks (agent_id, request_hash, asked_at, created_at) values ($1, $2, 1, $3)',
        [by, hash(n), ago(days)],
      )
    await ask(1, 2)
    await ask(2, 0)
    await ask(3, 2, agentId + 1)
    const kept = keptBy(agent, { roundsDays: 365, plainDays: 90 })
    await forgetOld(kept, { log: silent, now: () => now })
    const left = async (sql: string) =>
      (await store.query<{ name: string }>(sql)).map(({ name }) => Number(name))
    const among = `in ('${[1, 2, 3, 4, 5].map(hash).join("','")}')`
    expect(
      await left(`select request_hash as name from answers where request_hash ${among} order by 1`),
    ).to.deep.equal([2, 4, 5])
    expect(
      await left(`select por_root as name from proofs where por_root ${among} order by 1`),
    ).to.deep.equal([2, 4, 5])
    expect(
      await left(`select count(*)::text as name from signatures where agent_id = ${agentId}`),
    ).to.deep.equal([1])
    expect(
      await left(
        `select request_hash as name from first_asks where agent_id in (${agentId}, ${agentId + 1}) order by 1`,
      ),
    ).to.deep.equal([2, 3])
    await forgetOld(keptBy(agent, { roundsDays: null, plainDays: null }), {
      log: silent,
      now: () => now + 9_999 * dayMs,
    })
    expect(
      await left(`select request_hash as name from answers where request_hash ${among} order by 1`),
    ).to.deep.equal([2, 4, 5])
  })
})
