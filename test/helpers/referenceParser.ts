import { spawnSync } from 'node:child_process'
import { extractReference } from '../../scripts/bench/referenceParser.ts'

/** What the original Python parser makes of each text: its dictionary, or null where it crashed. */
export function runReference(texts: readonly string[]): { results: (object | null)[] } | { skipped: string } {
  const reference = extractReference(process.env.CRESOLVER_SEEDS)
  if ('skipped' in reference) return reference
  const program = `${reference.code}
import json, sys
def safely(text):
    try:
        return parse_question(text)
    except TypeError:
        return None
json.dump([safely(text) for text in json.load(sys.stdin)], sys.stdout)
`
  const child = spawnSync('python3', ['-c', program], { input: JSON.stringify(texts), encoding: 'utf8' })
  if (child.status !== 0) throw new Error(child.stderr)
  return { results: JSON.parse(child.stdout) }
}
