import { parentPort, workerData } from 'node:worker_threads'
import { callbackIdOf } from './callbackId.ts'
import { runModule } from './guest.ts'
import { dataOffset, type GuestData, type GuestMessage, type Run, words } from './guestMessages.ts'

/**
 * A node's guest, in a thread of its own because it blocks: while the workflow waits for a capability, this thread sleeps on a
 * shared word until the node has written the reply behind it.
 */
const { module, shared } = workerData as GuestData
const control = new Int32Array(shared, 0, 4)
const data = new Uint8Array(shared, dataOffset)
const donMode = 1

const post = (message: GuestMessage) => parentPort!.postMessage(message)

function ask(message: GuestMessage): Uint8Array | { error: string } {
  Atomics.store(control, words.answered, 0)
  post(message)
  Atomics.wait(control, words.answered, 0)
  const bytes = data.slice(0, control[words.length])
  return control[words.failed] === 0 ? bytes : { error: new TextDecoder().decode(bytes) }
}

function run({ request, donSeed, nodeSeed }: Run): void {
  let mode = donMode
  let times = 0
  const called = new Set<number>()
  const started = process.threadCpuUsage()
  const spent = () => {
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1_000
  }
  try {
    const { response, memoryPages } = runModule(module, {
      args: ['wasi', Buffer.from(request).toString('base64')],
      host: {
        switchModes: (next) => {
          mode = next
        },
        callCapability: (bytes) => {
          const id = callbackIdOf(bytes)
          if (id === null) return { error: 'error calling proto unmarshal: this is no CapabilityRequest' }
          if (called.has(id))
            return { error: 'error calling callCapAsync: duplicate callback id not allowed' }
          called.add(id)
          post({ type: 'call', mode, bytes })
          return 0n
        },
        awaitCapabilities: (bytes) => ask({ type: 'await', bytes }),
        getSecrets: (bytes) => ask({ type: 'getSecrets', bytes }),
        awaitSecrets: (bytes) => ask({ type: 'awaitSecrets', bytes }),
        log: (text) => post({ type: 'log', mode, text }),
        randomSeed: (asked) => (asked === donMode ? donSeed : nodeSeed),
        now: () => {
          if (mode !== donMode) return BigInt(Date.now()) * 1_000_000n
          const reply = ask({ type: 'now', sequence: times++ })
          if (!(reply instanceof Uint8Array)) return null
          return new DataView(reply.buffer).getBigUint64(0, true)
        },
      },
    })
    post({ type: 'done', response: response ?? null, error: null, memoryPages, cpuMs: spent() })
  } catch (error) {
    post({ type: 'done', response: null, error: (error as Error).message, memoryPages: 0, cpuMs: spent() })
  }
}

parentPort?.on('message', run)
