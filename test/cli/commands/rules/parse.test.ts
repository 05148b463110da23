import { expect } from 'chai'
import { keccak256, stringToBytes } from 'viem'
import { sampleMarkets } from '../../../../scripts/bench/rulesSamples.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { ancillary, board, initializer, page, toHex } from '../../../helpers/uma.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('cresolver rules', function () {
  this.timeout(120_000)

  it('parse answers an array and JSON lines alike, in order, and a bad line with an error', async () => {
    const array = await run(['rules', 'parse'], { input: JSON.stringify(sampleMarkets) })
    expect(array.status).to.equal(0)
    expect(lines(array.stdout).map(({ id }) => id)).to.deep.equal(['1', '2', '3', '4'])
    const input = [
      ...sampleMarkets.map((market) => JSON.stringify(market)),
      '{"id":5,"question":5}',
      '{',
    ].join('\n')
    const jsonLines = await run(['rules', 'parse'], { input })
    expect(jsonLines.status).to.equal(0)
    const answers = lines(jsonLines.stdout)
    expect(answers.slice(0, 4)).to.deep.equal(lines(array.stdout))
    expect(answers[4]).to.include({ id: 5, error: 'Rules.UnreadableMarket' })
    expect(answers[5]).to.have.property('error')
  })

  it('AUDIT D6: parse reads ancillary data, in hex, text and records, and says what is beside its rule', async () => {
    const questionId = keccak256(stringToBytes(ancillary()))
    const record = { id: 9, questionID: questionId, ancillaryData: toHex(ancillary()) }
    for (const input of [ancillary(), toHex(ancillary()), JSON.stringify(record)]) {
      const { status, stdout } = await run(['rules', 'parse'], { input })
      expect(status).to.equal(0)
      const [{ structured, uma, spans }] = lines(stdout)
      expect(structured).to.include({ source: 'example.com', deadline: '2027-03-02T04:59Z' })
      expect(structured.predicate.subject).to.include('Lake Example')
      expect(structured.sources).to.deep.equal(['example.com'])
      expect(uma).to.deep.include({ question_id: questionId, initializer })
      expect(uma.notices).to.deep.equal([{ kind: 'bulletin_board', board, described_at: page }])
      expect(uma.description.slice(spans.timezone.start, spans.timezone.end)).to.equal('ET')
      expect(uma.checks.map(({ holds }: { holds: boolean }) => holds)).to.deep.equal(
        input.startsWith('{') ? [true] : [],
      )
    }
    const { stdout } = await run(['rules', 'parse'], { input: `0x12\n${toHex(ancillary())}` })
    expect(lines(stdout)[0]).to.include({ error: 'Uma.NotAncillary' })
    expect(lines(stdout)[1]).to.have.property('uma')
  })

  it('import gives a question that aap validates, and every verb has help', async () => {
    const [answer] = lines(
      (await run(['rules', 'import'], { input: JSON.stringify(sampleMarkets[1]) })).stdout,
    )
    const checked = await run(['aap', 'validate', '--json', '--deadline', String(answer.deadline)], {
      input: answer.question,
    })
    expect(lines(checked.stdout)[0]).to.include({ valid: true, ambiguity: 0 })
    for (const verb of ['parse', 'diff', 'resolve', 'import']) {
      const { status, stdout } = await run(['rules', verb, '--help'])
      expect(status, verb).to.equal(0)
      expect(stdout).to.include('Examples:')
    }
    for (const verb of ['review', 'approve', 'parameters', 'approve-parameters', 'reparse'])
      expect((await run(['rules', verb, '--help'])).stdout).to.include(`$ cresolver rules ${verb}`)
  })

  it('error: where no service answers, it says how to start one', async () => {
    const { status, stdout } = await run(['rules', 'review', '--json', '--url', 'http://127.0.0.1:9'])
    expect(status).to.equal(1)
    expect(lines(stdout)[0].error).to.equal('Rules.NoService')
    expect(lines(stdout)[0].message).to.include('127.0.0.1:9').and.to.include('cresolver rules serve')
  })
})
