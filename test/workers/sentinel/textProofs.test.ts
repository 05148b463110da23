import { expect } from 'chai'
import { acquisitionScenario, stories } from '../../../cli/commands/worker/acquisition.ts'
import type { Finding, Json, Proof } from '../../../protocol/index.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { inspectProof, replayWith } from '../../../workers/sentinel/index.ts'
import { rebuild, withOutputs } from '../pipeline/tamper.ts'

type Path = readonly (string | number)[]

/** All texts, numbers and truth values of a JSON value, by path. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [path]
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The same value with another one at a path: one character of a text, a digit of a number, the other truth. */
function changed<value>(whole: value, path: Path): value {
  const copy = structuredClone(whole)
  const holder = path.slice(0, -1).reduce<never>((at, key) => (at as never)[key as never], copy as never)
  const key = path.at(-1)! as never
  holder[key] = other(holder[key]) as never
  return copy
}

function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const middle = Math.floor(text.length / 2)
  // A letter or digit stays one, so that most changes keep to the schema.
  const code = text.charCodeAt(middle)
  return text.slice(0, middle) + String.fromCharCode(code ^ 1) + text.slice(middle + 1)
}

/** The leaves that commit to what stands at a path; null where nothing does. */
function leafOf({ evidence, trace }: Proof.Proof, [part, second, third]: Path): readonly string[] | null {
  const [items, steps] = [evidence.items.length, trace.steps.length]
  if (part === 'prompt_spec') return ['por 0']
  if (part === 'evidence' && second === 'items')
    return [`evidence ${2 * Number(third)}`, `evidence ${2 * Number(third) + 1}`]
  // Wall clocks are outside every hash.
  if (part === 'created_at' || (part === 'evidence' && second === 'collection_time')) return null
  if (part === 'evidence') return [`evidence ${2 * items}`]
  if (part === 'trace' && second === 'steps') return [`reasoning ${Number(third)}`]
  if (part === 'trace') return [`reasoning ${steps + 2}`]
  if (part === 'leaves') return [`${String(second)} ${String(third)}`]
  if (second === 'verdict') return [`reasoning ${steps + 1}`, 'por 3']
  // What the bundle says of itself, and its roots.
  return [0, 1, 2, 3].map((i) => `por ${i}`)
}

const placesOf = (findings: readonly Finding.Finding[]) =>
  findings.map(({ tree, leaf_index }) => `${tree} ${leaf_index}`)

describe('the sentinel on proofs of markets in words', () => {
  it('S2-52: replays each of them without a model, and finds nothing', async () => {
    for (const story of stories) {
      const { proof } = (await acquisitionScenario(story)).answered
      const result = await inspectProof(proof, { replay: replayWith(new Map()) })
      expect(result.findings, story).to.deep.equal([])
    }
  })

  for (const story of ['confirmed', 'silent'] as const) {
    it(`S2-92 S2-108: whatever is changed in the whole bundle of ${story} is named at its leaf`, async () => {
      const proof = (await acquisitionScenario(story)).answered.proof!
      const paths = leavesOf(proof)
      const missed: string[] = []
      for (const path of paths) {
        const leaves = leafOf(proof, path)
        if (leaves === null) continue
        const { ok, findings } = await inspectProof(changed(proof, path))
        const isNamed =
          placesOf(findings).some((place) => leaves.includes(place)) ||
          // What keeps to no schema has no leaves: its path is named.
          findings.some(({ code, path: where }) => code === 'SCHEMA' && where.includes(String(path[0])))
        if (ok || !isNamed) missed.push(`${path.join('/')}: ${placesOf(findings).join(', ')}`)
      }
      expect(paths.length).to.be.above(300)
      expect(missed).to.deep.equal([])
    }).timeout(120_000)

    it(`S2-108: a step of ${story} that was changed with all its hashes is named when the proof is executed again`, async () => {
      const proof = (await acquisitionScenario(story)).answered.proof!
      const missed: string[] = []
      for (const [j, { step_id, output }] of proof.trace.steps.entries())
        for (const path of leavesOf(output)) {
          const trace = withOutputs(proof.trace, { [step_id]: changed(output, path) as Json.Json })
          const { findings } = replay(rebuild(proof, { trace }), { sources: new Map() })
          if (!placesOf(findings).includes(`reasoning ${j}`)) missed.push(`${step_id}/${path.join('/')}`)
        }
      expect(missed).to.deep.equal([])
    }).timeout(120_000)
  }

  it('S2-50: a reader’s reply that is left out of a proof is missed, whatever hashes it has', async () => {
    const proof = (await acquisitionScenario('silent')).answered.proof!
    const items = proof.evidence.items.filter(({ evidence_id }) => evidence_id !== 'reply-second-reader-1')
    const forged = rebuild(proof, { evidence: { ...proof.evidence, items } })
    expect(replay(forged, { sources: new Map() }).ok).to.equal(false)
  })

  it('proofs from before specs committed to an event are not executed again, and not blamed', async () => {
    const proof = (await acquisitionScenario('silent')).answered.proof!
    const { event: _, ...promptSpec } = proof.prompt_spec
    const old = rebuild(proof, { promptSpec })
    expect(replay(old, { sources: new Map() })).to.deep.equal({
      executed: false,
      why: 'it is of an earlier edition',
      ok: false,
      findings: [],
    })
    expect((await inspectProof(old, { replay: replayWith(new Map()) })).ok).to.equal(true)
  })
})
