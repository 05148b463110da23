import { expect } from 'chai'
import { Drafts } from '../../../protocol/page/Blocks.ts'

describe('Blocks', () => {
  it('blocks without text or kind go, and what they held is held by the one above', () => {
    const drafts = new Drafts()
    const group = drafts.open(null, [], [])
    const dropped = drafts.open(group, [], [])
    const inner = drafts.open(dropped, ['hidden'], [])
    const empty = drafts.open(group, [], [])
    group.kind = 'group'
    inner.kind = 'paragraph'
    empty.kind = 'paragraph'
    for (const draft of [group, dropped, inner]) Drafts.widen(draft, { start: 2, end: 5 })
    expect(drafts.blocks).to.deep.equal([
      { kind: 'group', start: 2, end: 5, parent: null, marks: [], hints: [] },
      { kind: 'paragraph', start: 2, end: 5, parent: 0, marks: ['hidden'], hints: [] },
    ])
  })

  it('a block begins where its first part does and ends where its last does', () => {
    const drafts = new Drafts()
    const draft = drafts.open(null, [], [])
    draft.kind = 'heading'
    draft.more = { level: 2 }
    Drafts.widen(draft, { start: 3, end: 4 })
    Drafts.widen(draft, { start: 6, end: 9 })
    expect(drafts.blocks).to.deep.equal([
      { kind: 'heading', level: 2, start: 3, end: 9, parent: null, marks: [], hints: [] },
    ])
  })
})
