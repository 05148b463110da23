import { Bytes, Hash, Json, Merkle, Proof, Question, Reference, Verification } from '../../protocol/index.ts'
import { proofParts } from './proofParts.ts'

/** One thing to measure; it runs in Node and in the CRE guest alike. */
export type Work = {
  readonly name: string
  /** How many units one call of `run` does; in the guest, an interpreter, fewer of them. */
  readonly n: { readonly node: number; readonly guest: number }
  readonly per: 'byte' | 'question' | 'leaf'
  readonly prepare: (n: number) => () => unknown
}

const repeat = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** A step of a reasoning trace, about 300 bytes: what is hashed most. */
const step = (i: number) => ({
  step_id: `step_${i}`,
  type: 'deduce',
  inputs: [`ev_${i}`, `ev_${i + 1}`],
  output: { value: `${i}.0625`, observed_at: 1_767_225_600 + i, met: i % 2 === 0, note: null },
  rationale:
    'The sample at the deadline is the first at or after it; the source’s own clock was compared with ours.',
})

const textOfSteps = (bytes: number): string => {
  const steps = []
  for (let size = 0; size < bytes; size += 300) steps.push(step(steps.length))
  return Json.canonical(steps)
}

const assets = ['bitcoin', 'ethereum', 'solana', 'dogecoin']

/** Questions as `Question.format` writes them. */
export const formattedQuestion = (i: number): string =>
  `§question Will ${assets[i % 4]} trade above ${1000 + i} dollars when the year ends?\n§rule\n` +
  `source:coingecko:${assets[i % 4]}\nmetric:price_usd\nop:gte\ntarget:${1000 + i}.5\n` +
  `§§source creator:agent_${i} origin:moltbook created:2026-01-${String(10 + (i % 20))}\n§category crypto`

/** The same as people write them: other order and spacing, tags of their own, accents. */
export const freeQuestion = (i: number): string =>
  `§category   crypto\n\n§rule\n  op:  gte\n  target: ${1000 + i}\n  source: coingecko:${assets[i % 4]}\n` +
  `  note:keep an eye on the café’s clock\n§question  Will ${assets[i % 4]} — as listed — trade above ${1000 + i} dollars?\n` +
  `§§source origin:moltbook creator:agent_${i}\n§x-mood hopeful\n`

/** Reading n questions. */
export const parsing = (kind: string, make: (i: number) => string): Work => ({
  name: `§ parse, ${kind}`,
  n: { node: 1000, guest: 100 },
  per: 'question',
  prepare: (n) => {
    const texts = repeat(n, make)
    // Results are dropped, as the reference parser's are.
    return () => {
      let last: unknown
      for (const text of texts) last = Question.parse(text)
      return last
    }
  },
})

/** A chart as CoinGecko gives it, with a point an hour in each of its three series. */
function chartOf(bytes: number): string {
  const points = repeat(Math.ceil(bytes / 91), (i) => [(i + 1) * 3_600_000, 68_259 + i / 4_096])
  return JSON.stringify({ prices: points, market_caps: points, total_volumes: points })
}

const leaf = (i: number): Uint8Array => Bytes.fromText(Json.canonical({ ...step(i), rationale: '' }))

export const works: readonly Work[] = [
  parsing('as formatted', formattedQuestion),
  parsing('freely written', freeQuestion),
  {
    name: 'canonical JSON',
    n: { node: 200_000, guest: 50_000 },
    per: 'byte',
    prepare: (n) => {
      const value = Json.parse(textOfSteps(n))
      return () => Json.canonical(value)
    },
  },
  {
    name: 'JSON parse, guarded',
    n: { node: 200_000, guest: 50_000 },
    per: 'byte',
    prepare: (n) => {
      const text = textOfSteps(n)
      return () => Json.parse(text)
    },
  },
  {
    name: "the source's own reply",
    n: { node: 100_000, guest: 100_000 },
    per: 'byte',
    prepare: (n) => {
      const question =
        '§question Q?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd_high\nop:gte\ntarget:75000'
      // A high is known once the provider has published all of it.
      const [round, now] = [Question.pose({ question, createdAt: 0, deadline: 10_000_000 }), 10_010_000]
      const reply = { status: 200, body: chartOf(n) }
      if (Reference.read(round, reply, now) === null) throw new Error('The chart is not read.')
      return () => Reference.read(round, reply, now)
    },
  },
  {
    name: 'keccak256',
    n: { node: 100_000, guest: 10_000 },
    per: 'byte',
    prepare: (n) => {
      const bytes = new Uint8Array(n).fill(7)
      return () => Hash.ofBytes(bytes)
    },
  },
  {
    name: 'Merkle build',
    n: { node: 1000, guest: 250 },
    per: 'leaf',
    prepare: (n) => {
      const leaves = repeat(n, leaf)
      return () => Merkle.build(leaves)
    },
  },
  {
    name: 'Merkle verify, branches of 1,000',
    n: { node: 1000, guest: 25 },
    per: 'leaf',
    prepare: (n) => {
      const leaves = repeat(1000, leaf)
      const tree = Merkle.build(leaves)
      const { root, count } = tree
      const proofs = repeat(n, (index) => ({
        root,
        count,
        index,
        leaf: leaves[index]!,
        branch: Merkle.prove(tree, index),
      }))
      return () => proofs.map(Merkle.verify)
    },
  },
  {
    name: 'proof of reasoning, build',
    n: { node: 1000, guest: 100 },
    per: 'leaf',
    prepare: (n) => {
      const parts = proofParts(n)
      return () => Proof.buildPorBundle(parts)
    },
  },
  {
    name: 'proof of reasoning, verify',
    n: { node: 1000, guest: 100 },
    per: 'leaf',
    prepare: (n) => {
      const proof = Proof.buildPorBundle(proofParts(n))
      return () => Verification.verifyPorBundle(proof)
    },
  },
]
