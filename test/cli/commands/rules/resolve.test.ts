import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { sampleMarkets } from '../../../../scripts/bench/rulesSamples.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { temporaryFolder } from '../../../helpers/program.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('cresolver rules resolve', function () {
  this.timeout(120_000)

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
})
