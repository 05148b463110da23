import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { edited, packFiles, packPath, resealed } from '../../../helpers/cournotPack.ts'
import { temporaryFolder } from '../../../helpers/program.ts'
import { zip } from '../../../helpers/zip.ts'

const root = '0xc97d2180d03fdf61b507ddc59a540a3ba4c0bde736a0e0b100f67958011f6c71'

describe('`proof verify --cournot`', () => {
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
  const saveZip = (name: string, files: ReadonlyMap<string, Uint8Array>, prefix = ''): string => {
    const path = join(folder, name)
    writeFileSync(path, zip([...files].map(([file, content]) => ({ name: `${prefix}${file}`, content }))))
    return path
  }
  const verify = (path: string, ...more: string[]) => run(['proof', 'verify', '--cournot', path, ...more])

  it('AUDIT D5: a genuine pack holds as a zip, on stdin, and as a folder; what it cannot show is said', async () => {
    const zipped = await verify(packPath)
    expect(zipped.status).to.equal(0)
    expect(zipped.stdout).to.include(`All files and roots hold: ${root} (YES for mk_lake_7)`)
    expect(zipped.stdout).to.match(
      /What this pack cannot show:[\s\S]*tool_plan\.json +No root covers the tool_plan/,
    )
    const { status, stdout } = await verify(save('pack', packFiles()))
    expect([status, stdout]).to.deep.equal([0, zipped.stdout])
    const piped = await run(['proof', 'verify', '--cournot'], { input: readFileSync(packPath) })
    expect(piped.stdout).to.equal(zipped.stdout)
  })

  it('AUDIT D5: a folder that was zipped as a whole is read one step down', async () => {
    expect((await verify(saveZip('whole.zip', packFiles(), 'my-pack/'))).status).to.equal(0)
  })

  for (const name of packFiles().keys())
    it(`AUDIT D5: a changed ${name} is named, in a folder and in a zip`, async () => {
      const files = edited(packFiles(), name, (text) => text.replace(/mk_lake_7|plan_1|step_0001/, 'another'))
      for (const path of [save(`changed-${name}`, files), saveZip(`changed-${name}.zip`, files)]) {
        const { status, stdout } = await verify(path, '--json')
        expect(status).to.equal(1)
        expect(JSON.parse(stdout).findings.map(({ file }: { file: string }) => file)).to.include(name)
        expect((await verify(path)).stdout)
          .to.include('does not hold')
          .and.include(name)
      }
    })

  it('signatures end in 3, as nobody can check them, unless that is allowed', async () => {
    const signed = edited(packFiles(), 'por_bundle.json', (text) =>
      text.replace('"signatures":{}', '"signatures":{"judge_sig":"0x00"}'),
    )
    const path = save('signed', resealed(signed))
    const { status, stdout } = await verify(path)
    expect(status).to.equal(3)
    expect(stdout).to.match(/not all of the pack could be checked[\s\S]*Not checked:[\s\S]*\/signatures/)
    expect((await verify(path, '--allow-unchecked')).status).to.equal(0)
  })

  it('a pack of leaves in one file is read as before', async () => {
    const path = join(folder, 'leaves.json')
    writeFileSync(path, '{"prompt_spec":"{}","evidence":[],"reasoning":[],"verdict":"{}"}')
    const { status, stderr } = await verify(path)
    expect(status).to.equal(1)
    expect(stderr).to.include('/roots')
  })

  it('error: an unsafe archive, a folder without a pack and a path that is not there say what is wrong', async () => {
    const unsafe = join(folder, 'unsafe.zip')
    writeFileSync(unsafe, zip([{ name: '../manifest.json', content: new Uint8Array(2) }]))
    expect((await verify(unsafe)).stderr).to.include('leads elsewhere')
    mkdirSync(join(folder, 'empty'))
    const empty = await verify(join(folder, 'empty'))
    expect(empty.status).to.equal(1)
    expect(empty.stdout).to.include('MISSING_FILE')
    expect((await verify(join(folder, 'nowhere'))).status).to.equal(2)
  })
})
