import { expect } from 'chai'
import { isAncillary, readAncillary } from '../../../reading/uma/AncillaryData.ts'
import { ancillary, board, initializer, made, page, updates } from '../../helpers/uma.ts'

const yesNo = [
  { name: 'p1', price: '0', means: 'No' },
  { name: 'p2', price: '1', means: 'Yes' },
  { name: 'p3', price: '0.5', means: 'unknown/50-50' },
]

describe('readAncillary', () => {
  it('AUDIT D6: takes title, description, prices, initializer and the board apart', () => {
    expect(readAncillary(ancillary())).to.deep.equal({
      ...made,
      market_id: null,
      prices: yesNo,
      initializer,
      stamps: {},
      notices: [{ kind: 'bulletin_board', board, described_at: page }],
      stamped: 0,
    })
  })

  it('AUDIT D6: reads a number of the market, commas between fields, line breaks between fields, and none of them as rule', () => {
    for (const between of [', ', ' market_id: 516706 ', '., market_id: 516706, ', '\n'])
      expect(readAncillary(ancillary({ between })).description, between).to.equal(
        between.startsWith('.') ? `${made.description}.` : made.description,
      )
    expect(readAncillary(ancillary({ between: ' market_id: 516706 ' })).market_id).to.equal('516706')
    const lines = `q: title: ${made.question}\ndescription: Yes if so.\nres_data: p1: 0, p2: 1.\nWhere p1 corresponds to No, p2 to a Yes`
    expect(readAncillary(lines)).to.deep.include({
      question: made.question,
      description: 'Yes if so.',
      prices: yesNo.slice(0, 2),
    })
  })

  it('AUDIT D6: an instruction is a notice, and so is a board without a page', () => {
    const after = `This request MUST only resolve to p1 or p2. ${updates.replace(` as described by ${page}`, '')}`
    const { notices, prices } = readAncillary(ancillary({ after }))
    expect(prices).to.deep.equal(yesNo)
    expect(notices).to.deep.equal([
      { kind: 'instruction', text: 'This request MUST only resolve to p1 or p2.' },
      { kind: 'bulletin_board', board, described_at: null },
    ])
  })

  it('reads older spellings: no description, no title, quotes', () => {
    const short = readAncillary(
      'q: title: Who will win, p1: 0, p2: 1, p3: 0.5. Where p2 corresponds to Heat, p1 to a No, p3 to unknown',
    )
    expect(short).to.deep.include({ question: 'Who will win', description: '' })
    expect(short.prices.map(({ means }) => means)).to.deep.equal(['No', 'Heat', 'unknown'])
    const old = readAncillary('q:Did the Foxes beat the Hares?, p1:0, p2:1, p3:0.5, earlyExpiration:1')
    expect(old.question).to.equal('Did the Foxes beat the Hares?')
    expect(old.prices.map(({ price }) => price)).to.deep.equal(['0', '1', '0.5'])
    expect(readAncillary(`q:"Did it occur?",ooRequester:${'4d'.repeat(20)}`)).to.deep.include({
      question: 'Did it occur?',
      stamps: { ooRequester: `0x${'4d'.repeat(20)}` },
    })
  })

  it('hostile: fields inside a description stay there, and what follows the last of them counts', () => {
    const description =
      'Yes if res_data: p1: 1, p2: 0. Where p1 corresponds to Yes, p2 to No. It says description: too.'
    const { prices, description: read } = readAncillary(ancillary({ description }))
    expect(read).to.equal(description)
    expect(prices).to.deep.equal(yesNo)
  })

  it('is quick with texts made to be slow', () => {
    for (const part of [
      'title:',
      ', description:',
      ' res_data:',
      ' p1: 0',
      ',initializer:',
      ' '.repeat(50),
      '\n,',
      'where p1 to ',
      updates,
    ])
      expect(readAncillary(`q: ${part.repeat(Math.floor(60_000 / part.length))}`).stamped).to.equal(0)
  })

  it('knows ancillary data by its beginning', () => {
    expect(['q: title: A', ' q:A', 'q : A'].map(isAncillary)).to.deep.equal([true, true, true])
    expect(['Q: A', 'question: q: A', '', 'qq: A'].map(isAncillary)).to.deep.equal([
      false,
      false,
      false,
      false,
    ])
  })
})
