import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, type Citation, Hash, Reproduction } from '../../protocol/index.ts'

const page = (n: number): Citation.Citation => ({
  url: `https://p${n}.example/`,
  quote: `words on page ${n}`,
})

/** A round's answers: few pages, so that several cite the same. */
const answers = fc
  .array(
    fc.option(
      fc.record({
        pages: fc.array(fc.nat(40), { maxLength: 2 }),
        says: fc.nat(),
        isSigned: fc.boolean(),
      }),
      { freq: 6 },
    ),
    { maxLength: 32 },
  )
  .map((all) =>
    all.map((one) =>
      one === null
        ? null
        : {
            citations: one.pages.map(page),
            signature: one.isSigned ? Bytes.toHex(new Uint8Array(65).fill(one.says % 256)) : null,
            responseHash: Hash.ofText(String(one.says)),
          },
    ),
  )

const said = fc.array(fc.option(fc.string({ unit: fc.constantFrom('p', 'f', 'u'), maxLength: 8 })), {
  minLength: 32,
  maxLength: 32,
})

describe('Reproduction', () => {
  it('property: checkers are never authors, are distinct, have answered, and none has more than 8 items', () => {
    fc.assert(
      fc.property(answers, (all) => {
        const lot = Reproduction.draw(all)
        const n = all.filter((one) => one !== null).length
        const load = all.map((_, i) => Reproduction.listFor(lot, i).length)
        for (const { authors, checkers } of lot) {
          expect(new Set(checkers).size).to.equal(checkers.length)
          for (const i of checkers) {
            expect(all[i]).not.to.equal(null)
            expect(authors).not.to.include(i)
          }
          const due = Math.min(n - authors.length, 3)
          expect(checkers.length).to.be.at.most(due)
          // Fewer only where all others were full.
          const idle = all.filter((one, i) => one !== null && !authors.includes(i) && load[i]! < 8).length
          if (checkers.length < due) expect(idle).to.be.at.most(checkers.length)
        }
        for (const count of load) expect(count).to.be.at.most(8)
      }),
    )
  })

  it('property: items are one per url and quote, in ascending order of their hashes, and so is every list', () => {
    fc.assert(
      fc.property(answers, (all) => {
        const lot = Reproduction.draw(all)
        const hashes = lot.map(({ hash }) => hash)
        expect(hashes).to.deep.equal([...new Set(hashes)].sort())
        const cited = new Set(all.flatMap((one) => one?.citations.map(({ url }) => url) ?? []))
        expect(new Set(lot.map(({ url }) => url))).to.deep.equal(cited)
        for (const [i] of all.entries())
          for (const item of Reproduction.listFor(lot, i))
            expect(Object.keys(item)).to.deep.equal(['url', 'quote'])
      }),
    )
  })

  it('property: in which order an answer cites, and how often the same, changes neither lot nor verdicts', () => {
    fc.assert(
      fc.property(answers, said, (all, says) => {
        const turned = all.map((one) =>
          one === null ? null : { ...one, citations: [...one.citations].reverse() },
        )
        const lot = Reproduction.draw(all)
        expect(Reproduction.draw(turned)).to.deep.equal(lot)
        const [testimonies, others] = [all, turned].map((each) => Reproduction.judge(each, lot, says))
        expect(others!.map((one) => ({ ...one, citations: [...one.citations].reverse() }))).to.deep.equal(
          testimonies,
        )
      }),
    )
  })

  it('property: the verdict is that of a strict majority of the drawn, by heads, and missing words are u', () => {
    fc.assert(
      fc.property(answers, said, (all, says) => {
        const lot = Reproduction.draw(all)
        const testimonies = Reproduction.judge(all, lot, says)
        for (const { hash, url, authors, checkers } of lot) {
          const heard = checkers.map((i) => {
            const at = lot.filter((one) => one.checkers.includes(i)).findIndex((one) => one.hash === hash)
            return says[i]?.[at] ?? 'u'
          })
          const count = (what: string) => heard.filter((one) => one === what).length
          const half = checkers.length / 2
          const expected = count('p') > half ? 'p' : count('f') > half ? 'f' : 'o'
          for (const author of authors) {
            const at = all[author]!.citations.findIndex((one) => one.url === url)
            expect(testimonies[author]!.citations[at]).to.equal(expected)
          }
        }
        for (const { agreed, decided } of testimonies) expect(agreed).to.be.within(0, Math.min(decided, 8))
      }),
    )
  })

  it('who checks is decided by all signatures: another one anywhere draws another lot', () => {
    const all = Array.from({ length: 12 }, (_, i) => ({
      citations: [page(i), page(i + 12)],
      signature: Bytes.toHex(new Uint8Array(65).fill(i)),
      responseHash: Hash.ofText('same'),
    }))
    const drawn = (given: Parameters<typeof Reproduction.draw>[0]) =>
      JSON.stringify(Reproduction.draw(given).map(({ checkers }) => checkers))
    const lots = all.map((_, i) =>
      drawn(
        all.map((one, j) =>
          i === j ? { ...one, signature: Bytes.toHex(new Uint8Array(65).fill(99)) } : one,
        ),
      ),
    )
    expect(new Set([...lots, drawn(all)]).size).to.equal(13)
  })

  it('keys are bytes of keccak256(seed ‖ itemHash), the lowest check, ties go to the lower seat', () => {
    const all = Array.from({ length: 6 }, (_, i) => ({
      citations: i === 0 ? [page(1)] : [],
      signature: null,
      responseHash: Hash.ofText(String(i)),
    }))
    const [item] = Reproduction.draw(all)
    const seed = Hash.rawOfBytes(Bytes.concat(...all.map((one) => Bytes.bytes32(one.responseHash))))
    const key = Hash.rawOfBytes(Bytes.concat(seed, Bytes.bytes32(item!.hash)))
    const expected = [1, 2, 3, 4, 5].sort((a, b) => key[a]! - key[b]! || a - b).slice(0, 3)
    expect(item!.checkers).to.deep.equal(expected.sort((a, b) => a - b))
  })

  it('a round in which nobody can look leaves everything open', () => {
    const alone = [{ citations: [page(1)], signature: null, responseHash: Hash.ofText('a') }, null]
    expect(Reproduction.judge(alone, Reproduction.draw(alone), ['pppp', 'pppp'])).to.deep.equal([
      { citations: ['o'], decided: 0, agreed: 0 },
      Reproduction.none,
    ])
    expect(Reproduction.open([page(1), page(2)])).to.deep.equal({
      citations: ['o', 'o'],
      decided: 0,
      agreed: 0,
    })
  })

  it('error: reproductions are at most 8 of p, f and u', () => {
    for (const good of ['', 'p', 'pfu', 'pppppppp'])
      expect(Reproduction.schema.safeParse(good).success).to.equal(true)
    for (const bad of ['P', 'x', 'p f', 'ppppppppp', 1, null])
      expect(Reproduction.schema.safeParse(bad).success, String(bad)).to.equal(false)
  })
})
