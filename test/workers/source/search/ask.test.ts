import { expect } from 'chai'
import { z } from 'zod'
import { ask } from '../../../../workers/source/search/ask.ts'
import { answering } from './search.ts'

const schema = z.object({ urls: z.array(z.string()) })

describe('search/ask', () => {
  it('S2-113: keeps at most twenty hits, and calls a broken connection unreachable', async () => {
    const urls = Array.from({ length: 50 }, (_, i) => `https://www.example.org/${i}`)
    const toHits = (reply: { urls: string[] }) => reply.urls.map((url) => ({ url, title: '', snippet: '' }))
    const asking = { engine: 'x', url: 'https://s.example.org/', transport: answering({ urls }).transport }
    expect((await ask(asking, schema, toHits)).hits).to.have.length(20)
    const broken = { ...asking, transport: () => Promise.reject(new Error('no route')) }
    const error = await ask(broken, schema, toHits).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'unreachable' })
  })
})
