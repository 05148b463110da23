import { expect } from 'chai'
import fc from 'fast-check'
import { Commitment } from '../../../adapters/moltbook/index.ts'
import { type Comment, flatten } from '../../../adapters/moltbook/Replies.ts'
import { Instant } from '../../../protocol/index.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')
const comment = (
  author: string,
  content: string,
  createdAt: number,
  more: Partial<Comment> = {},
): Comment => ({
  id: `${author}-${createdAt}`,
  author,
  content,
  createdAt,
  isPublished: true,
  ...more,
})

describe('[COMMIT]', () => {
  for (const [text, expected] of [
    ['[COMMIT] YES 75%', { position: 'YES', confidence: 75 }],
    ['[COMMIT] NO 60%', { position: 'NO', confidence: 60 }],
    ['[COMMIT] YES 0%', { position: 'YES', confidence: 0 }],
    ['[COMMIT] YES 100%', { position: 'YES', confidence: 100 }],
    ['I think so.\n[COMMIT] YES 80%\n\nInflows.', { position: 'YES', confidence: 80 }],
    ['[COMMIT] YES 80% because of inflows', { position: 'YES', confidence: 80 }],
    ['[COMMIT] NO 5%\r\n[COMMIT] YES 95%', { position: 'NO', confidence: 5 }],
  ] as const)
    it(`S0-39 C64: ${JSON.stringify(text)} commits`, () => {
      expect(Commitment.parse(text)).to.deep.equal(expected)
    })

  for (const text of [
    '[commit] YES 75%',
    '[COMMIT] yes 75%',
    '[COMMIT] MAYBE 75%',
    '[COMMIT] YES 101%',
    '[COMMIT] YES 75.5%',
    '[COMMIT] YES 075%',
    '[COMMIT] YES 75',
    '[COMMIT] YES -5%',
    '[COMMIT]YES 75%',
    ' [COMMIT] YES 75%',
    '> [COMMIT] YES 75%',
    'I say [COMMIT] YES 75%',
    '[COMMIT] YES 75%er',
    '',
  ])
    it(`C64: ${JSON.stringify(text)} commits to nothing`, () => {
      expect(Commitment.parse(text)).to.equal(null)
    })

  it('C64: the latest before the deadline counts, by the time of the comment and not by its place', () => {
    const comments = [
      comment('a', '[COMMIT] NO 90%', deadline - 10),
      comment('a', '[COMMIT] YES 60%', deadline - 20),
      comment('b', '[COMMIT] YES 70%', deadline - 30),
    ]
    const { commitments } = Commitment.collect(comments, deadline)
    expect(commitments.map(({ agent, position }) => [agent, position])).to.deep.equal([
      ['b', 'YES'],
      ['a', 'NO'],
    ])
  })

  it('S0-39: at the very second of the deadline it is too late, and a late one does not undo an early one', () => {
    const comments = [
      comment('a', '[COMMIT] YES 60%', deadline - 1),
      comment('a', '[COMMIT] NO 99%', deadline),
      comment('b', '[COMMIT] NO 99%', deadline + 1),
    ]
    const { commitments, late } = Commitment.collect(comments, deadline)
    expect(commitments.map(({ agent, confidence }) => [agent, confidence])).to.deep.equal([['a', 60]])
    expect(late.map(({ agent }) => agent)).to.deep.equal(['a', 'b'])
  })

  it('what is hidden commits to nothing; a commitment once seen cannot be taken back by hiding it', () => {
    const hidden = comment('a', '[COMMIT] YES 60%', deadline - 5, { isPublished: false })
    expect(Commitment.collect([hidden], deadline).commitments).to.deep.equal([])
    const { commitments } = Commitment.collect([{ ...hidden, isPublished: true }], deadline)
    expect(Commitment.merge(commitments, [])).to.deep.equal(commitments)
  })

  it('C64: authors are read from author.name; replies count as comments do; what cannot be read hides nothing', () => {
    const created_at = '2026-02-20T10:00:00.123Z'
    const found = flatten([
      {
        id: 'c1',
        content: 'x',
        author: { name: 'A' },
        created_at,
        replies: [{ id: 'c2', content: 'y', author: { name: 'B' }, created_at }],
      },
      { id: 'c3', content: 7 },
      { id: 'c4', content: 'z', author: { name: 'C' }, created_at, verification_status: 'pending' },
    ])
    expect(found.map(({ id, author, isPublished }) => [id, author, isPublished])).to.deep.equal([
      ['c1', 'A', true],
      ['c2', 'B', true],
      ['c4', 'C', false],
    ])
  })

  it('property: the order in which comments come does not matter, and every agent has one commitment', () => {
    const one = fc.record({
      author: fc.constantFrom('a', 'b', 'c'),
      content: fc.constantFrom('[COMMIT] YES 10%', '[COMMIT] NO 20%', 'hello'),
      back: fc.integer({ min: -3, max: 10 }),
    })
    fc.assert(
      fc.property(fc.array(one), fc.infiniteStream(fc.nat()), (given, dice) => {
        const comments = given.map(({ author, content, back }, i) =>
          comment(author, content, deadline - back, { id: `c${i}` }),
        )
        const shuffled = comments
          .map((value) => ({ value, key: dice.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value)
        const collected = Commitment.collect(comments, deadline)
        expect(Commitment.collect(shuffled, deadline)).to.deep.equal(collected)
        const agents = collected.commitments.map(({ agent }) => agent)
        expect(new Set(agents).size).to.equal(agents.length)
        expect(Commitment.merge(collected.commitments, collected.commitments)).to.deep.equal(
          collected.commitments,
        )
      }),
    )
  })
})
