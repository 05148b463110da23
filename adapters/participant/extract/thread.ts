import { parentPort } from 'node:worker_threads'
import { TaskError } from '../Reason.ts'
import type { Answer, Job } from './apart.ts'
import { extract } from './extract.ts'

/** Where recipes are run: a thread that has nothing but the recipe and the reply, and that whoever started it may end at any time. */
parentPort?.on('message', ({ extractor, body }: Job) => parentPort!.postMessage(answer({ extractor, body })))
parentPort?.postMessage('ready')

function answer({ extractor, body }: Job): Answer {
  try {
    return { extracted: extract(extractor, body) }
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return { reason: error.reason, message: error.shortMessage }
  }
}
