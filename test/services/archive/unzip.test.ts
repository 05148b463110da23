import { expect } from 'chai'
import { DamagedError, isZip, UnsafeError, unzip } from '../../../services/archive/unzip.ts'
import { type Zipped, zip } from '../../helpers/zip.ts'

const limits = { files: 8, bytes: 100_000 }
const content = new TextEncoder().encode('{"a":"§"}'.repeat(20))
const open = (files: readonly Zipped[]) => unzip(zip(files), limits)
const one = (differing: Partial<Zipped>): Zipped[] => [{ name: 'a.json', content, ...differing }]

describe('unzip', () => {
  it('AUDIT D5: gives stored and deflated files by name, and passes over folders and a comment', () => {
    const archive = zip(
      [
        { name: 'pack/', content: new Uint8Array(), method: 0 },
        { name: 'pack/a.json', content },
        { name: 'pack/b.json', content: new Uint8Array(), method: 0 },
        { name: 'é.json', content, method: 0 },
      ],
      { comment: 'said beside it' },
    )
    expect(isZip(archive)).to.equal(true)
    const files = unzip(archive, limits)
    expect([...files.keys()]).to.deep.equal(['pack/a.json', 'pack/b.json', 'é.json'])
    expect(files.get('pack/a.json')).to.deep.equal(content)
    expect(files.get('é.json')).to.deep.equal(content)
  })

  it('reads an archive that lies inside a larger buffer', () => {
    const archive = zip(one({}))
    const room = new Uint8Array(archive.length + 10)
    room.set(archive, 7)
    expect(unzip(room.subarray(7, 7 + archive.length), limits).get('a.json')).to.deep.equal(content)
  })

  const unsafe: readonly (readonly [string, readonly Zipped[]])[] = [
    ['a way up', one({ name: '../a.json' })],
    ['a way up inside', one({ name: 'a/../../b' })],
    ['an absolute name', one({ name: '/a.json' })],
    ['a drive', one({ name: 'c:a.json' })],
    ['a backslash', one({ name: '..\\a.json' })],
    ['a control character', one({ name: 'a\u0000.json' })],
    ['a reversed name', one({ name: 'a\u202egnp.exe' })],
    ['a link', one({ mode: 0o120777 })],
    ['an encrypted file', one({ flags: 1 })],
    ['another method', one({ method: 12 })],
    ['another name in the local header', one({ localName: 'b.json' })],
    ['a name twice', [...one({}), ...one({})]],
    ['more files than are taken', Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, content }))],
    ['more bytes than are taken', one({ content: new Uint8Array(100_001) })],
    [
      'more bytes than are taken, all together',
      [1, 2].map((i) => ({ name: `${i}`, content: new Uint8Array(60_000) })),
    ],
    ['a declared size beyond all', one({ size: 0xfffffff0 })],
  ]
  for (const [what, files] of unsafe)
    it(`AUDIT D5: refuses ${what}`, () => {
      expect(() => open(files)).to.throw(UnsafeError)
    })

  const damaged: readonly (readonly [string, readonly Zipped[]])[] = [
    [
      'a bomb: a file that grows beyond its declared size',
      one({ content: new Uint8Array(90_000_000), size: 50_000 }),
    ],
    ['a file shorter than declared', one({ size: content.length + 1 })],
    ['a stored file of another size', one({ method: 0, size: content.length - 1 })],
    ['a checksum of something else', one({ crc: 1 })],
  ]
  for (const [what, files] of damaged)
    it(`AUDIT D5: names ${what}`, () => {
      expect(() => open(files)).to.throw(DamagedError, 'a.json')
    })

  it('AUDIT D5: no byte of an archive can be cut off, and none of its files’ bytes can change', () => {
    const archive = zip(one({}))
    for (let length = 0; length < archive.length; length++)
      expect(() => unzip(archive.subarray(0, length), limits), `${length} bytes`).to.throw(DamagedError)
    const start = 30 + 'a.json'.length
    for (let at = start; at < start + 12; at++) {
      const changed = Uint8Array.from(archive)
      changed[at]! ^= 0x10
      expect(() => unzip(changed, limits), `byte ${at}`).to.throw(DamagedError, 'a.json')
    }
  })

  it('whatever bytes are changed, it throws an error of its own or gives the same files', () => {
    const archive = zip([...one({}), { name: 'b', content, method: 0 }])
    for (let at = 0; at < archive.length; at++) {
      const changed = Uint8Array.from(archive)
      changed[at]! ^= 0xff
      try {
        for (const bytes of unzip(changed, limits).values()) expect(bytes).to.deep.equal(content)
      } catch (error) {
        expect((error as Error).name, `byte ${at}`).to.match(/^Zip\./)
      }
    }
  })
})
