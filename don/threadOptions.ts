import type { WorkerOptions } from 'node:worker_threads'
import { cacheFolder } from './cacheFolder.ts'

const compiled = cacheFolder('cresolver-threads')

/** How the DON's threads are started: each loads the same code, and what V8 made of it is kept, which halves a guest's start. */
export const threadOptions = (): Pick<WorkerOptions, 'env'> => ({
  env: { NODE_COMPILE_CACHE: compiled, ...process.env },
})
