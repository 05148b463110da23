import { expect } from 'chai'
import { coreOfText, hasName, isSame, isShortOf, namesIn } from '../../../workers/facts/Names.ts'

describe('namesIn', () => {
  it('finds runs of capitalised words, and none where only a sentence begins', () => {
    expect(
      namesIn('Today the Bay won against Tolland Ropes Ltd. in Velm.').map(({ text }) => text),
    ).to.deep.equal(['Bay', 'Tolland Ropes Ltd', 'Velm'])
    expect(namesIn('It was over by noon.')).to.deep.equal([])
  })

  it('keeps what owns apart from what is owned', () => {
    expect(namesIn("Quaychain's Basalt upgrade").map(({ text }) => text)).to.deep.equal([
      "Quaychain's",
      'Basalt',
    ])
  })
})

describe('namesIn, in headlines', () => {
  const textsOf = (headline: string) => namesIn(headline).map(({ text }) => text)

  it('ends a name at a verb, whose capital says nothing there', () => {
    expect(textsOf('Aldermoor Systems Signs Agreement to Acquire Brightquay Robotics')).to.include.members([
      'Aldermoor Systems',
      'Brightquay Robotics',
    ])
    expect(textsOf('ALDERMOOR SYSTEMS SIGNS AGREEMENT TO ACQUIRE TOLLAND ROBOTICS')).to.include.members([
      'ALDERMOOR SYSTEMS',
      'TOLLAND ROBOTICS',
    ])
  })

  it('leaves longer names whole', () => {
    expect(textsOf('Aldermoor Marine Services Signs Agreement With Velm Council')).to.include(
      'Aldermoor Marine Services',
    )
    expect(textsOf('The sale of Closes Signs Limited was agreed')).to.deep.equal(['Closes Signs Limited'])
  })
})

describe('isSame', () => {
  it('S2-113: compares whole names: neither Company Z for Company X nor United for City', () => {
    expect(isSame(coreOfText('Tolland Ropes Ltd'), coreOfText('Tolland Ropes'))).to.equal(true)
    expect(isSame(coreOfText('Dunholme City'), coreOfText('Dunholme United'))).to.equal(false)
    expect(hasName('Company X acquires Company Z', ['company', 'y'])).to.equal(false)
    expect(isShortOf(['norvane'], ['norvane', 'marine', 'services'])).to.equal(true)
    expect(isShortOf(['city'], ['dunholme', 'united'])).to.equal(false)
  })
})
