import { expect } from 'chai'
import { Line } from '../../../don/capabilities/Line.ts'

describe('a line', () => {
  it('serves one at a time, in the order they came, also after one failed', async () => {
    const line = new Line()
    const seen: string[] = []
    const step = (name: string) =>
      line.next(async () => {
        seen.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(`${name} ends`)
        if (name === 'b') throw new Error('b fails')
        return name
      })
    const all = await Promise.allSettled(['a', 'b', 'c'].map(step))
    expect(all.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
    expect(seen).to.deep.equal(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })
})
