import { expect } from 'chai'
import { encodeBytes32String, getAddress, parseEther } from 'ethers'
import { network } from 'hardhat'
import type { Parameters } from '../../cli/deploy/parameters.ts'
import {
  day,
  defaultParameters,
  deploySystem,
  deployVariant,
  hour,
  treasury,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

type Name = keyof Parameters
type Bound = {
  name: Name
  least: bigint | number
  /** null: the largest that fits its type. */
  most: bigint | number | null
  /** What the others must be for the bound to be the only one. */
  beside?: Partial<Parameters>
}

const most96 = 2n ** 96n - 1n
const bounds: Bound[] = [
  { name: 'minReward', least: 1n, most: null },
  { name: 'minStake', least: 1n, most: null },
  { name: 'stakeBps', least: 1_000, most: 20_000 },
  { name: 'maxWorkers', least: 1, most: 32, beside: { minWorkers: 1 } },
  { name: 'minWorkers', least: 1, most: 5, beside: { maxWorkers: 5 } },
  { name: 'joinCutoff', least: 0, most: day },
  { name: 'maxDuration', least: 601, most: 730 * day },
  { name: 'requestCooldown', least: 2, most: day, beside: { reportTtl: 1 } },
  { name: 'reportTtl', least: 1, most: 3_599 },
  { name: 'quorumGrace', least: 1, most: 42 * hour, beside: { resolutionTimeout: 7 * day } },
  { name: 'resolutionTimeout', least: 4 * hour, most: 7 * day },
  { name: 'challengeWindow', least: hour, most: 30 * day, beside: { windowExtension: 30 * day } },
  { name: 'windowExtension', least: 3_601, most: 30 * day, beside: { challengeWindow: 7_201 } },
  { name: 'minMarginBps', least: 1, most: 5_000 },
  { name: 'wrongSlashBps', least: 0, most: 7_500, beside: { silentSlashBps: 10_000, doubtSlashBps: 0 } },
  { name: 'silentSlashBps', least: 5_000, most: 10_000 },
  { name: 'doubtSlashBps', least: 0, most: 5_000 },
  { name: 'absentSlashBps', least: 0, most: 5_000 },
  { name: 'challengerRewardBps', least: 500, most: 5_000 },
  { name: 'invalidRewardBps', least: 0, most: 5_000 },
  { name: 'feeBps', least: 0, most: 1_000 },
  { name: 'minBond', least: 1n, most: null },
  { name: 'bondBps', least: 1, most: 10_000 },
  { name: 'maxRounds', least: 1, most: 4 },
  { name: 'appealJoin', least: 1, most: 7 * day },
  { name: 'arbitrationTimeout', least: day, most: 60 * day },
]

const next = (value: bigint | number, step: 1 | -1) =>
  typeof value === 'bigint' ? value + BigInt(step) : value + step

describe('parameters', () => {
  it('every one of them has its bounds tested', () => {
    expect(bounds.map(({ name }) => name)).to.have.members(Object.keys(defaultParameters))
  })

  for (const { name, least, most, beside } of bounds) {
    const given = (value: bigint | number) => ({ ...beside, [name]: value }) as Partial<Parameters>

    it(`${name} may be ${least} and ${most ?? 'what its type holds'}, and is then what it is`, async () => {
      const system = await networkHelpers.loadFixture(fixture)
      for (const value of [least, most ?? most96]) {
        const { market } = await deployVariant(system, { parameters: given(value) })
        expect((await market.parameters())[name]).to.equal(value)
      }
    })

    it(`${name} outside of that is refused by name`, async () => {
      const system = await networkHelpers.loadFixture(fixture)
      const outside = [...(least > 0 ? [next(least, -1)] : []), ...(most === null ? [] : [next(most, 1)])]
      expect(outside).not.to.deep.equal([])
      for (const value of outside) {
        // A cooldown of one second leaves no time for a report to be valid in.
        const isCooldownOfOne = name === 'requestCooldown' && value === 1
        await expect(deployVariant(system, { parameters: given(value) }), String(value))
          .to.be.revertedWithCustomError(system.market, 'BadParameter')
          .withArgs(encodeBytes32String(isCooldownOfOne ? 'reportTtl' : name))
      }
    })
  }

  it('a cooldown of zero is refused by its own name', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    await expect(deployVariant(system, { parameters: { requestCooldown: 0 } }))
      .to.be.revertedWithCustomError(system.market, 'BadParameter')
      .withArgs(encodeBytes32String('requestCooldown'))
  })

  it('bounds that hang on another parameter move with it', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const refused: [Name, Partial<Parameters>][] = [
      ['minWorkers', { maxWorkers: 2, minWorkers: 3 }],
      ['maxDuration', { joinCutoff: day, maxDuration: day }],
      ['reportTtl', { requestCooldown: 600, reportTtl: 600 }],
      ['reportTtl', { requestCooldown: day, reportTtl: hour + 1 }],
      ['resolutionTimeout', { quorumGrace: 6 * hour + 1, resolutionTimeout: day }],
      ['windowExtension', { challengeWindow: 3 * hour, windowExtension: hour }],
      ['silentSlashBps', { wrongSlashBps: 5_001 }],
      ['wrongSlashBps', { challengerRewardBps: 5_000, wrongSlashBps: 5_001, silentSlashBps: 5_001 }],
      ['doubtSlashBps', { wrongSlashBps: 999 }],
      ['absentSlashBps', { silentSlashBps: 6_000, absentSlashBps: 6_001 }],
    ]
    for (const [name, parameters] of refused) {
      await expect(deployVariant(system, { parameters }), name)
        .to.be.revertedWithCustomError(system.market, 'BadParameter')
        .withArgs(encodeBytes32String(name))
    }
    for (const parameters of [
      { joinCutoff: day, maxDuration: day + 1 },
      { requestCooldown: 601, reportTtl: 600 },
      { requestCooldown: day, reportTtl: hour },
      { quorumGrace: 6 * hour, resolutionTimeout: day },
      { wrongSlashBps: 5_001, silentSlashBps: 5_001 },
      { wrongSlashBps: 1_000 },
      { silentSlashBps: 6_000, absentSlashBps: 6_000 },
    ])
      await deployVariant(system, { parameters })
  })

  it('all are read back as they were given, each in its own place', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const parameters: Parameters = {
      minReward: parseEther('0.002'),
      minStake: parseEther('0.003'),
      stakeBps: 4_321,
      maxWorkers: 30,
      minWorkers: 2,
      joinCutoff: 601,
      maxDuration: 300 * day,
      requestCooldown: 902,
      reportTtl: 603,
      quorumGrace: hour + 4,
      resolutionTimeout: day + 5,
      challengeWindow: 2 * hour + 6,
      windowExtension: hour + 7,
      minMarginBps: 1_008,
      wrongSlashBps: 5_009,
      silentSlashBps: 5_010,
      doubtSlashBps: 1_016,
      absentSlashBps: 1_017,
      challengerRewardBps: 2_511,
      invalidRewardBps: 2_012,
      feeBps: 318,
      minBond: parseEther('0.013'),
      bondBps: 1_014,
      maxRounds: 4,
      appealJoin: hour + 15,
      arbitrationTimeout: 14 * day + 19,
    }
    const { market } = await deployVariant(system, { parameters })
    const read = await market.parameters()
    for (const [name, value] of Object.entries(parameters)) expect(read[name as Name], name).to.equal(value)
    expect(read.length).to.equal(Object.keys(parameters).length)
  })

  it('S1x-7: the identity delay is at least a round and its window, to the second', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { resolutionTimeout, challengeWindow } = defaultParameters
    const shortest = resolutionTimeout + challengeWindow
    await deployVariant(system, { identityDelay: shortest })
    await expect(deployVariant(system, { identityDelay: shortest - 1 }))
      .to.be.revertedWithCustomError(system.market, 'BadDelay')
      .withArgs(shortest - 1)
  })

  it('the wiring is what was given', async () => {
    const { market, identities, reputations, feedbacks, judge, killSwitch, arbiter } =
      await networkHelpers.loadFixture(fixture)
    expect(await market.identities()).to.equal(await identities.getAddress())
    expect(await market.reputations()).to.equal(await reputations.getAddress())
    expect(await market.feedbacks()).to.equal(await feedbacks.getAddress())
    expect(await market.judge()).to.equal(await judge.getAddress())
    expect(await market.killSwitch()).to.equal(await killSwitch.getAddress())
    expect(await market.treasury()).to.equal(getAddress(treasury))
    expect(await market.arbiter()).to.equal(arbiter.address)
  })
})
