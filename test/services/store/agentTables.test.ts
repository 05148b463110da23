import { expect } from 'chai'
import { Hash } from '../../../protocol/index.ts'
import { describeKinds, rejection } from './kinds.ts'

const market = `0x${'ab'.repeat(20)}`
const signer = `0x${'cd'.repeat(20)}`
const hash = (text: string) => Hash.ofText(text)
const signature = `0x${'11'.repeat(65)}`

describeKinds('tables of an agent', (open) => {
  type Key = { round?: number; phase?: string; signer?: string; agentId?: number }
  const claim = (response: string, key: Key = {}) => {
    const { agentId = 7, round = 1, phase = 'resolve' } = key
    return open().query<{ response_hash: string }>(
      `insert into signatures (agent_id, signer, chain_id, market, market_id, round, phase, request_hash, response_hash)
       values ($1, $2, 31337, $3, 1, $4, $5, $6, $7) on conflict do nothing returning response_hash`,
      [agentId, key.signer ?? signer, market, round, phase, hash('request'), hash(response)],
    )
  }

  it('keeps one signed responseHash per agent, signer, market, round and phase, whoever comes later', async () => {
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((response) => claim(response)))
    expect(claims.flat()).to.have.length(1)
    expect(await claim('e')).to.deep.equal([])
    expect(await claim('e', { round: 2 })).to.have.length(1)
    expect(await claim('e', { phase: 'challenge' })).to.have.length(1)
    expect(await claim('e', { signer: market })).to.have.length(1)
    expect(await claim('e', { agentId: 8 }), 'another agent of the same wallet').to.have.length(1)
  })

  it('takes a signature once, and neither changes nor forgets what was decided', async () => {
    await claim('first', { round: 3 })
    const where = 'where round = 3'
    await open().query(`update signatures set signature = $1 ${where}`, [signature])
    for (const change of [
      `update signatures set signature = '0x${'22'.repeat(65)}' ${where}`,
      `update signatures set response_hash = '${hash('second')}' ${where}`,
      `delete from signatures ${where}`,
      'truncate signatures',
    ]) {
      expect(await rejection(open().query(change))).to.include({ name: 'Store.QueryError', code: '23000' })
    }
    const rows = await open().query(`select response_hash, signature from signatures ${where}`)
    expect(rows).to.deep.equal([{ response_hash: hash('first'), signature }])
  })

  it('does not let an open decision be changed while it is signed', async () => {
    await claim('first', { round: 4 })
    const change = `update signatures set response_hash = $1, signature = $2 where round = 4`
    const error = await rejection(open().query(change, [hash('second'), signature]))
    expect(error).to.include({ code: '23000' })
  })

  it('C4: gives back the bytes of requests, replies, responses and proofs', async () => {
    const request = '{"market_id":1,"question":"§question\\nwill \\u0000 it? 🜛"}'
    const reply = '{ "determination":true,  "confidence":0.50,"evidence":"\\u00e9 é","b":1,"a":1,"a":2 }'
    const responses = '{"opposite":"…","change":"","weakest":"","other":""}'
    await open().query(
      `insert into answers (agent_id, request_hash, market_id, request, reply, responses, por_root)
       values ($1, $2, 1, $3, $4, $5, $6)`,
      [7, hash(request), request, reply, responses, hash('root')],
    )
    await open().query('insert into proofs (por_root, document) values ($1, $2)', [hash('root'), reply])
    const rows = await open().query(
      `select agent_id, chain_id, market, round, request, reply, responses, document
       from answers join proofs using (por_root) where agent_id = $1 and request_hash = $2`,
      [7, hash(request)],
    )
    expect(rows).to.deep.equal([
      { agent_id: 7n, chain_id: null, market: null, round: null, request, reply, responses, document: reply },
    ])
  })

  it('keeps the answers of agents that share it apart', async () => {
    const insert = (agentId: number) =>
      open().query(
        `insert into answers (agent_id, request_hash, market_id, request, reply, responses)
         values ($1, $2, 1, '', $3, '') on conflict do nothing returning reply`,
        [agentId, hash('shared'), `of ${agentId}`],
      )
    expect(await insert(1)).to.deep.equal([{ reply: 'of 1' }])
    expect(await insert(2)).to.deep.equal([{ reply: 'of 2' }])
    expect(await insert(1)).to.deep.equal([])
  })

  it('moves a cursor per agent, chain and market', async () => {
    const move = (block: bigint) =>
      open().query(
        `insert into cursors (agent_id, chain_id, market, block_number) values (1, 31337, $1, $2)
         on conflict (agent_id, chain_id, market) do update set block_number = excluded.block_number`,
        [market, block],
      )
    await move(5n)
    await move(2n ** 40n)
    expect(await open().query('select block_number from cursors')).to.deep.equal([
      { block_number: 2n ** 40n },
    ])
  })

  it('refuses hashes and addresses in any other spelling', async () => {
    for (const bad of [hash('x').toUpperCase(), hash('x').slice(2), '0x', `${hash('x')}\n`]) {
      const error = await rejection(open().query("insert into proofs values ($1, '')", [bad]))
      expect(error).to.include({ code: '23514' })
    }
    expect(await rejection(claim('x', { signer: signer.toUpperCase() }))).to.include({ code: '23514' })
  })
})
