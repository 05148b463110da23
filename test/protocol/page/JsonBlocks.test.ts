import { expect } from 'chai'
import { PageText } from '../../../protocol/index.ts'
import { outline } from './outline.ts'

describe('JsonBlocks', () => {
  const values = (raw: string) => {
    const { blocks, text } = PageText.read(raw, 'application/json')
    return blocks.flatMap((block) =>
      block.kind === 'value' ? [`${block.path} = ${text.slice(block.start, block.end)}`] : [],
    )
  }

  it('each value has its path, as a JSON pointer', () => {
    expect(values('{"a":{"b":[1.50,{"c":"x y"}]},"d/e~":null}')).to.deep.equal([
      '/a/b/0 = 1.50',
      '/a/b/1/c = x y',
      '/d~1e~0 = null',
    ])
    expect(values('"alone"')).to.deep.equal([' = alone'])
  })

  it('values stand in the object that holds them, so that one ties to another', () => {
    expect(outline('[{"m":"14","yes":54427},{"m":"12","yes":69711}]', 'application/json')).to.deep.equal([
      'array: 14 54427 12 69711',
      '  record: 14 54427',
      '    value: 14',
      '    value: 54427',
      '  record: 12 69711',
      '    value: 12',
      '    value: 69711',
    ])
  })

  it('empty values have no block and keep their place', () => {
    expect(values('["",[],{},"x"]')).to.deep.equal(['/3 = x'])
  })

  it('what is cut off or no JSON gives what there is', () => {
    expect(values('{"a":["one","tw')).to.deep.equal(['/a/0 = one', '/a/1 = tw'])
    expect(values('}]{"a":1')).to.deep.equal(['/a = 1'])
    expect(values('[1 2,3')).to.deep.equal(['/0 = 1', '/1 = 2', '/2 = 3'])
  })

  it('depth and long keys are followed to a bound', () => {
    const [deep] = values(`${'{"a":'.repeat(200)}1`)
    expect(deep).to.match(/^(\/a){64} = 1$/)
    expect(values(`{"${'k'.repeat(1_000)}":1}`)).to.deep.equal([`/${'k'.repeat(64)} = 1`])
  })
})
