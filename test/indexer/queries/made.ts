import { madeMarkets } from '../../../local/samples/madeMarkets.ts'
import { type Indexing, indexing } from '../indexing.ts'

/** For a description: an indexer of 60 made markets, of which the last 6 are open and those before are asked or reported. */
export function made(count = 60): () => Indexing {
  let one: Indexing
  before('reads made markets', async function () {
    this.timeout(60_000)
    one = await indexing({ chain: madeMarkets(count) })
    await one.look()
  })
  after(() => one.close())
  return () => one
}
