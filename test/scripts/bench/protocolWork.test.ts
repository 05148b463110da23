import { expect } from 'chai'
import { Bytes, Hash, Json, type Merkle, Question } from '../../../protocol/index.ts'
import { formattedQuestion, freeQuestion, parsing, works } from '../../../scripts/bench/protocolWork.ts'

const work = (name: string) => works.find((one) => one.name === name)!

describe('the work of the protocol bench', () => {
  it('has names of its own, and in the guest no more to do than in Node', () => {
    expect(new Set(works.map(({ name }) => name)).size).to.equal(works.length)
    for (const { n, name } of works) expect(n.guest, name).to.be.at.most(n.node)
  })

  it('gives the same each time it is run', () => {
    for (const { name, prepare } of works) {
      const run = prepare(20)
      expect(run(), name).to.deep.equal(run())
      expect(prepare(20)(), name).to.deep.equal(run())
    }
  })

  it('does what its name says', () => {
    expect(work('keccak256').prepare(3)()).to.equal(Hash.ofBytes(Uint8Array.of(7, 7, 7)))
    const text = work('canonical JSON').prepare(900)() as string
    expect(text.length).to.be.greaterThan(700).and.lessThan(1_200)
    expect(Json.parse(text)).to.deep.equal(work('JSON parse, guarded').prepare(900)())
    const { root, count } = work('Merkle build').prepare(5)() as Merkle.Tree
    expect(count).to.equal(5)
    expect(Bytes.fromHex(root)).to.have.length(32)
    expect(work("the source's own reply").prepare(500)()).to.not.equal(null)
  })

  it('reads as many questions as it is told, the last of them last', () => {
    const seen: number[] = []
    const { prepare } = parsing('counted', (i) => {
      seen.push(i)
      return formattedQuestion(i)
    })
    expect(prepare(3)()).to.deep.equal(Question.parse(formattedQuestion(2)))
    expect(seen).to.deep.equal([0, 1, 2])
  })

  it('has questions that differ from each other, and rules that both ways of writing have', () => {
    for (const make of [formattedQuestion, freeQuestion]) {
      expect(make(1)).to.not.equal(make(5))
      expect(Question.parse(make(1)).rule).to.deep.include({ asset: 'ethereum', op: 'gte' })
    }
    expect(Question.parse(formattedQuestion(1)).rule!.target).to.equal('1001.5')
    expect(Question.parse(freeQuestion(1)).rule!.target).to.equal('1001')
  })
})
