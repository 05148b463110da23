import { expect } from 'chai'
import * as arbitrate from '../../../../cli/commands/market/arbitrate.ts'
import * as rule from '../../../../cli/commands/market/rule.ts'
import * as show from '../../../../cli/commands/market/show.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const market = commandsOf('market', arbitrate.register, rule.register, show.register)

describe('cresolver market arbitrate', () => {
  const here = onChain()

  it('error: without an arbiter the last round is the last word', async () => {
    const id = await here().marketIn('resolved')
    const { error, message } = await market.refusal(`arbitrate ${id} ${here().words}`)
    expect(error).to.equal('Market.NoArbiter')
    expect(message).to.include(here().market).and.include('the last round is the last word')
  })
})

describe('a market whose arbiter is an account', () => {
  const here = onChain({ arbiter: addressOf(9), parameters: { maxRounds: 1 } })
  const words = (text: string) => `${text} ${here().words}`

  it('is held for a ruling where no appeal is left, and says until when', async () => {
    const id = await here().marketIn('resolved')
    const { stdout, stderr } = await market.call(words(`arbitrate ${id} --account 9`))
    expect(stdout, stderr).to.match(/^The arbiter is called, for 0 ETH; it may rule until 20\S+Z\.\n/)
    const shown = await market.call(words(`show ${id}`))
    expect(shown.stdout).to.match(/\n {2}held for a ruling until 20/)
    expect((await market.json(words(`show ${id}`))).held).to.equal(true)
  })

  it('ends with what the arbiter rules, and its window with it', async () => {
    const id = await here().marketIn('resolved')
    await market.json(words(`arbitrate ${id} --account 9`))
    expect(await market.json(words(`rule ${id} --outcome no --account 9`))).to.include({ outcome: 'NO' })
    await here().write(0, 'settle', [id])
    expect((await market.json(words(`show ${id}`))).status).to.equal('Settled')
  })

  it('a ruling of Invalid is one by default, and says so; none leaves the outcome', async () => {
    const one = await here().marketIn('resolved')
    await market.json(words(`arbitrate ${one} --account 9`))
    await market.json(words(`rule ${one} --outcome invalid --account 9`))
    const other = await here().marketIn('resolved')
    await market.json(words(`arbitrate ${other} --account 9`))
    expect((await market.json(words(`show ${one}`))).why_invalid).to.equal('The arbiter ruled so.')
    expect(await market.json(words(`rule ${other} --outcome none --account 9`))).to.include({
      outcome: 'YES',
    })
  })

  it('error: a stranger, a ruling before the call, a second call, and a market that is not decided', async () => {
    const id = await here().marketIn('resolved')
    const open = await here().marketIn('open')
    const errorOf = async (text: string) => (await market.refusal(words(text))).error
    expect(await errorOf(`rule ${id} --outcome yes --account 8`)).to.equal('Contract.NotTheArbiter')
    expect(await errorOf(`rule ${id} --outcome yes --account 9`)).to.equal('Contract.NoHold')
    await market.json(words(`arbitrate ${id} --account 9`))
    expect(await errorOf(`arbitrate ${id} --account 9`)).to.equal('Contract.NoHold')
    expect(await errorOf(`arbitrate ${open} --account 9`)).to.equal('Contract.WrongStatus')
    expect(await errorOf(`rule ${id} --outcome maybe --account 9`)).to.equal('Cli.Usage')
  })
})

describe('a market with an ERC-792 arbitrator', () => {
  const here = onChain({ arbitrator: addressOf(40), parameters: { maxRounds: 1 } })
  const words = (text: string) => `${text} ${here().words}`

  it('is brought before it by anyone who pays what it asks', async () => {
    const id = await here().marketIn('resolved')
    const before = await here().client.getBalance({ address: addressOf(40) })
    const called = await market.json(words(`arbitrate ${id} --account 7`))
    expect(called).to.include({ cost_wei: '5', arbiter: here().at('Erc792Arbiter'), outcome: 'YES' })
    expect(await here().client.getBalance({ address: addressOf(40) })).to.equal(before + 5n)
    expect((await market.json(words(`show ${id}`))).held).to.equal(true)
  })

  it('error: an account can not rule in its place', async () => {
    const id = await here().marketIn('resolved')
    const { error, message } = await market.refusal(words(`rule ${id} --outcome no --account 7`))
    expect(error).to.equal('Contract.NotTheArbiter')
    expect(message).to.include(addressOf(7))
  })
})
