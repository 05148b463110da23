import { expect } from 'chai'
import { parseArray } from '../../../services/store/parseArray.ts'

const texts = (text: string) => parseArray(text, (one) => one)

describe('parseArray', () => {
  it('reads elements with and without quotes', () => {
    expect(texts('{a,"b c","{",""}')).to.deep.equal(['a', 'b c', '{', ''])
    expect(parseArray('{1,-2}', Number)).to.deep.equal([1, -2])
    expect(texts('{}')).to.deep.equal([])
  })

  it('tells NULL from its word', () => {
    expect(texts('{NULL,"NULL",null}')).to.deep.equal([null, 'NULL', 'null'])
  })

  it('reads what is escaped', () => {
    expect(texts('{"a\\"b","c\\\\d","\\\\x01"}')).to.deep.equal(['a"b', 'c\\d', '\\x01'])
  })

  it('reads arrays in arrays', () => {
    expect(parseArray('{{1,NULL},{2,"3"}}', Number)).to.deep.equal([
      [1, null],
      [2, 3],
    ])
    expect(parseArray('{{{1}}}', Number)).to.deep.equal([[[1]]])
  })

  it('passes over bounds that do not start at 1', () => {
    expect(parseArray('[0:1]={5,6}', Number)).to.deep.equal([5, 6])
  })
})
