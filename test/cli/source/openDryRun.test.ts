import { expect } from 'chai'
import { openDryRun } from '../../../cli/source/openDryRun.ts'
import { sourcesConfig } from '../../../cli/source/sourcesConfig.ts'
import { Question } from '../../../protocol/index.ts'
import { startFakeApi } from '../../helpers/fakeApi.ts'

describe('asking what a source would say today', () => {
  it('B8: asks the sources of a config, as often as it is called', async () => {
    const api = await startFakeApi(() => ({ body: '[]' }))
    try {
      const baseUrls = { binance: api.url }
      const ask = openDryRun(
        sourcesConfig.parse({ sources: { transport: 'live', allowLoopback: true, attempts: 1, baseUrls } }),
      )
      const { rule } = Question.parse('§question Q\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:1')
      expect((await ask(rule, 1_771_668_000)).kind).to.equal('silent')
      expect((await ask(rule, 1_771_668_000)).kind).to.equal('silent')
      expect(api.calls.map(({ path }) => path.split('?')[0])).to.deep.equal([
        '/api/v3/klines',
        '/api/v3/klines',
      ])
    } finally {
      await api.close()
    }
  })
})
