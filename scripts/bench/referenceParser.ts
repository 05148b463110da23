import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The original parser of § questions: Python, written down in the format's own document, and read from there. */
const document = '000-aap-v2.md'

type Skipped = { readonly skipped: string }

/** The Python source, or why there is none to run. */
export function extractReference(seedsFolder: string | undefined): { readonly code: string } | Skipped {
  if (seedsFolder === undefined || seedsFolder === '') return { skipped: 'CRESOLVER_SEEDS is not set' }
  const path = join(seedsFolder, document)
  if (!existsSync(path)) return { skipped: `there is no ${document} in ${seedsFolder}` }
  if (spawnSync('python3', ['--version']).status !== 0) return { skipped: 'there is no python3' }
  const blocks = readFileSync(path, 'utf8').split('```python\n').slice(1)
  const code = blocks
    .map((block) => block.slice(0, block.indexOf('```')))
    .find((block) => block.includes('def parse_question'))
  return code === undefined ? { skipped: `${document} holds no parser` } : { code }
}

const timing = `
import json, sys, time
texts = json.load(sys.stdin)
def run():
    started = time.perf_counter()
    for text in texts:
        parse_question(text)
    return time.perf_counter() - started
run()
rounds = max(1, int(20000 / len(texts)))
best = min(sum(run() for _ in range(rounds)) for _ in range(3))
print(json.dumps({'perSecond': rounds * len(texts) / best}))
`

/** How many of the texts the original parser reads in a second: the best of three, start-up not counted. */
export function benchReferenceParser(
  seedsFolder: string | undefined,
  texts: readonly string[],
): { readonly perSecond: number } | Skipped {
  if (texts.length === 0) return { skipped: 'there are no texts to read' }
  const reference = extractReference(seedsFolder)
  if ('skipped' in reference) return reference
  const input = JSON.stringify(texts)
  const child = spawnSync('python3', ['-c', reference.code + timing], { input, encoding: 'utf8' })
  if (child.status !== 0)
    return { skipped: `the original parser failed: ${child.stderr.trim().split('\n').pop()}` }
  return JSON.parse(child.stdout)
}

/** The example questions of the same document, or none where it is not there. */
export function referenceExamples(seedsFolder: string | undefined): string[] {
  try {
    const text = readFileSync(join(seedsFolder ?? '', document), 'utf8')
    return [...text.matchAll(/```\n(§question [^<`]+?)\n```/g)].map((match) => match[1]!)
  } catch {
    return []
  }
}
