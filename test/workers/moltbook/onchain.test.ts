import { expect } from 'chai'
import { now } from '../../../scripts/chain/connect.ts'
import { getMarket } from '../../../scripts/chain/marketState.ts'
import { deployLocal, type LocalPlace } from '../../../scripts/local/deployLocal.ts'
import { type LocalChain, startChain } from '../../../scripts/local/startChain.ts'
import { openOnChain } from '../../../scripts/market/onchain.ts'
import { linkOnChain } from '../../../workers/moltbook/index.ts'
import { resolutionWords } from '../../../workers/moltbook/words.ts'
import { btc, createMarket, marketsIn, type Stage, setStage } from './stage.ts'

describe('create --onchain', function () {
  this.timeout(180_000)
  let chain: LocalChain
  let place: LocalPlace
  let stage: Stage
  before(async () => {
    chain = await startChain()
    place = await deployLocal(chain)
    stage = await setStage()
  })
  after(async () => {
    place?.forget()
    await Promise.all([chain?.stop(), stage?.close()])
  })

  it('S0-6 S0-41 S0-55 S0-60: the same question and deadline on the chain, linked; a repeated call finds it and pays nothing', async () => {
    const options = {
      rpcUrl: chain.url,
      deployments: place.folder,
      keyEnv: 'CRESOLVER_KEY',
      chainAccount: 1n,
    }
    const until = (await now(place)) + 30 * 86_400
    const link = await openOnChain(options, btc(), until)
    const { question, deadline } = await getMarket(place, BigInt(link.market_id))
    expect({ question, deadline }).to.deep.equal({ question: btc(), deadline: BigInt(until) })
    const again = await openOnChain(options, btc(), until)
    expect(again).to.deep.equal({ ...link, transaction: null })
    const other = await openOnChain(options, btc('61000'), until)
    expect(other.market_id).to.not.equal(link.market_id)
    await stage.use(async (adapter) => {
      const { id } = await createMarket(adapter)
      linkOnChain(adapter, id, link)
      const market = marketsIn(adapter)[id]!
      expect(market.onchain).to.deep.equal(link)
      expect(resolutionWords(market)).to.contain(`${link.contract}, market ${link.market_id}`)
    })
  })
})
