import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Merkle } from '../../../protocol/index.ts'
import { LeafRegistry } from '../../../workers/pipeline/LeafRegistry.ts'

const leaf = (text: string) => Bytes.fromText(text)
const hashOf = (bytes: Uint8Array) => Bytes.toHex(Merkle.leafHash(bytes))

describe('LeafRegistry', () => {
  it('S2-64: numbers the leaves of each tree on its own, in the order in which they come', () => {
    const registry = new LeafRegistry()
    registry.add('collector', 'evidence', [leaf('a'), leaf('b')])
    registry.add('auditor', 'reasoning', [leaf('c')])
    registry.add('auditor', 'evidence', [leaf('d')])
    expect(registry.of('evidence')).to.deep.equal([
      { stage: 'collector', tree: 'evidence', index: 0, hash: hashOf(leaf('a')) },
      { stage: 'collector', tree: 'evidence', index: 1, hash: hashOf(leaf('b')) },
      { stage: 'auditor', tree: 'evidence', index: 2, hash: hashOf(leaf('d')) },
    ])
    expect(registry.of('reasoning')).to.have.length(1)
    expect(registry.of('por')).to.deep.equal([])
  })

  it('S2-64: lists evidence, reasoning and the proof’s own leaves in this order, whenever they came', () => {
    const registry = new LeafRegistry()
    registry.add('buildProof', 'por', [leaf('p')])
    registry.add('auditor', 'reasoning', [leaf('r')])
    registry.add('collector', 'evidence', [leaf('e')])
    expect(registry.list().map(({ tree }) => tree)).to.deep.equal(['evidence', 'reasoning', 'por'])
  })

  it('S2-106: finds the first place where emitted and committed leaves differ, and none where they agree', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(bytes, { maxLength: 8 }),
        fc.array(bytes, { maxLength: 8 }),
        (emitted, committed) => {
          const registry = new LeafRegistry()
          registry.add('collector', 'evidence', emitted)
          const [own, other] = [emitted.map(hashOf), committed.map(hashOf)]
          expect(registry.difference('evidence', own)).to.equal(null)
          const at = registry.difference('evidence', other)
          if (at === null) {
            expect(other).to.deep.equal(own)
            return
          }
          expect(other.slice(0, at)).to.deep.equal(own.slice(0, at))
          expect(other[at]).to.not.equal(own[at])
        },
      ),
    )
  })
})
