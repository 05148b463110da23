import { expect } from 'chai'
import { CournotPack } from '../../protocol/index.ts'
import { edited, packFiles, resealed } from '../helpers/cournotPack.ts'

const codesOf = (files: CournotPack.Files) =>
  CournotPack.verify(files).findings.map(({ code, file }) => `${code} ${file}`)

describe('CournotPack', () => {
  it('AUDIT D5: all files and roots of a genuine pack hold, floats, odd keys and nulls included', () => {
    const result = CournotPack.verify(packFiles())
    expect(result).to.deep.include({
      ok: true,
      findings: [],
      not_checked: [],
      market_id: 'mk_lake_7',
      outcome: 'YES',
      por_root: '0xc97d2180d03fdf61b507ddc59a540a3ba4c0bde736a0e0b100f67958011f6c71',
    })
  })

  it('AUDIT D5: says of each file what no root covers', () => {
    const said = CournotPack.verify(packFiles()).limits.map(({ file }) => file)
    expect(said).to.include.members([
      'evidence_bundle.json',
      'reasoning_trace.json',
      'por_bundle.json',
      'tool_plan.json',
      'manifest.json',
    ])
  })

  describe('AUDIT D5: a byte changed anywhere is named by its file', () => {
    for (const name of [...packFiles().keys()].filter((file) => file !== 'manifest.json'))
      it(name, () => {
        const files = packFiles()
        const { length } = files.get(name)!
        for (let at = 0; at < length; at += Math.max(1, Math.floor(length / 40))) {
          const bytes = Uint8Array.from(files.get(name)!)
          bytes[at]! ^= 1
          expect(codesOf(new Map(files).set(name, bytes)), `byte ${at}`).to.include(`FILE_MISMATCH ${name}`)
        }
      })

    it('manifest.json, wherever it says something of the pack', () => {
      const files = packFiles()
      const before = new TextDecoder().decode(files.get('manifest.json'))
      const free = ['created_at":"', 'protocol_version":"'].map((key) => before.lastIndexOf(key) + key.length)
      let named = 0
      for (let at = 0; at < before.length; at++) {
        // Its date and its version are the two things that nothing else in a pack says.
        if (free.some((start) => at >= start && at < before.indexOf('"', start))) continue
        if (/created_at|protocol_version|notes/.test(before.slice(Math.max(0, at - 16), at + 17))) continue
        const bytes = Uint8Array.from(files.get('manifest.json')!)
        bytes[at]! ^= 1
        const { findings, limits } = CournotPack.verify(new Map(files).set('manifest.json', bytes))
        // What a file that no root covers is called is said with it.
        if (findings.length === 0 && !limits.some(({ message }) => message.includes('tool_plan'))) continue
        expect(findings, `byte ${at}: ${before.slice(at, at + 20)}`).not.to.be.empty
        named += findings.some(({ file, message }) => `${file} ${message}`.includes('manifest')) ? 1 : 0
      }
      expect(named).to.be.greaterThan(700)
    })
  })

  describe('AUDIT D5: with the manifest rewritten, what is under a root is named all the same', () => {
    const changes: readonly (readonly [string, string, string, string])[] = [
      ['prompt_spec.json', 'above 406.5 m on', 'above 306.5 m on', 'ROOT_MISMATCH prompt_spec.json'],
      ['evidence_bundle.json', '"level":407.0', '"level":407', 'ROOT_MISMATCH evidence_bundle.json'],
      ['evidence_bundle.json', 'gauge.example', 'other.example', 'ROOT_MISMATCH evidence_bundle.json'],
      ['reasoning_trace.json', '"by":0.25', '"by":0.75', 'ROOT_MISMATCH reasoning_trace.json'],
      ['reasoning_trace.json', '"ev_1","ev_2"', '"ev_1","ev_9"', 'UNKNOWN_EVIDENCE reasoning_trace.json'],
      ['reasoning_trace.json', '["step_0001"]', '["step_0002"]', 'UNKNOWN_STEP reasoning_trace.json'],
      ['verdict.json', '"YES"', '"NO"', 'ROOT_MISMATCH verdict.json'],
      ['verdict.json', '"YES"', '"NO"', 'VERDICT_MISMATCH por_bundle.json'],
      ['verdict.json', 'mk_lake_7', 'mk_lake_8', 'MARKET_MISMATCH verdict.json'],
      ['por_bundle.json', '"YES"', '"NO"', 'VERDICT_MISMATCH por_bundle.json'],
      ['por_bundle.json', '"por_root":"0xc9', '"por_root":"0xc8', 'ROOT_MISMATCH por_bundle.json'],
      ['por_bundle.json', '"por_root":"0xc9', '"por_root":"0xc8', 'ROOT_MISMATCH manifest.json'],
      ['evidence_bundle.json', '"items":[', '"items":{"a":[', 'NOT_JSON evidence_bundle.json'],
      ['evidence_bundle.json', '"items"', '"things"', 'SCHEMA evidence_bundle.json'],
    ]
    for (const [name, before, after, expected] of changes)
      it(`${name}: ${before} → ${after}: ${expected}`, () => {
        const files = edited(packFiles(), name, (text) => text.replaceAll(before, after))
        expect(codesOf(resealed(files))).to.include(expected)
      })
  })

  it('C26: refuses evidence whose tail is written twice, which that tree cannot tell', () => {
    const files = edited(packFiles(), 'evidence_bundle.json', (text) => {
      const items = text.slice(text.indexOf('"items":[') + 9, text.indexOf('],"market_id"'))
      return text.replace(items, () => `${items},${items.slice(items.lastIndexOf('{"content_type"'))}`)
    })
    expect(codesOf(resealed(files))).to.deep.equal(['AMBIGUOUS_TREE evidence_bundle.json'])
  })

  it('another spelling of the same values has the same roots, as in the original', () => {
    const files = edited(packFiles(), 'verdict.json', (text) =>
      text.replaceAll(':', ': ').replace('{', '{ "resolution_time": null, '),
    )
    expect(codesOf(resealed(files))).to.deep.equal([])
  })

  it('signatures and attestations are said to be not checked; a bundle without por_root is told', () => {
    const files = edited(packFiles(), 'por_bundle.json', (text) =>
      text.replace('"signatures":{}', '"signatures":{"judge_sig":"0x00"},"tee_attestation":{"quote":"q"}'),
    )
    const { ok, not_checked } = CournotPack.verify(resealed(files))
    expect(ok).to.equal(true)
    expect(not_checked.map(({ path }) => path)).to.deep.equal(['/signatures', '/tee_attestation'])
    const rootless = edited(packFiles(), 'por_bundle.json', (text) => text.replace(/"por_root":"0x\w+",/, ''))
    const manifest = edited(rootless, 'manifest.json', (text) => text.replace(/0xc97d\w+/, ''))
    const result = CournotPack.verify(resealed(manifest))
    expect(result).to.deep.include({ ok: true, por_root: null })
    expect(result.limits.map(({ path }) => path)).to.include('/por_root')
  })

  it('a verdict’s own roots that are not the bundle’s are said, and not believed', () => {
    const other = `0x${'11'.repeat(32)}`
    const files = edited(packFiles(), 'verdict.json', (text) =>
      text.replace('{', `{"evidence_root":"${other}",`),
    )
    expect(CournotPack.verify(resealed(files)).limits).to.deep.include({
      file: 'verdict.json',
      path: '/evidence_root',
      message: 'It is not that of the bundle, and was not recomputed.',
    })
  })

  it('a file that is missing, or whose path leads out, is named', () => {
    const files = packFiles()
    for (const name of files.keys()) {
      const without = new Map([...files].filter(([other]) => other !== name))
      expect(codesOf(without)).to.include(`MISSING_FILE ${name}`)
    }
    const out = edited(files, 'manifest.json', (text) => text.replace('"verdict.json"', '"../verdict.json"'))
    expect(codesOf(new Map(out).set('../verdict.json', files.get('verdict.json')!))).to.include(
      'UNSAFE_PATH manifest.json',
    )
  })

  it('only paths below the pack are opened', () => {
    const paths = (path: string) =>
      CournotPack.pathsIn(
        edited(packFiles(), 'manifest.json', (text) =>
          text.replace('"verdict.json"', JSON.stringify(path)),
        ).get('manifest.json')!,
      )
    expect(paths('checks/audit_checks.json')).to.include('checks/audit_checks.json')
    for (const bad of [
      '../verdict.json',
      '/etc/passwd',
      'a/../../b',
      'a\\b',
      'c:d',
      '.',
      './x',
      'a//b',
      'x\u0000',
    ])
      expect(paths(bad), bad).not.to.include(bad)
  })
})
