import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runHere(['aap', ...args], { input })

const manual = '§question Will it rain?\n§rule\nsource:manual'
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver aap validate', () => {
  it('S0-5: says whether a question is valid, by its exit code too', async () => {
    const fine = await aap(['validate', '--json'], manual)
    expect(fine.status).to.equal(0)
    expect(fine.lines()[0]).to.deep.include({ valid: true, issues: [] })
    const { status, lines } = await aap(['validate', '--json'], '§question Q')
    expect(status).to.equal(1)
    expect(lines()[0]).to.deep.include({ valid: false })
    expect(lines()[0].issues[0]).to.include({ code: 'MISSING_RULE', severity: 'error', line: 1, column: 1 })
  })

  it('C149: fails where a question is valid and says too little, as `market create` does', async () => {
    const { status, lines } = await aap(
      ['validate', '--json'],
      '§question Will it go well?\n§rule\nsource:manual\n§resolution\nIf it goes well.',
    )
    expect([status, lines()[0].valid, lines()[0].fit]).to.deep.equal([1, true, false])
  })

  it('B8: refuses a provider and a metric that nobody has, with the list of what there is', async () => {
    const auto = (source: string) => `§question Is it high?\n§rule\nsource:${source}\nop:gte\ntarget:75000`
    for (const [source, code, list] of [
      [
        'nonsense:thing',
        'UNKNOWN_PROVIDER',
        'There are coingecko, binance, defillama, polymarket, http, web.',
      ],
      ['coingecko:bitcoin\nmetric:tvl', 'UNKNOWN_METRIC', 'It has price_<currency>, market_cap, '],
    ]) {
      const { status, lines } = await aap(['validate', '--json'], auto(source!))
      expect([status, lines()[0].valid], source).to.deep.equal([1, false])
      expect(lines()[0].issues).to.have.length(1)
      expect(lines()[0].issues[0]).to.include({
        code,
        severity: 'error',
        line: source!.includes('\n') ? 4 : 3,
      })
      expect(lines()[0].issues[0].message).to.include(list)
    }
    for (const source of ['coingecko:bitcoin\nmetric:market_cap', 'defillama:aave\nmetric:tvl'])
      expect((await aap(['validate', '--json'], auto(source))).lines()[0], source).to.include({ valid: true })
  })

  it('S4-9, C130: shows how much a question leaves open; an auto rule leaves nothing open', async () => {
    const auto = '§question Is it high?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
    const [first] = (await aap(['validate', '--json'], auto)).lines()
    expect(first).to.deep.include({ valid: true, ambiguity: 0, factors: [] })
    const act = manual.replace('it rain', 'they announce a deal')
    const [second] = (await aap(['validate', '--json', '--deadline', '1771631940'], act)).lines()
    expect(second.ambiguity).to.be.within(0.1, 1)
    expect(second.factors.map(({ name }: { name: string }) => name)).to.include('conduct')
    expect((await aap(['validate', '--json'], '§question Q')).lines()[0].ambiguity).to.equal(null)
  })

  it('fails for one of several lines only with --strict', async () => {
    const input = jsonLines({ id: 1, text: manual }, { id: 2, text: 'x' })
    const { status, lines } = await aap(['validate', '--lines'], input)
    expect(status).to.equal(0)
    expect(lines().map(({ id, valid }) => [id, valid])).to.deep.equal([
      [1, true],
      [2, false],
    ])
    expect((await aap(['validate', '--lines', '--strict'], input)).status).to.equal(1)
  })

  it('C56: compares a deadline with the market’s', async () => {
    const text = `${manual}\ndeadline:1771631940`
    expect((await aap(['validate', '--deadline', '1771631940'], text)).status).to.equal(0)
    expect((await aap(['validate', '--deadline', '1771631941'], text)).status).to.equal(1)
    expect((await aap(['validate', '--deadline', 'soon'], text)).status).to.equal(2)
  })
})
