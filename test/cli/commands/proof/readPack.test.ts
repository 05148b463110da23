import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { readPack } from '../../../../cli/commands/proof/readPack.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { CournotPack } from '../../../../protocol/index.ts'
import { edited, packFiles, packPath } from '../../../helpers/cournotPack.ts'
import { temporaryFolder } from '../../../helpers/program.ts'

describe('readPack', () => {
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))

  const save = (name: string, files: ReadonlyMap<string, Uint8Array>): string => {
    for (const [path, bytes] of files) {
      const at = join(folder, name, path)
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, bytes)
    }
    return join(folder, name)
  }
  const listing = (path: string) =>
    edited(packFiles(), 'manifest.json', (text) => text.replace('"verdict.json"', JSON.stringify(path)))
  const filesOf = async (path: string): Promise<CournotPack.Files> => {
    const handed = await readPack(path)
    return 'files' in handed ? handed.files : new Map()
  }
  const refusal = async (path: string): Promise<string> => {
    const error = await readPack(path).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(UsageError)
    return (error as UsageError).message
  }

  it('AUDIT D5: a folder and a zip hold the same files', async () => {
    const inFolder = await filesOf(save('pack', packFiles()))
    const inZip = await filesOf(packPath)
    expect(new Map([...inFolder].sort())).to.deep.equal(new Map([...inZip].sort()))
  })

  it('takes one file that is no archive as it is', async () => {
    const path = join(folder, 'one.json')
    writeFileSync(path, '{}')
    expect(await readPack(path)).to.deep.equal({ bytes: Buffer.from('{}') })
  })

  it('a file below the pack is read; one that the manifest does not list is only named', async () => {
    const files = listing('checks/audit.json').set('checks/audit.json', packFiles().get('verdict.json')!)
    const found = await filesOf(save('deep', new Map(files).set('note.txt', new Uint8Array(9))))
    expect(found.get('checks/audit.json')).to.deep.equal(packFiles().get('verdict.json'))
    expect(found.get('note.txt')).to.have.lengthOf(0)
    expect(found.has('checks')).to.equal(false)
  })

  it('AUDIT D5: follows no link, neither of a file nor of a folder', async () => {
    const secret = join(folder, 'secret.json')
    writeFileSync(secret, packFiles().get('verdict.json')!)
    const linked = save('linked', packFiles())
    rmSync(join(linked, 'verdict.json'))
    symlinkSync(secret, join(linked, 'verdict.json'))
    expect(await refusal(linked)).to.include('It is a link')
    const sideways = save('sideways', listing('up/secret.json'))
    symlinkSync(folder, join(sideways, 'up'))
    expect(await refusal(sideways)).to.include('It is a link')
  })

  it('AUDIT D5: opens no path that leads out of the folder', async () => {
    writeFileSync(join(folder, 'outside.json'), '{}')
    const files = await filesOf(save('out', listing('../outside.json')))
    expect(files.has('../outside.json')).to.equal(false)
    expect(CournotPack.verify(files).findings.map(({ code }) => code)).to.include('UNSAFE_PATH')
  })

  it('error: a folder in a file’s place, and a pack that is too large', async () => {
    const path = save('nested', listing('inner'))
    mkdirSync(join(path, 'inner'))
    expect(await refusal(path)).to.include('It is no file')
    const large = save('large', packFiles())
    writeFileSync(join(large, 'verdict.json'), Buffer.alloc(65 * 1024 * 1024))
    expect(await refusal(large)).to.include('larger than')
  })
})
