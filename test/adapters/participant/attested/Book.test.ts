import { expect } from 'chai'
import * as Book from '../../../../adapters/participant/attested/Book.ts'
import { claimHash } from '../../../../adapters/participant/Subject.ts'
import { Hash } from '../../../../protocol/index.ts'
import { openStore } from '../../../../services/store/openStore.ts'
import type { Store } from '../../../../services/store/Store.ts'
import { fundId, market } from '../helpers.ts'
import { attestBy, body, claimOf, now } from './attestedClaims.ts'

describe('a book of attested claims in a store', () => {
  let store: Store
  let book: Book.Book
  before(async () => {
    store = await openStore({ schema: 'participant' })
    book = Book.inStore(store)
  })
  after(() => store?.close())

  it('S3-3 gives back what was published, by its hash', async () => {
    const claim = claimOf({ roomId: 'find' })
    expect(await book.find(claimHash(claim))).to.equal(null)
    const attestations = [{ ...(await attestBy(0, claim)), agentId: 5 }]
    await book.publish({ claim, attestations })
    expect(await book.find(claimHash(claim))).to.deep.equal({ claim, attestations })
  })

  it('adds attestations that are new, and replaces one of the same verifier by one that is good for longer', async () => {
    const claim = claimOf({ roomId: 'add' })
    const first = await attestBy(0, claim)
    const longer = await attestBy(0, claim, { expiresAt: now + 1_800, nonce: 9 })
    const other = await attestBy(1, claim)
    for (const one of [first, longer, first, other]) await book.publish({ claim, attestations: [one] })
    expect((await book.find(claimHash(claim)))!.attestations).to.deep.equal([longer, other])
  })

  it('finds claims about a reply in one fund, written in any case', async () => {
    const here = claimOf({ roomId: 'reply' })
    const elsewhere = claimOf({ roomId: 'reply', fundId: `eip155:1:${market}` })
    for (const claim of [here, elsewhere]) await book.publish({ claim, attestations: [] })
    const rooms = async (fund: string) =>
      (await book.ofReply(Hash.ofText(body), fund)).map(({ claim }) => [claim.roomId, claim.fundId])
    expect(await rooms(fundId.toUpperCase())).to.deep.include(['reply', fundId])
    expect(await rooms(elsewhere.fundId)).to.deep.equal([['reply', elsewhere.fundId]])
    expect(await book.ofReply(Hash.ofText('other'), fundId)).to.deep.equal([])
  })
})
