import { expect } from 'chai'
import { execute, stable } from '../../scripts/vectors/execute.ts'
import {
  compare,
  programs,
  readVectors,
  runInGuest,
  runInNode,
  suites,
} from '../../scripts/vectors/runner.ts'

describe('vectors', function () {
  this.timeout(300_000)
  const counts: string[] = []
  after(() => console.log(counts.join('\n')))

  it('have a program for every file of cases, and cases for every program', () => {
    expect(suites()).to.deep.equal(programs())
  })

  for (const suite of suites()) {
    const vectors = readVectors(suite)
    const { cases } = vectors

    it(`${suite}: is named after its file, and each of its cases has a name of its own`, () => {
      expect(vectors.suite).to.equal(suite)
      expect(cases.length).to.be.greaterThan(0)
      expect(new Set(cases.map(({ name }) => name)).size).to.equal(cases.length)
    })

    it(`${suite}: gives the written bytes in Node`, async () => {
      expect(compare(vectors, await runInNode(vectors))).to.deep.equal([])
    })

    it(`${suite}: gives the written bytes in the CRE guest`, () => {
      expect(compare(vectors, runInGuest(vectors))).to.deep.equal([])
      counts.push(`${suite}: ${cases.length} in Node, ${cases.length} in the guest`)
    })
  }
})

describe('the runner of vectors', () => {
  it('serialises with sorted keys, bigints as decimals and bytes as hex', () => {
    const value = { b: 10n ** 20n, a: [undefined, Uint8Array.of(1, 255)], c: undefined, '"': -0 }
    expect(stable(value)).to.equal('{"\\"":0,"a":[null,"0x01ff"],"b":"100000000000000000000"}')
  })

  it('takes a thrown error, by its name, for an output', () => {
    const run = {
      fail: () => {
        throw Object.assign(new Error('any words'), { name: 'Noun.ThingError' })
      },
    }
    expect(execute(run, { name: 'x', fn: 'fail', input: 0 })).to.equal('{"throws":"Noun.ThingError"}')
  })

  it('sees one changed byte', () => {
    const cases = [{ name: 'x', fn: 'f', input: 0, output: { a: '1' } }]
    expect(compare({ suite: 's', cases }, ['{"a":"1"}'])).to.deep.equal([])
    expect(compare({ suite: 's', cases }, ['{"a":1}'])).to.have.length(1)
    expect(compare({ suite: 's', cases }, [])).to.have.length(1)
  })

  it('shows of a long output the part where it differs', () => {
    const long = 'x'.repeat(1000)
    const cases = [{ name: 'x', fn: 'f', input: 0, output: `${long}a${long}` }]
    const [difference] = compare({ suite: 's', cases }, [`"${long}b${long}"`])
    expect(difference!.expected).to.match(/^…x{59,60}ax{99}…$/)
    expect(difference!.actual).to.match(/^…x{59,60}bx{99}…$/)
  })

  it('says which case was running when the guest traps', () => {
    const input = { text: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }
    const cases = [
      { name: 'harmless', fn: 'nesting', input: { text: '[]' } },
      { name: 'far too deep', fn: 'rawParse', input },
    ]
    expect(() => runInGuest({ suite: 'json', cases })).to.throw('the case running was: far too deep')
  })
})
