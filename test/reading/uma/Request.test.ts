import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { keccak256, stringToBytes } from 'viem'
import { parseRule } from '../../../adapters/rules/index.ts'
import { readMarket } from '../../../reading/Market.ts'
import { readRequest, toListing } from '../../../reading/uma/Request.ts'
import { budget } from '../../helpers/budget.ts'
import { recordedData } from '../../helpers/skip.ts'
import { ancillary, board, initializer, made, toHex } from '../../helpers/uma.ts'

const adapters = ['0x6A9D222616C90FcA5754cd1333cFD9b7fb6a4F74', '0x2F5e3684cb1F318ec51b00Edba38d79Ac2c0aA9d']
const polymarket = (adapter: string) => ({
  after: `Updates made by the question creator via the bulletin board at ${adapter} as described by https://polygonscan.com/tx/0xa14f01b115c4913624fc3f508f960f4dea252758e73c28f5f07f8e19d7bca066 should be considered.`,
  stamps: ',initializer:91430cad2d3975766499717fa0d66a78d814e5c5',
})

describe('readRequest', () => {
  it('AUDIT D6: reckons the ids of a question, whatever was stamped on behind it', () => {
    const questionId = keccak256(stringToBytes(ancillary()))
    const stamped = `${ancillary()},ooRequester:${board.slice(2)},childChainId:137`
    for (const value of [ancillary(), toHex(ancillary()), stamped, { ancillaryData: toHex(stamped) }])
      expect(readRequest(value)).to.include({ question_id: questionId, initializer })
    const calldata = { ancillary_data: ancillary({ stamps: '' }), creator: initializer }
    expect(readRequest(calldata)).to.include({ question_id: questionId, initializer })
    expect(readRequest(ancillary({ stamps: '' }))).to.include({ question_id: null, initializer: null })
  })

  it('AUDIT D6: a byte changed anywhere is another question', () => {
    const given = { questionID: keccak256(stringToBytes(ancillary())) }
    expect(readRequest({ ...given, ancillaryData: ancillary() })!.checks[0]!.holds).to.equal(true)
    const changed = ancillary().replace('406.5', '306.5')
    expect(readRequest({ ...given, ancillaryData: changed })!.checks[0]!.holds).to.equal(false)
  })

  it('AUDIT D6: updates of a board are notices, in hex or text, with their time', () => {
    const updates = [
      { timestamp: 1_772_000_000, update: toHex('The gauge moved.') },
      { update: 'It counts.' },
      { update: '' },
      7,
    ]
    const { notices } = readRequest({ ancillaryData: ancillary(), updates })!
    expect(notices.slice(1)).to.deep.equal([
      { kind: 'update', at: '2026-02-25T06:13:20Z', text: 'The gauge moved.' },
      { kind: 'update', at: null, text: 'It counts.' },
    ])
  })

  it('is null for a market of Gamma', () => {
    expect(readRequest({ question: 'Q?', description: 'R.' })).to.equal(null)
  })

  it('AUDIT D6: recorded questions have the ids that the chain gave them', function () {
    const folder = recordedData(this)
    const seen = new Set<string>()
    for (const line of readFileSync(join(folder, 'judge_answers_dev.jsonl'), 'utf8').trim().split('\n')) {
      const { query_id, conditionId, question, rules: description, res_data } = JSON.parse(line)
      for (const adapter of adapters) {
        const parts = { question, description, yes: res_data.p2, no: res_data.p1, ...polymarket(adapter) }
        const { checks } = readRequest({ query_id, conditionId, ancillaryData: ancillary(parts) })!
        if (checks.every(({ holds }) => holds === true)) seen.add(query_id)
      }
    }
    // The others have a number of their market in the text, which was not recorded.
    expect(seen.size).to.equal(216)
  })
})

describe('toListing', () => {
  it('AUDIT D6: a market has the title and the rules, and nothing of the blob; what stood around it stays', () => {
    const market = readMarket({
      id: '7',
      ancillaryData: ancillary(),
      endDate: '2027-03-01T00:00:00Z',
      unix_timestamp: 1_772_000_000,
    })
    expect(market).to.deep.include({
      id: '7',
      question: made.question,
      rules: made.description,
      outcomes: ['Yes', 'No'],
      end_date: '2027-03-01T00:00:00Z',
      created_at: '2026-02-25T06:13:20Z',
    })
    expect(readMarket(ancillary({ between: ' market_id: 12 ' })).id).to.equal('12')
    expect(toListing({ description: 'R.' })).to.equal(null)
  })

  it('AUDIT D6: subject, source and deadline are read as of any rule, and an explorer or the initializer is no source', () => {
    const { structured } = parseRule(toHex(ancillary()))
    expect(structured).to.include({ source: 'example.com', deadline: '2027-03-02T04:59Z', timezone: 'ET' })
    expect(structured.sources).to.deep.equal(['example.com'])
    expect(structured.predicate).to.include({ comparator: 'gt', threshold: '406.5' })
    expect(structured.predicate.subject).to.include('Lake Example')
  })

  it('AUDIT D6: recorded rules are read the same from ancillary data as from their listing', function () {
    this.timeout(120_000)
    const folder = recordedData(this)
    const lines = readFileSync(join(folder, 'polymarket_markets_dev.jsonl'), 'utf8').trim().split('\n')
    let count = 0
    for (const line of lines.filter((_, i) => i % budget(10, 1) === 0)) {
      const { id, question, description, outcomes } = JSON.parse(line)
      if (!description || outcomes?.length !== 2) continue
      const between = ` market_id: ${id} `
      const parts = {
        question,
        description,
        yes: outcomes[0],
        no: outcomes[1],
        between,
        ...polymarket(adapters[0]!),
      }
      const listed = { question: question.trim(), description: description.trim(), outcomes }
      expect(parseRule(ancillary(parts)).structured, id).to.deep.equal(parseRule(listed).structured)
      count++
    }
    expect(count).to.be.greaterThan(400)
  })
})
