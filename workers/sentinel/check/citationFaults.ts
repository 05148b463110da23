import { Bytes, Citation, Finding, Transcript } from '../../../protocol/index.ts'
import { type Case, type Found, found } from './Case.ts'

/** Where the transcript has other verdicts on citations than the workers' own words give. */
export function citationFaults(about: Case): Found[] {
  const { file, rebuilt } = about
  if (file.leaves === null) return []
  return rebuilt.entries.flatMap(({ testimony }, i) => {
    const index = Transcript.leafIndex(i, 'scores')
    const [reported, expected] = [verdictsIn(file.leaves![index]), testimony.citations.join('')]
    if (reported === null || reported === expected) return []
    const message = `Its citations were judged ${said(reported)}, but what others found gives ${said(expected)}.`
    const at = [Finding.transcriptLeaf(index), 'SCORE_MISMATCH', `/leaves/${index}`, message] as const
    return [found(about, at, { worker: i })]
  })
}

/** The verdicts that a leaf of scores names; null where it names none that can be read. */
function verdictsIn(leaf: string | undefined): string | null {
  try {
    const { citations } = JSON.parse(Bytes.toText(Bytes.fromHex(leaf as Bytes.Hex)))
    return typeof citations === 'string' ? citations : null
  } catch {
    return null
  }
}

const said = (verdicts: string): string => (verdicts === '' ? 'not at all' : JSON.stringify(verdicts))

/** How a round's citations ended, in words. */
export function citationsIn({ rebuilt }: Pick<Case, 'rebuilt'>): { count: number; detail: string } {
  const all = rebuilt.entries.flatMap(({ testimony }) => testimony.citations)
  const [passed, failed, open] = Citation.verdicts.map(
    (one) => all.filter((verdict) => verdict === one).length,
  )
  const detail = all.length === 0 ? 'nobody cites a page' : `${passed} passed, ${failed} failed, ${open} open`
  return { count: all.length, detail }
}
