import { expect } from 'chai'
import { sampleMarkets } from '../../../../scripts/bench/rulesSamples.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'

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
