import { expect } from 'chai'
import { Challenge, type Vote } from '../../protocol/index.ts'

describe('Challenge', () => {
  const position = (outcome: Vote.Outcome, confidenceBps: number, responseHash: string) => ({
    outcome,
    confidenceBps,
    responseHash,
  })

  it('S1-15: opposite view, what would change your mind, weakest point', () => {
    const positions = [
      position('YES', 8_250, '0xaa'),
      position('NO', 9_000, '0xbb'),
      null,
      position('NO', 9_000, '0xba'),
    ]
    const challenges = Challenge.challengesFor(positions, 0)
    expect(challenges).to.have.length(3)
    expect(challenges[0]).to.include('2 of 2 other workers').and.include('0xba').and.include('YES')
    expect(challenges[1]).to.include('82.50 %')
    expect(challenges[2]).to.include('weakest')
    expect(Challenge.challengesFor(positions, 2)).to.deep.equal([])
  })

  it('the order of workers changes nothing', () => {
    const positions = [
      position('YES', 8_000, '0x1'),
      position('NO', 7_000, '0x2'),
      position('INVALID', 7_000, '0x3'),
    ]
    const turned = [positions[0]!, positions[2]!, positions[1]!]
    expect(Challenge.challengesFor(turned, 0)).to.deep.equal(Challenge.challengesFor(positions, 0))
  })

  it('without opposition the question is put all the same', () => {
    const [first] = Challenge.challengesFor([position('NO', 10_000, '0x1')], 0)
    expect(first).to.include('opposite of NO')
  })

  it('spells a confidence in percent, with two decimals or none', () => {
    const spelled = (bps: number) =>
      Challenge.challengesFor([position('YES', bps, '0x1')], 0)[1]!.split(' conf')[0]
    expect([0, 5, 100, 9_005, 9_950, 10_000].map(spelled)).to.deep.equal(
      ['0', '0.05', '1', '90.05', '99.50', '100'].map((percent) => `You are ${percent} %`),
    )
  })

  it('names the most confident of those who differ, not of all', () => {
    const positions = [
      position('NO', 5_000, '0x1'),
      position('NO', 10_000, '0x2'),
      position('YES', 6_000, '0x3'),
      position('INVALID', 7_000, '0x4'),
    ]
    const [first] = Challenge.challengesFor(positions, 0)
    expect(first).to.include('2 of 3 other workers did not answer NO')
    expect(first).to.include('says INVALID (answer 0x4)')
  })

  it('asks nobody who is not in the round', () => {
    expect(Challenge.challengesFor([position('NO', 1, '0x1')], 1)).to.deep.equal([])
    expect(Challenge.challengesFor([], 0)).to.deep.equal([])
  })
})
