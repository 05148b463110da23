import { expect } from 'chai'
import * as Manifest from '../../../protocol/cournot/Manifest.ts'
import type { Noting } from '../../../protocol/cournot/Note.ts'
import { Bytes } from '../../../protocol/index.ts'
import { edited, packFiles } from '../../helpers/cournotPack.ts'

describe('Manifest', () => {
  const readAll = (files: Manifest.Files) => {
    const said: string[] = []
    const note: Noting = (code, file, path) => said.push(`${code} ${file} ${path}`)
    return { manifest: Manifest.read(files, note), said }
  }
  const changed = (before: string, after: string) =>
    readAll(edited(packFiles(), 'manifest.json', (text) => text.replace(before, after))).said

  it('reads which files there are', () => {
    const { manifest, said } = readAll(packFiles())
    expect(said).to.deep.equal([])
    expect(Object.keys(manifest!.files)).to.have.lengthOf(6)
    expect(manifest!.files.verdict).to.include({ path: 'verdict.json' })
  })

  it('error: names what is missing or wrong, and its place', () => {
    expect(readAll(new Map()).said).to.deep.equal(['MISSING_FILE manifest.json '])
    expect(changed('{', '{,')).to.deep.equal(['NOT_JSON manifest.json '])
    expect(changed('"pack.v1"', '"pack.v2"')).to.deep.equal(['UNKNOWN_FORMAT manifest.json /format_version'])
    expect(changed('"por_root"', '"root"')).to.deep.equal(['SCHEMA manifest.json /por_root'])
    expect(changed('"path":"verdict.json"', '"path":7')).to.deep.equal([
      'SCHEMA manifest.json /files/verdict/path',
    ])
  })

  it('reads JSON of UTF-8 alone', () => {
    expect(Manifest.readJson(Bytes.fromText('{"a":1.0}'))).to.deep.equal(new Map([['a', '1.0']]))
    expect(Manifest.readJson(Uint8Array.of(0x22, 0xff, 0x22))).to.equal(undefined)
    expect(Manifest.readJson(Bytes.fromText('{"a":1,"a":2}'))).to.equal(undefined)
  })
})
