import { expect } from 'chai'
import { roomsPage } from '../../../scripts/check/roomsPage.ts'

/** The arrows of the first picture, the second one, and the rows of the table. */
function drawn(...imports: readonly string[]) {
  const page = roomsPage(
    imports.map((one) => {
      const [from, to] = one.split(' → ')
      return { from: from!, to: to! }
    }),
  )
  const [between, within] = [...page.matchAll(/```mermaid\nflowchart TD\n([\s\S]*?)```/g)].map(([, text]) =>
    text!.split('\n').flatMap((line) => line.trim() || []),
  )
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  return { between, within, rows }
}

describe('the picture of the rooms', () => {
  it('draws one arrow for all imports between two rooms', () => {
    const { between } = drawn('cli/a.ts → protocol/b.ts', 'cli/c/d.ts → protocol/e.ts')
    expect(between).to.deep.equal(['cli --> protocol'])
  })

  it('leaves out an arrow that a longer way makes plain, and keeps it in the table', () => {
    const { between, rows } = drawn(
      'cli/a.ts → services/b.ts',
      'services/b.ts → protocol/c.ts',
      'cli/a.ts → protocol/c.ts',
    )
    expect(between).to.deep.equal(['cli --> services', 'services --> protocol'])
    expect(rows).to.deep.equal([
      '| `cli/` | `protocol/` `services/` |',
      '| `protocol/` | – |',
      '| `services/` | `protocol/` |',
    ])
  })

  it('shows a circle whole, whatever leads to it', () => {
    const { between } = drawn(
      'cli/a.ts → one/a.ts',
      'cli/a.ts → other/a.ts',
      'one/a.ts → other/a.ts',
      'other/a.ts → one/a.ts',
    )
    expect(between).to.deep.equal(['cli --> one', 'cli --> other', 'one --> other', 'other --> one'])
  })

  it('draws the folders of a room where one imports another', () => {
    const { within } = drawn(
      'workers/agent/app.ts → workers/source/http.ts',
      'workers/agent/app.ts → workers/agent/card.ts',
      'services/http/a.ts → services/http/b.ts',
      'cli/a.ts → cli/chain/b.ts',
    )
    expect(within).to.deep.equal([
      'subgraph workers',
      'workers_agent[agent]',
      'workers_source[source]',
      'workers_agent --> workers_source',
      'end',
    ])
  })
})
