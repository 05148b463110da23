import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { isChainAllowed, readLimits } from '../../don/limits.ts'

type File = Record<string, unknown>
const text = readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8')
const file = (changes: File = {}): File => ({ ...(JSON.parse(text) as File), ...changes })
const within = (name: string, changes: File): File => ({ ...(file()[name] as File), ...changes })

describe('the engine’s limits', () => {
  it('are milliseconds and bytes', () => {
    const limits = readLimits(
      file({
        ExecutionTimeout: '5m0s',
        LogLineLimit: '1kb',
        LogEventLimit: '1000',
        WASMMemoryLimit: '100mb',
      }),
    )
    expect(limits).to.include({
      ExecutionTimeout: 300_000,
      LogLineLimit: 1_000,
      LogEventLimit: 1_000,
      WASMMemoryLimit: 100_000_000,
    })
  })

  const durations: [string, number][] = [
    ['10s', 10_000],
    ['2m', 120_000],
    ['1m30s', 90_000],
    ['0s', 0],
  ]
  for (const [written, ms] of durations) {
    it(`a duration of ${written} is ${ms} ms`, () => {
      expect(readLimits(file({ ExecutionTimeout: written })).ExecutionTimeout).to.equal(ms)
    })
  }

  const sizes: [string, number][] = [
    ['7', 7],
    ['7b', 7],
    ['25kb', 25_000],
    ['3mb', 3_000_000],
  ]
  for (const [written, bytes] of sizes) {
    it(`a size of ${written} is ${bytes} bytes`, () => {
      expect(readLimits(file({ LogLineLimit: written })).LogLineLimit).to.equal(bytes)
    })
  }

  it('a rate is so many at once, then one each so many milliseconds', () => {
    const { HTTPTrigger } = readLimits(file({ HTTPTrigger: { RateLimit: 'every30s:3' } }))
    expect(HTTPTrigger.RateLimit).to.deep.equal({ everyMs: 30_000, burst: 3 })
  })

  it('AUDIT D1: are CRE’s own where the file of the `cre` CLI leaves them out', () => {
    const kept = Object.entries(file()).filter(
      ([name]) =>
        !/^(Trigger|CapabilityConcurrency|SecretsConcurrency|WASMSecrets|ChainAllowed|DONTime)/.test(name),
    )
    expect(readLimits(Object.fromEntries(kept))).to.deep.equal(readLimits(file()))
    expect(readLimits(file())).to.deep.include({
      TriggerSubscriptionLimit: 10,
      TriggerEventQueueLimit: 50,
      TriggerEventQueueTimeout: 600_000,
      CapabilityConcurrencyLimit: 30,
      SecretsConcurrencyLimit: 5,
      WASMSecretsSizeLimit: 27_000,
      WASMCompressedBinarySizeLimit: 20_000_000,
      DONTime: { RequestTimeout: 30_000 },
    })
  })

  it('say which chains may be called', () => {
    const of = (Default: string, Values: Record<string, string>) =>
      readLimits(file({ ChainAllowed: { Default, Values } }))
    expect(isChainAllowed(readLimits(file()), '1')).to.equal(true)
    expect(isChainAllowed(of('false', { '1': 'true' }), '1')).to.equal(true)
    expect(isChainAllowed(of('false', { '1': 'true' }), '2')).to.equal(false)
    expect(isChainAllowed(of('true', { '2': 'false' }), '2')).to.equal(false)
  })

  const wrong: [string, File][] = [
    ['ChainAllowed', file({ ChainAllowed: { Default: 'perhaps' } })],
    ['SecretsConcurrencyLimit', file({ SecretsConcurrencyLimit: '0' })],
    ['ExecutionTimeout', file({ ExecutionTimeout: '5 minutes' })],
    ['LogLineLimit', file({ LogLineLimit: '1gb' })],
    ['LogEventLimit', file({ LogEventLimit: '-1' })],
    ['RateLimit', file({ HTTPTrigger: { RateLimit: '3 a minute' } })],
    ['CallLimit', file({ Secrets: within('Secrets', { CallLimit: 'many' }) })],
  ]
  for (const [name, given] of wrong) {
    it(`what is wrong is named: ${name}`, () => {
      expect(() => readLimits(given)).to.throw(new RegExp(name))
    })
  }

  it('what is missing is named, to the workflow’s own reading too', () => {
    const { LogTrigger: _, ...without } = file()
    expect(() => readLimits(without)).to.throw(/LogTrigger/)
    const { HTTPAction: __, ...unplanned } = file()
    expect(() => readLimits(unplanned)).to.throw(/HTTPAction/)
    for (const odd of [null, [], 'limits', 7]) expect(() => readLimits(odd)).to.throw()
  })
})
