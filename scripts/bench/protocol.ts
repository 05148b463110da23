import { fileURLToPath } from 'node:url'
import { bundle } from '../../don/bundle.ts'
import { compileGuest, runGuest } from '../../don/guest.ts'
import { best, median, type Row, rounded, secondsOf } from './measure.ts'
import { formattedQuestion, freeQuestion, parsing, type Work, works } from './protocolWork.ts'
import { benchReferenceParser, referenceExamples } from './referenceParser.ts'

export const summary =
  'the pure rooms: § parser, canonical JSON, keccak256, Merkle proofs; in Node and in the CRE guest'

/**
 * In Node: the median of five samples after a warm-up. In the guest: the median of three, by the host's clock between
 * two `log` calls that the guest makes around the work, so loading the bundle is not counted.
 */
export function rows(note: (text: string) => void): Row[] {
  const inNode = works.map((work) => secondsOf(work.prepare(work.n.node)))
  const inGuest = guestSeconds()
  return [
    ...works.flatMap((work, i) => [
      row(work, 'Node', work.n.node, inNode[i]!),
      row(work, 'CRE guest', work.n.guest, inGuest[i]!),
    ]),
    ...referenceRows(note),
  ]
}

function row({ name, per }: Work, place: string, n: number, seconds: number): Row {
  const titled = { name: `${name}, ${place}`, n }
  if (per === 'byte') return { ...titled, value: rounded(n / seconds / 1e6), unit: 'MB/s' }
  if (per === 'question') return { ...titled, value: rounded(n / seconds), unit: 'questions/s' }
  return { ...titled, value: rounded((seconds / n) * 1e6), unit: 'ms per 1,000 leaves' }
}

function guestSeconds(): number[] {
  const samples = works.map((): number[] => [])
  let started = 0
  const log = (text: string) => {
    if (text === 'start') started = performance.now()
    else samples[Number(text.slice('end '.length))]!.push((performance.now() - started) / 1000)
  }
  const entry = fileURLToPath(new URL('protocolGuest.ts', import.meta.url))
  runGuest(compileGuest(bundle(entry)), { host: { log } })
  return samples.map(median)
}

/** The seed's own parser, in Python, on the very texts that ours reads: the best of three samples of each. */
function referenceRows(note: (text: string) => void): Row[] {
  const folder = process.env.CRESOLVER_SEEDS
  if (folder === undefined) {
    note('CRESOLVER_SEEDS names no folder, so the original parser is left out')
    return []
  }
  const examples = referenceExamples(folder)
  const kinds = {
    ...(examples.length === 0 ? {} : { 'its own examples': (i: number) => examples[i % examples.length]! }),
    'as formatted': formattedQuestion,
    'freely written': freeQuestion,
  }
  const found: Row[] = []
  for (const [kind, make] of Object.entries(kinds)) {
    const n = 1000
    const texts = Array.from({ length: n }, (_, i) => make(i))
    const reference = benchReferenceParser(folder, texts)
    if ('skipped' in reference) {
      note(`§ parse, reference parser: skipped, ${reference.skipped}`)
      return []
    }
    const ours = n / secondsOf(parsing(kind, make).prepare(n), { samples: 3, sampleSeconds: 1, pick: best })
    const value = rounded(reference.perSecond)
    found.push({ name: `§ parse, ${kind}, reference parser in Python`, n, value, unit: 'questions/s' })
    const ratio = rounded(ours / reference.perSecond)
    found.push({ name: `§ parse, ${kind}, ours to the reference`, n, value: ratio, unit: 'times as fast' })
  }
  return found
}
