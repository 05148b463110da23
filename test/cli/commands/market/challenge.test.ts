import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import * as challenge from '../../../../cli/commands/market/challenge.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const market = commandsOf('market', challenge.register)

describe('cresolver market challenge', () => {
  const here = onChain()
  const file = (name: string, content: string | Uint8Array): string => {
    const path = `${here().folder}/${name}`
    writeFileSync(path, content)
    return path
  }
  const bundle = (changes: object = {}) => ({
    schema_version: 'v1',
    ...{ chain_id: 31_337, market: here().market.toLowerCase(), market_id: 1, round: 1, worker_index: 0 },
    ...changes,
  })

  it('error: says which word is missing, before anything is asked of a chain', async () => {
    const cases: [string, RegExp][] = [
      ['', /which market/],
      ['1', /--kind/],
      ['1 --kind equivocation', /--evidence/],
      ['1 --kind equivocation --evidence 0x00', /--seat/],
      ['1 --kind perjury', /--kind/],
      ['1 --kind transcript --evidence 0x0', /not hex/],
      ['1 --kind transcript --evidence 0xzz', /not hex/],
      ['1 --kind transcript --evidence /nowhere', /Cannot read/],
    ]
    for (const [words, why] of cases) {
      const { status, error, message } = await market.refusal(
        `challenge ${words} --rpc-url http://127.0.0.1:1`,
      )
      expect([status, error], words).to.deep.equal([2, 'Cli.Usage'])
      expect(message, words).to.match(why)
    }
  })

  it('reads evidence as a word, as a file of hex or of bytes, and from stdin: the contract sees the same', async () => {
    const id = await here().marketIn('resolved')
    const words = (evidence: string) =>
      `challenge ${id} --kind equivocation --seat 0 --evidence ${evidence} ${here().words}`
    const places: [string, string?][] = [
      ['0x1234'],
      [file('evidence.hex', '0x1234\n')],
      [file('evidence.bin', new Uint8Array([0x12, 0x34]))],
      ['-', '0x1234'],
    ]
    for (const [evidence, input = ''] of places)
      expect(await market.refusal(words(evidence), { input }), evidence).to.include({
        status: 1,
        error: 'Contract.NoReason',
      })
  })

  it('error: a bundle says kind, seat and evidence itself, and must be one', async () => {
    for (const more of ['--kind transcript', '--seat 1', '--evidence 0x00']) {
      const { message } = await market.refusal(`challenge --bundle x.json ${more}`)
      expect(message).to.include('A bundle says kind, seat and evidence itself.')
    }
    const junk = file('junk.json', JSON.stringify(bundle()))
    expect(await market.refusal(`challenge --bundle ${junk} ${here().words}`)).to.include({
      status: 1,
      error: 'Schema.Mismatch',
    })
    expect(await market.refusal('challenge --bundle -', { input: '{' })).to.include({ error: 'Json.NotJson' })
  })
})
