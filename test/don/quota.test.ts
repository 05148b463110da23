import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { refuse } from '../../don/capability.ts'
import { readLimits } from '../../don/limits.ts'
import { allowanceOf, type Counted, type Measured, Quota } from '../../don/quota.ts'
import { limits } from '../helpers/localDon.ts'

const counted: Record<Counted, [string, number]> = {
  http: ['HTTPAction.CallLimit', 5],
  confidentialHttp: ['ConfidentialHTTP.CallLimit', 5],
  reads: ['ChainRead.CallLimit', 15],
  writes: ['ChainWrite.TargetsLimit', 10],
  consensus: ['Consensus.CallLimit', 20],
  secrets: ['Secrets.CallLimit', 5],
}
const measured: Record<Measured, [string, number]> = {
  observationBytes: ['Consensus.ObservationSizeLimit', 25_000],
  reportBytes: ['ChainWrite.ReportSizeLimit', 5_000],
  httpRequestBytes: ['HTTPAction.RequestSizeLimit', 10_000],
  httpResponseBytes: ['HTTPAction.ResponseSizeLimit', 100_000],
  readBytes: ['ChainRead.PayloadSizeLimit', 5_000],
}
const refusalOf = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return refuse(error).response.value
  }
  throw new Error('it was allowed')
}

describe('quotas of a node', () => {
  for (const [what, [name, most]] of Object.entries(counted) as [Counted, [string, number]][]) {
    it(`allows ${most} of ${name}, and refuses one more in the engine’s words`, () => {
      const quota = new Quota(limits, 'ab')
      for (let i = 0; i < most; i++) quota.count(what)
      expect(quota.usage[what]).to.equal(most)
      expect(refusalOf(() => quota.count(what))).to.equal(
        `Public:User:LimitExceeded:PerWorkflow.${name} limited for workflow[ab]: cannot use ${most + 1}, limit is ${most}`,
      )
      expect(quota.usage[what]).to.equal(most)
    })
  }

  for (const [what, [name, most]] of Object.entries(measured) as [Measured, [string, number]][]) {
    it(`allows ${most} bytes of ${name}, and keeps the largest`, () => {
      const quota = new Quota(limits, 'ab')
      for (const amount of [1, most, 2]) quota.measure(what, amount)
      expect(quota.usage[what]).to.equal(most)
      expect(refusalOf(() => quota.measure(what, most + 1))).to.contain(`PerWorkflow.${name} limited`)
    })
  }

  it('says what is allowed of each', () => {
    const most = Object.fromEntries(
      Object.entries({ ...counted, ...measured }).map(([key, [, n]]) => [key, n]),
    )
    expect(allowanceOf(limits)).to.deep.equal(most)
  })
})

describe('readLimits', () => {
  const file = new URL('../../workflow/limits.json', import.meta.url)
  const whole = () => JSON.parse(readFileSync(file, 'utf8'))

  it('reads sizes in thousands, durations and rates', () => {
    expect(limits).to.deep.include({
      ExecutionTimeout: 300_000,
      WASMMemoryLimit: 100_000_000,
      LogLineLimit: 1_000,
    })
    expect(limits.LogTrigger.EventRateLimit).to.deep.equal({ everyMs: 6_000, burst: 10 })
    expect(limits.HTTPTrigger.RateLimit).to.deep.equal({ everyMs: 60_000, burst: 1 })
  })

  it('refuses what is missing or no limit', () => {
    expect(() => readLimits({})).to.throw()
    expect(() => readLimits({ ...whole(), HTTPTrigger: {} })).to.throw(/RateLimit/)
    expect(() => readLimits({ ...whole(), ExecutionTimeout: 'soon' })).to.throw(/duration/)
    expect(() => readLimits({ ...whole(), LogLineLimit: '-1kb' })).to.throw(/size/)
  })
})
