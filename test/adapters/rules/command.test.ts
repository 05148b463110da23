import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { sampleMarkets } from '../../../scripts/bench/rulesSamples.ts'
import { run, temporaryFolder } from '../../helpers/program.ts'

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

  it('diff tells what an edit does', async () => {
    const input = JSON.stringify({
      id: 'e',
      before: 'Resolves "Yes" by May 1, 2027.',
      after: 'Resolves "Yes" by May 2, 2027.',
    })
    const [answer] = lines((await run(['rules', 'diff'], { input })).stdout)
    expect(answer).to.deep.include({ id: 'e', change: 'semantic' })
    const bad = await run(['rules', 'diff'], { input: '{"before":"x"}' })
    expect(bad.status).to.equal(1)
    expect(lines(bad.stdout)[0]).to.include({ error: 'Cli.NotAnEdit' })
  })

  it('resolve takes the pair from the name of the file, or asks for it', async () => {
    const folder = temporaryFolder()
    const csv = 'open_time,open,high,low,close,close_time\n1803790800000,1,2,1,1,1803794399999'
    for (const name of ['BTCUSDT-1h.csv', 'candles.csv']) writeFileSync(join(folder, name), csv)
    const input = JSON.stringify(sampleMarkets[1])
    const named = await run(['rules', 'resolve', '--klines', join(folder, 'BTCUSDT-1h.csv')], { input })
    expect(lines(named.stdout)[0]).to.include({ id: '2', outcome: null })
    expect(lines(named.stdout)[0].rule).to.include({ symbol: 'BTCUSDT', kind: 'touch' })
    const unnamed = await run(['rules', 'resolve', '--klines', join(folder, 'candles.csv')], { input })
    expect(unnamed.status).to.equal(2)
    expect(unnamed.stderr).to.include('--symbol')
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
