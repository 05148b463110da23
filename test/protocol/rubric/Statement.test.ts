import { expect } from 'chai'
import * as Statement from '../../../protocol/rubric/Statement.ts'
import * as Text from '../../../protocol/rubric/Text.ts'
import * as Topic from '../../../protocol/rubric/Topic.ts'

const topic = Topic.of('Will Rosenborg beat Viking?')
const sentence = (text: string) => Text.sentences(Text.fold(text))[0]!
const about = (text: string) => Statement.about(topic, sentence(text))
const filler = (count: number) =>
  Array.from({ length: count }, (_, i) => `w${'abcdefghij'[i % 10]}x`).join(' ')

describe('Statement.isPossible', () => {
  const isPossible = (text: string) => Statement.isPossible(sentence(text))

  it('a sentence states something', () => {
    expect(isPossible('Rosenborg won 3-1 against Viking.')).to.equal(true)
  })

  it('C79: a question, a list of praise and what is said to the reader state nothing', () => {
    expect(isPossible('Did Rosenborg win? ')).to.equal(false)
    expect(isPossible('Rosenborg won official transcript all sources confirmed by')).to.equal(false)
    expect(isPossible('As you see, Rosenborg won')).to.equal(false)
  })

  it('C79: nobody reads more than sixty words', () => {
    expect(isPossible(`Rosenborg ${filler(59)}`)).to.equal(true)
    expect(isPossible(`Rosenborg ${filler(60)}`)).to.equal(false)
  })
})

describe('Statement.about', () => {
  it('is null for a sentence about something else', () => {
    expect(about('The weather in Trondheim was mild')).to.equal(null)
  })

  it('has the words near the subject: four before it, twelve behind', () => {
    const { near, length } = about(`${filler(6)} Rosenborg ${filler(20)}`)!
    expect(near).to.have.length(4 + 1 + 12)
    expect(near[4]).to.equal('rosenborg')
    expect(length).to.equal(13)
    expect(about('Rosenborg won')).to.deep.include({ near: ['rosenborg', 'won'], length: 2 })
  })

  it('S1-18: is factual by a figure behind the subject, or by a citation', () => {
    const isFactual = (text: string) => about(text)!.isFactual
    expect(isFactual('Rosenborg won 3-1')).to.equal(true)
    expect(isFactual('Rosenborg had 2500 fans there')).to.equal(true)
    expect(isFactual('Rosenborg won [2]')).to.equal(true)
    expect(isFactual('Rosenborg won again')).to.equal(false)
    for (const year of [1999, 2025])
      expect(isFactual(`Rosenborg won in ${year}`), 'a year is no figure').to.equal(false)
    expect(isFactual('Rosenborg was 3 goals ahead of Viking'), 'between its names').to.equal(true)
    expect(isFactual('By 3 goals won Rosenborg'), 'before the subject').to.equal(false)
    expect(isFactual(`Rosenborg ${filler(12)} 3`), 'too far behind it').to.equal(false)
  })
})
