import { expect } from 'chai'
import * as claim from '../../../../cli/commands/market/claim.ts'
import * as join from '../../../../cli/commands/market/join.ts'
import * as leave from '../../../../cli/commands/market/leave.ts'
import * as show from '../../../../cli/commands/market/show.ts'
import { draw, request } from '../../../../cli/commands/market/steps.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const verbs = [claim, join, leave, show, draw, request]
const market = commandsOf('market', ...verbs.map(({ register }) => register))

describe('a market with more agents than seats', () => {
  const here = onChain({ agents: 5, parameters: { maxWorkers: 3 } })
  const words = (text: string) => `${text} ${here().words}`
  const mine = (blocks: number) => here().chain.client.mine({ blocks })
  const balance = (account: number) => here().client.getBalance({ address: addressOf(account) })

  /** Asked for, and drawn. */
  async function drawn(): Promise<bigint> {
    const id = await here().marketIn('joined')
    await here().pass(86_400)
    await here().write(0, 'requestResolution', [id])
    await mine(4)
    await here().write(0, 'draw', [id])
    return id
  }

  it('who joins beyond the seats is told that a lot decides', async () => {
    const id = await here().marketIn('open')
    const joining = (i: number) => market.call(words(`join ${id} --agent ${i} --account ${2 + i}`))
    for (const i of [0, 1, 2]) expect((await joining(i)).stdout).not.to.include('lot')
    expect((await joining(3)).stdout).to.include('There are 3 seats: a lot decides who has one.\n')
  })

  it('a request only notes the block that draws, and says what comes next', async () => {
    const id = await here().marketIn('joined')
    await here().pass(86_400)
    const { stdout, stderr } = await market.call(words(`request ${id}`))
    const block = Number(await here().client.getBlockNumber()) + 4
    expect(stdout, stderr).to.equal(
      `5 agents joined, more than there are seats: the hash of block ${block} draws them.\n` +
        `After that block, and within 256 more, run \`cresolver market draw ${id}\`.\n` +
        `Market ${id} is Open, its seats to be drawn.\n`,
    )
    const shown = await market.json(words(`show ${id}`))
    expect(shown).to.deep.include({ status: 'Open', joined: 5, seats: 0, draw_block: block })
    for (const verb of ['draw', 'request']) {
      const { error, message } = await market.refusal(words(`${verb} ${id}`))
      expect(error, verb).to.equal('Contract.DrawPending')
      expect(message, verb).to.include(`block ${block}`).and.include(`market draw ${id}`)
    }
  })

  it('the draw gives out the seats and asks; a second one has nothing to draw', async () => {
    const id = await here().marketIn('joined')
    await here().pass(86_400)
    expect(await market.json(words(`request ${id}`))).to.include({ status: 'Open', joined: 5 })
    await mine(4)
    const done = await market.json(words(`draw ${id}`))
    expect(done).to.include({ status: 'Requested', round: 1, joined: 5, seats: 3 })
    expect(done.seed).to.match(/^0x[0-9a-f]{64}$/)
    const { workers, without_seat } = await market.json(words(`show ${id}`))
    const ids = [...workers, ...without_seat].map((one: { agent_id: number }) => one.agent_id)
    expect(ids.sort()).to.deep.equal([0, 1, 2, 3, 4])
    expect(without_seat).to.have.length(2)
    expect(await market.refusal(words(`draw ${id}`))).to.include({ error: 'Contract.NoDraw' })
  })

  it('a draw that comes 256 blocks too late notes a new block', async () => {
    const id = await here().marketIn('joined')
    await here().pass(86_400)
    const { draw_block } = await market.json(words(`request ${id}`))
    await mine(262)
    const again = await market.json(words(`draw ${id}`))
    expect(again.status).to.equal('Open')
    expect(again.draw_block).to.be.greaterThan(draw_block + 256)
  })

  it('who drew no seat has its stake back at once, and is told so by claim', async () => {
    const id = await drawn()
    const { without_seat } = await market.json(words(`show ${id}`))
    const [{ agent_id, can_leave }] = without_seat
    expect(can_leave).to.equal(true)
    const refused = await market.refusal(words(`claim ${id} --account ${2 + agent_id}`))
    expect(refused.message).to.include(`market leave ${id} --agent ${agent_id}`)
    const byAgent = await market.refusal(words(`claim ${id} --agent ${agent_id}`))
    expect(byAgent.message)
      .to.include(`Agent ${agent_id} has no seat in market ${id}.`)
      .and.include(`market leave ${id} --agent ${agent_id}`)
    const before = await balance(2 + agent_id)
    await market.json(words(`leave ${id} --agent ${agent_id} --account ${2 + agent_id}`))
    expect((await balance(2 + agent_id)) - before > 499_000_000_000_000_000n).to.equal(true)
    const left = await market.json(words(`show ${id}`))
    expect(left.without_seat).to.have.length(1)
  })
})
