import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Failure, TaskError } from '../Reason.ts'
import { type Extracted, extract } from './extract.ts'
import type { Extractor } from './Recipe.ts'

export type Job = { readonly extractor: Extractor; readonly body: string }
export type Answer =
  | { readonly extracted: Extracted }
  | { readonly reason: Failure; readonly message: string }

/** What any recipe is done with in a moment, so that no thread is needed for it. */
const small = 4_096
const idleMs = 10_000
const memory = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 }

/**
 * Runs a recipe where it can be stopped. A recipe and a reply can be made for each other so that parsers take minutes, and no
 * limit on either keeps both useful: whatever takes longer than `limitMs`, or more memory than a reply can honestly need, is ended.
 *
 * @example
 * const { value } = await extractApart({ type: 'css', recipe: '#price' }, page)
 */
export async function extractApart(
  extractor: Extractor,
  body: string,
  { limitMs = 5_000 }: { readonly limitMs?: number } = {},
): Promise<Extracted> {
  if (body.length <= small) return extract(extractor, body)
  // One at a time: whoever sends many costly tasks gets one core, not all of them.
  const turn = last.then(() => inThread({ extractor, body }, limitMs))
  last = turn.catch(() => undefined)
  const answer = await turn
  if ('extracted' in answer) return answer.extracted
  throw new TaskError(answer.reason, answer.message)
}

let last: Promise<unknown> = Promise.resolve()
let kept: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null

async function inThread(job: Job, limitMs: number): Promise<Answer> {
  const thread = await take()
  const stopped = new AbortController()
  const timer = setTimeout(() => stopped.abort(), limitMs)
  try {
    thread.postMessage(job)
    // An error of the thread, such as running out of memory, comes here too.
    const [answer] = (await once(thread, 'message', { signal: stopped.signal })) as [Answer]
    keep(thread)
    return answer
  } catch (cause) {
    await thread.terminate()
    throw new TaskError(
      'RECIPE_TOO_COSTLY',
      'The recipe takes too long, or too much memory, on this reply.',
      {
        cause,
      },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** The thread that is there, or a new one; that it has to load first is nobody's fault. */
async function take(): Promise<Worker> {
  if (kept !== null) {
    const { thread, timer } = kept
    kept = null
    clearTimeout(timer)
    thread.ref()
    return thread
  }
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { env: {}, resourceLimits: memory })
  await once(thread, 'message')
  return thread
}

/** Loading takes longer than most recipes: the thread waits a while for the next one, but keeps no program from ending. */
function keep(thread: Worker): void {
  thread.unref()
  const timer = setTimeout(() => {
    kept = null
    void thread.terminate()
  }, idleMs)
  kept = { thread, timer: timer.unref() }
}
