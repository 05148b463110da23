import { expect } from 'chai'
import { Bytes, Cournot, Hash, Schema } from '../../protocol/index.ts'

describe('Cournot', () => {
  const sha = (value: string) => Bytes.toHex(Hash.sha256(Bytes.fromText(value)))
  const four = (hashes: readonly Bytes.Hex[]) => Cournot.rootOf(hashes.map((hash) => Bytes.bytes32(hash)))

  function pack() {
    const evidence = ['{"a":1.0}', '{"b":1e+16}', '{"c":"§"}']
    const reasoning = ['{"step":1}']
    const roots = {
      prompt_spec_hash: sha('{"p":1}'),
      // Written out by hand: an odd layer repeats its last node.
      evidence_root: pair(
        pair(sha(evidence[0]!), sha(evidence[1]!)),
        pair(sha(evidence[2]!), sha(evidence[2]!)),
      ),
      reasoning_root: sha(reasoning[0]!),
      verdict_hash: sha('{"outcome":"YES"}'),
    }
    const por_root = four(Object.values(roots))
    return {
      prompt_spec: '{"p":1}',
      evidence,
      reasoning,
      verdict: '{"outcome":"YES"}',
      roots: { ...roots, por_root },
    }
  }
  const pair = (left: Bytes.Hex, right: Bytes.Hex) =>
    Bytes.toHex(Hash.sha256(Bytes.concat(Bytes.fromHex(left), Bytes.fromHex(right))))

  it('C25 C26: verifies the SHA-256 roots of an original pack, floats included', () => {
    expect(Cournot.verify(pack())).to.deep.equal([])
  })

  it('error: names each root that a changed leaf breaks', () => {
    const changed = pack()
    changed.evidence[1] = '{"b":2}'
    expect(Cournot.verify(changed).map(({ root }) => root)).to.deep.equal(['evidence_root', 'por_root'])
  })

  it('C26: refuses a pack that uses the ambiguity of that tree, at any height', () => {
    const changed = pack()
    changed.evidence.push(changed.evidence[2]!)
    expect(() => Cournot.verify(changed)).to.throw(Cournot.AmbiguousPackError)
    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    const root = Cournot.rootOf(six.map((one) => Hash.sha256(Bytes.fromText(one))))
    expect(root).to.match(/^0x/)
    expect(() => Cournot.rootOf([...six, 'e', 'f'].map((one) => Hash.sha256(Bytes.fromText(one))))).to.throw(
      Cournot.AmbiguousPackError,
    )
  })

  it('the root of nothing is the hash of nothing, and that of one leaf the leaf', () => {
    expect(Cournot.rootOf([])).to.equal(sha(''))
    expect(Cournot.rootOf([Hash.sha256(Bytes.fromText('a'))])).to.equal(sha('a'))
  })

  it('says of each root what the pack states and what its parts give', () => {
    const changed = pack()
    changed.roots.prompt_spec_hash = sha('other')
    expect(Cournot.verify(changed)).to.deep.equal([
      { root: 'prompt_spec_hash', expected: sha('other'), actual: sha('{"p":1}') },
    ])
  })

  it('error: what is no pack is refused, with the place', () => {
    const { verdict: _, ...without } = pack()
    expect(() => Cournot.verify(without)).to.throw(Schema.MismatchError, '/verdict')
    expect(() => Cournot.verify({ ...pack(), evidence: [{ a: 1 }] })).to.throw(
      Schema.MismatchError,
      '/evidence/0',
    )
    expect(() => Cournot.verify(null)).to.throw(Schema.MismatchError)
  })

  it('error: two equal leaves alone are ambiguous too, equal ones before the end are not', () => {
    const leaves = (...texts: string[]) => texts.map((one) => Hash.sha256(Bytes.fromText(one)))
    expect(() => Cournot.rootOf(leaves('a', 'a'))).to.throw(
      Cournot.AmbiguousPackError,
      'The last of 2 leaves are repeated',
    )
    expect(Cournot.rootOf(leaves('a', 'a', 'b', 'c'))).to.match(/^0x[0-9a-f]{64}$/)
  })
})
