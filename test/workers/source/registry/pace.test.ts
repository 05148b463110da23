import { expect } from 'chai'
import type { Transport } from '../../../../services/fetch/Transport.ts'
import { pace } from '../../../../workers/source/registry/pace.ts'

const reply = { status: 200, headers: {}, body: '', retrievedAt: 0, method: 'GET' } as const
const entries = [{ url: 'https://api.example.org/{x}', rate: { requests: 1, seconds: 2 } }]

describe('registry/pace', () => {
  it('S2-113: lets requests to a host wait their turn, and those to others pass', async () => {
    const waited: number[] = []
    const transport: Transport = async () => reply
    const paced = pace(transport, entries, { now: () => 0, wait: async (ms) => void waited.push(ms) })
    const ask = (url: string) => paced({ method: 'GET', url })
    await ask('https://api.example.org/a')
    await ask('https://api.example.org/b')
    await ask('https://other.example.org/c')
    expect(waited).to.deep.equal([2_000])
  })

  it('S2-113: gives up where the turn is too far away, instead of holding up the answer', async () => {
    const paced = pace(async () => reply, entries, { now: () => 0, wait: async () => {} })
    const ask = () => paced({ method: 'GET', url: 'https://api.example.org/a' })
    for (let i = 0; i < 3; i++) await ask()
    const refused = await ask().catch((error: unknown) => error)
    expect(refused).to.include({ code: 'timeout' })
  })
})
