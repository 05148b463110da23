import { expect } from 'chai'
import { parseRule } from '../../../adapters/rules/index.ts'

describe('sources', () => {
  const sourceOf = (description: string, more: object = {}) =>
    parseRule({ question: 'Will it be?', description, ...more }).structured

  it('S4-10: the listing’s own source comes first, as a registrable domain', () => {
    const { source, sources } = sourceOf('The resolution source is https://news.example.co.uk/x.', {
      resolutionSource: 'https://www.data.example.org/page',
    })
    expect({ source, sources }).to.deep.equal({
      source: 'example.org',
      sources: ['example.org', 'example.co.uk'],
    })
  })

  it('B10: a link that is only background is cited as that, and is no source', () => {
    const text =
      'Read more here: https://gossip.example.com/a.\nThe resolution source is https://facts.example.org/b.'
    expect(sourceOf(text).sources).to.deep.equal(['example.org'])
    expect(sourceOf(text).citations.map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['link', 'example.org'],
      ['background', 'example.com'],
    ])
    for (const lead of ['See also', '(see:', 'For context, see'])
      expect(
        sourceOf(`It resolves to "Yes" if they meet. ${lead} https://gossip.example.com/a`).source,
        lead,
      ).to.equal(null)
  })

  it('B10: a picture is no source, unless the rules say that it decides', () => {
    const wins = 'It resolves to "Yes" if the cup is won.'
    for (const shown of [
      '![cup](https://cdn.example.com/cup.png)',
      'https://cdn.example.com/cup.jpg?w=3',
      '<img src="https://cdn.example.com/cup.webp">',
    ])
      expect(sourceOf(`${wins} The cup looks like this: ${shown}`).source, shown).to.equal(null)
    const chart = 'The resolution source is https://charts.example.com/latest.png.'
    expect(sourceOf(`${wins} ${chart}`).source).to.equal('example.com')
  })

  it('B10: nobody is a source whom the text does not name', () => {
    for (const text of [
      'It resolves to "Yes" if the film Dune is shown, according to its studio.',
      'It resolves to "Yes" if "Variety" is played.',
      'It resolves to "Yes" if Fred is announced as host.',
      'It resolves to "Yes" if the ICC, the International Criminal Court, agrees.',
    ])
      expect(sourceOf(text).source, text).to.equal(null)
    expect(sourceOf('It resolves according to the dashboard on Dune.').source).to.equal('dune.com')
  })

  it('a publication is known by its name, a competition by its own', () => {
    expect(sourceOf('The resolution source will be the Federal Register.').source).to.equal(
      'federalregister.gov',
    )
    expect(sourceOf('In the upcoming NBA game, the Gulls play the Foxes.').source).to.equal('nba.com')
  })

  it('credible reporting is cited, but is no domain', () => {
    const { source, citations } = sourceOf('The source will be a consensus of credible reporting.')
    expect(source).to.equal(null)
    expect(citations).to.deep.equal([
      { kind: 'consensus', domain: null, name: 'consensus of credible reporting' },
    ])
  })

  it('who is said to decide comes before who is only cited', () => {
    const text =
      'Resolves according to the ledger (https://ledger.example.net/a). The resolution source will be the fund’s site (https://fund.example.org).'
    expect(sourceOf(text).sources).to.deep.equal(['example.org', 'example.net'])
  })

  it('whoever is only spoken of is the source where the rule names no other, and is a mention', () => {
    const { source, citations, factors } = sourceOf('It counts once the token can be had (i.e. via Uniswap).')
    expect(source).to.equal('uniswap.org')
    expect(citations).to.deep.equal([{ kind: 'mention', domain: 'uniswap.org', name: 'uniswap' }])
    expect(factors.map(({ name }) => name)).to.include('no_named_source')
    expect(sourceOf('Uniswap has it. The resolution source is a video of the talk.').source).to.equal(null)
  })

  it('an authority is cited by the name that the rule gives it', () => {
    const named = (text: string) =>
      sourceOf(text)
        .citations.filter(({ kind }) => kind === 'authority')
        .map(({ name }) => name)
    expect(
      named('The source will be official information from the Government of Norland, however …'),
    ).to.deep.equal(['Government of Norland'])
    expect(named('As certified by Norland’s government.')).to.deep.equal(['Norland’s government'])
    expect(named('It must be announced by December 31, 2027.')).to.deep.equal([])
    expect(named('The source is information from the Federal Register.')).to.deep.equal([])
  })

  it('an oracle is cited as one, and names are known in one word and with points too', () => {
    const [cited] = sourceOf('The resolution source is the Chainlink BTC/USD data stream.').citations
    expect(cited).to.deep.equal({ kind: 'oracle', domain: 'chain.link', name: 'chainlink' })
    expect(sourceOf('According to SeekingAlpha.').source).to.equal('seekingalpha.com')
    expect(sourceOf('As confirmed by the U.S. Senate, according to its site.').source).to.equal('senate.gov')
  })

  it('a host without a scheme is an address, two sentences without a blank are none', () => {
    expect(sourceOf('The source is portal.jne.gob.pe, its archive too.').source).to.equal('jne.gob.pe')
    expect(sourceOf('The source is legaseriea.it.').source).to.equal('legaseriea.it')
    expect(sourceOf('It is based on the vote.In case of doubt it waits.').source).to.equal(null)
  })

  it('the registrable part of an address is without www, and below what countries register under', () => {
    const of = (address: string) => sourceOf(`The source is ${address}`).source
    expect(of('https://www.gov.uk/x')).to.equal('gov.uk')
    expect(of('https://www150.statcan.gc.ca/n1')).to.equal('statcan.gc.ca')
    expect(of('https://data.stat.go.jp/')).to.equal('stat.go.jp')
  })
})
