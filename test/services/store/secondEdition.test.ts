import { expect } from 'chai'
import { FirstEditionStoreError, refuseFirstEdition } from '../../../gateway/Records.ts'
import { temporaryDatabase } from '../../../local/openStores.ts'
import type { TemporaryFolder } from '../../../local/temporaryFolder.ts'
import { Address, Hash } from '../../../protocol/index.ts'
import { migrate, readMigrations } from '../../../services/store/migrate.ts'
import { openEmbedded } from '../../../services/store/openEmbedded.ts'
import { openStore } from '../../../services/store/openStore.ts'
import type { Schema, Store } from '../../../services/store/Store.ts'
import { rejection } from './kinds.ts'

const market = Address.of(`0x${'ab'.repeat(20)}`)
const signer = Address.of(`0x${'cd'.repeat(20)}`)
const hash = Hash.ofText('anything')

/** What the first edition knew how to make. */
const first = readMigrations().slice(0, 8)

describe('a store of the first edition', function () {
  this.timeout(120_000)
  let folder: TemporaryFolder
  let store: Store | undefined
  beforeEach(async () => {
    folder = await temporaryDatabase()
  })
  afterEach(async () => {
    await store?.close()
    store = undefined
    folder.remove()
  })

  /** Made by the first edition, with one row, and opened by this one. */
  async function reopened(schema: Schema, sql: string, values: readonly string[]): Promise<Store> {
    const driver = await openEmbedded({ folder: folder.path, schema })
    await migrate(driver, first)
    await driver.query(sql, values)
    await driver.close()
    store = await openStore({ folder: folder.path, schema })
    return store
  }

  it('keeps what was signed, for no agent, and lets each agent sign for itself', async () => {
    const made = await reopened(
      'agent',
      `insert into signatures (signer, chain_id, market, market_id, round, phase, request_hash, response_hash)
       values ($1, 5, $2, 1, 1, 'resolve', $3, $3)`,
      [signer, market, hash],
    )
    const sign = (agentId: number) =>
      made.query(
        `insert into signatures (agent_id, signer, chain_id, market, market_id, round, phase, request_hash, response_hash)
         values ($1, $2, 5, $3, 1, 1, 'resolve', $4, $4) on conflict do nothing returning 1 as one`,
        [agentId, signer, market, hash],
      )
    expect(await sign(3)).to.have.length(1)
    expect(await sign(3)).to.have.length(0)
    expect(await sign(4)).to.have.length(1)
    const rows = await made.query('select agent_id from signatures order by agent_id')
    expect(rows).to.deep.equal([{ agent_id: -1n }, { agent_id: 3n }, { agent_id: 4n }])
    const change = made.query('update signatures set agent_id = 7')
    expect(await rejection(change), 'which stays').to.include({ code: '23000' })
  })

  it('is refused by name to a gateway of the same market, and by no other', async () => {
    const made = await reopened(
      'gateway',
      `insert into rounds (chain_id, market, market_id, round, view, asked_block) values (5, $1, 1, 1, '{}', 1)`,
      [market],
    )
    const error = await rejection(refuseFirstEdition(made, { chainId: 5, market }))
    expect(error).to.be.instanceOf(FirstEditionStoreError)
    expect(error.message).to.equal(
      [
        `The store has rounds of market ${market} from the first edition.`,
        'Give this gateway an empty store: another `store.folder` or database in its config.',
        'The rounds published in the old one are still served by cresolver 0.1.',
      ].join('\n'),
    )
    await refuseFirstEdition(made, { chainId: 6, market })
    await refuseFirstEdition(made, { chainId: 5, market: signer })
    await made.query(
      `insert into rounds (chain_id, market, market_id, round, view, asked_block) values (6, $1, 1, 1, '{}', 1)`,
      [market],
    )
    await refuseFirstEdition(made, { chainId: 6, market })
  })
})
