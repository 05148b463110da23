import { expect } from 'chai'
import type { Hash } from '../../../protocol/index.ts'
import { silent } from '../../../services/http/Log.ts'
import type { Reproduce } from '../../../workers/sdk/reproduce.ts'
import { type Lists, listsPerRound, reproduceOnce } from '../../../workers/sdk/reproduceOnce.ts'

describe('reproduceOnce', () => {
  const item = (n: number) => ({ url: `https://pages.example/${n}`, quote: 'It rained in May.' })

  function inMemory(): Lists & { readonly claimed: Hash.Hash[] } {
    const claimed: Hash.Hash[] = []
    const found = new Map<Hash.Hash, string>()
    return {
      claimed,
      async claim(list) {
        if (!claimed.includes(list) && claimed.length < listsPerRound) claimed.push(list)
        return claimed.includes(list)
      },
      find: async (list) => found.get(list) ?? null,
      async keep(list, text) {
        if (!found.has(list)) found.set(list, text)
        return found.get(list)!
      },
    }
  }

  const warned: string[] = []
  const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) }
  const stopping = new AbortController().signal
  const asking = (reproduce: Reproduce, lists = inMemory()) => ({
    lists,
    ask: (...items: { url: string; quote: string }[]) =>
      reproduceOnce({ reproduce, stopping, log }, lists, items),
  })

  it('says of a list what was found, and the same again without looking', async () => {
    let looked = 0
    const { ask } = asking(async (items) => {
      looked++
      return items.map(() => 'p').join('')
    })
    expect([await ask(item(1), item(2)), await ask(item(1), item(2))]).to.deep.equal(['pp', 'pp'])
    expect(looked).to.equal(1)
  })

  it('SPEC §6: looks for two lists a round, and could not tell of a third', async () => {
    const looked: number[] = []
    const { ask } = asking(async (items) => {
      looked.push(items.length)
      return 'f'.repeat(items.length)
    })
    expect(await ask(item(1))).to.equal('f')
    expect(await ask(item(1), item(2))).to.equal('ff')
    expect(await ask(item(3), item(4), item(5))).to.equal('uuu')
    expect(await ask(item(1)), 'those it took stay').to.equal('f')
    expect(looked).to.deep.equal([1, 2])
  })

  it('looks again after a crash between taking a list and finding', async () => {
    const lists = inMemory()
    const before = asking(() => new Promise(() => {}), lists)
    void before.ask(item(1)).catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(lists.claimed).to.have.length(1)
    expect(await asking(async () => 'p', lists).ask(item(1))).to.equal('p')
  })

  it('could not tell where looking fails, or says something else', async () => {
    const answers: Reproduce[] = [
      async () => {
        throw new Error('no network')
      },
      () => {
        throw new Error('at once')
      },
      async () => 'pp',
      async () => '',
      async () => 'x',
      async () => undefined as never,
      async () => 'p\n',
    ]
    for (const reproduce of answers) expect(await asking(reproduce).ask(item(1))).to.equal('u')
    expect(new Set(warned)).to.include('expected one of p, f and u for each citation')
  })

  it('gives what looks a copy, so that it cannot change what is asked', async () => {
    const { ask } = asking(async (items) => {
      ;(items as unknown[]).pop()
      return 'pp'
    })
    expect(await ask(item(1), item(2))).to.equal('pp')
  })
})
