import { expect } from 'chai'
import type { Account } from '../../../../workers/pipeline/Account.ts'
import { accountRule } from '../../../../workers/pipeline/rule/account.ts'
import { sampleQuestion } from '../helpers.ts'
import { proofOf, withRule } from './cases.ts'

const textOf = (account: Account): string => Object.values(account).flat().join('\n')

describe('accountRule', () => {
  it('tells what was asked, what was seen, and how it compares, for YES and for NO', async () => {
    const yes = accountRule(await proofOf('80000'))
    expect(yes.asked).to.include('BTC (bitcoin price_usd at coingecko) is at least 75000')
    expect(yes.observed).to.have.length(1)
    expect(yes.observed[0]).to.include('BTC at 80000 on 2026-02-20T23:59:40Z')
    expect(yes.reasoning[0]).to.include('80000 is at least 75000, 667 bps from the target')
    expect(yes.conclusion).to.equal('For BTC the answer is therefore YES.')
    const no = accountRule(await proofOf('70000'))
    expect(no.reasoning[0]).to.include('70000 is not at least 75000, 667 bps from the target')
    expect(no.conclusion).to.equal('For BTC the answer is therefore NO.')
  })

  it('says how far off the source could be without turning the answer, where it could be', async () => {
    const spareOf = async (value: string) =>
      accountRule(await proofOf(value)).against.find((one) => one.startsWith('Even if'))
    expect(await spareOf('80000')).to.include('off by 666 bps of the target, it would be at least 75000')
    expect(await spareOf('70000')).to.include('it would be not at least 75000')
    expect(await spareOf('75000')).to.equal(undefined)
    expect(await spareOf('75001')).to.equal(undefined)
  })

  it('S0-40: tells of a second provider that agrees, and of both values where they disagree', async () => {
    const agreeing = accountRule(await proofOf('80000', sampleQuestion, { value: '80001' }))
    expect(agreeing.observed[1]).to.include('binance independently recorded BTC at 80001')
    expect(textOf(agreeing)).to.include('No contradiction between the providers')
    const apart = accountRule(await proofOf('80000', sampleQuestion, { value: '90000' }))
    expect(apart.observed[0]).to.include('80000')
    expect(apart.observed[1]).to.include('binance recorded BTC at 90000')
    expect(apart.conclusion).to.include('INVALID')
    expect(apart.reasoning[0]).to.include('Rule disagreement applies')
  })

  it('S2-31: says what a plain reply can’t show, and by which hash it can be compared', async () => {
    const proof = await proofOf('80000')
    const hash = proof.evidence.items[0]!.retrieval.response_hash.slice(0, 18)
    const { limits, weakest } = accountRule(proof)
    expect(limits[0]).to.include('plain HTTPS (tier 3)').and.include(hash)
    expect(weakest).to.include(hash)
  })

  it('C55: names words that could be read as a touch', async () => {
    const touch = sampleQuestion.replace('trade at $75,000 or more', 'hit $75,000')
    expect(textOf(accountRule(await proofOf('80000', touch)))).to.include('could be read as "at any time"')
    expect(textOf(accountRule(await proofOf('80000')))).to.not.include('at any time')
  })

  it('C35: of a sample that does not decide it tells why, and what would', async () => {
    const strict = withRule('op:gte', 'target:75000', 'resolver:brevis:zktls')
    const account = accountRule(await proofOf('80000', strict))
    expect(account.reasoning).to.deep.equal([
      'Rule tier-too-low applies: the sample is proven less well than required.',
    ])
    expect(account.observed[0]).to.include('80000')
    expect(account.wouldChange).to.include('would make me give up INVALID')
  })
})
