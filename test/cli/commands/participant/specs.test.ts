import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Specs } from '../../../../adapters/participant/index.ts'
import * as specs from '../../../../cli/commands/participant/specs.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const participant = commandsOf('participant', specs.register)

describe('cresolver participant specs', () => {
  const folder = temporaryFolder('specs')
  after(() => folder.remove())
  const fileOf = (value: unknown): string => {
    const file = join(folder.path, 'own.json')
    writeFileSync(file, JSON.stringify(value))
    return file
  }

  it('S3-6: lists every name with the hash of all that it stands for', async () => {
    const all = await participant.json('specs')
    const known = Specs.known().all
    expect(all.map((one: { sourceSpecId: string }) => one.sourceSpecId)).to.deep.equal(
      known.map(({ sourceSpecId }) => sourceSpecId),
    )
    for (const [i, { specHash }] of all.entries()) expect(specHash).to.equal(Specs.specHash(known[i]!))
  })

  it('for eyes: name, the beginning of the hash, and what it is', async () => {
    const [first] = Specs.known().all
    const { stdout } = await participant.call('specs')
    const row = stdout.split('\n')[2]!
    expect(row.startsWith(first!.sourceSpecId)).to.equal(true)
    expect(row).to.include(`  ${Specs.specHash(first!).slice(0, 18)}  ${first!.about}`)
  })

  it('names of a file are listed too, and a name that is known already is the file’s', async () => {
    const [first] = Specs.known().all
    const own = [
      { ...first!, freshnessSeconds: first!.freshnessSeconds + 1 },
      { ...first!, sourceSpecId: 'my-price', about: 'mine' },
    ]
    const all = await participant.json(`specs --specs ${fileOf(own)}`)
    const hashOf = (id: string) =>
      all.find((one: { sourceSpecId: string }) => one.sourceSpecId === id).specHash
    for (const one of own) expect(hashOf(one.sourceSpecId)).to.equal(Specs.specHash(one))
    expect(all).to.have.length(Specs.known().all.length + 1)
  })

  it('error: a file that is not a list of specs', async () => {
    for (const value of [{}, [{ sourceSpecId: 'x' }]]) {
      const { status, message } = await participant.refusal(`specs --specs ${fileOf(value)}`)
      expect(status).to.equal(2)
      expect(message).to.include('This is not a list of source specs.')
    }
    expect(await participant.refusal('specs --specs /nowhere.json')).to.include({ status: 2 })
  })
})
