import { Readable } from 'node:stream'
import { Command } from 'commander'
import { runProgram } from '../../cli/terminal/runProgram.ts'

/** Commands of ours in this process: as fast as a function, with output, errors and exit code as a person sees them. */
export type Called = {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** Each line of stdout as JSON. */
  lines(): ReturnType<typeof JSON.parse>[]
}

export type CallOptions = { readonly input?: string | Uint8Array; readonly env?: Record<string, string> }

type Register = (command: Command) => void

/** A command that goes on until it is stopped. */
export type Begun = {
  /** Once it has ended by itself. */
  readonly done: Promise<Called>
  /** The first line with these words in it; rejects where it ends without one. */
  line(words?: string): Promise<string>
  /** Ends it as a signal would. */
  stop(): Promise<Called>
}

/**
 * The commands of a group; a group of `market` has no name.
 *
 * @example
 * const proof = commandsOf('proof', verify.register)
 * const { status } = await proof.call('verify --json', { input })
 */
export function commandsOf(group: string | null, ...registers: readonly Register[]) {
  const program = group === null ? 'market' : 'cresolver'
  const begin = (words: string | readonly string[], options: CallOptions = {}) => {
    const given = typeof words === 'string' ? words.split(' ').filter((word) => word !== '') : words
    return capture([...(group === null ? [] : [group]), ...given], options, () =>
      runProgram(program, async () => {
        const root = new Command(program).helpCommand(false).exitOverride()
        const inner = group === null ? root : root.command(group).copyInheritedSettings(root)
        for (const register of registers) register(inner)
        return root
      }),
    )
  }
  const call = (words: string | readonly string[], options?: CallOptions): Promise<Called> =>
    inTurn(() => begin(words, options).done)
  return {
    begin: (words: string | readonly string[], options?: CallOptions): Begun => begin(words, options),
    call,
    /** The JSON of a command that must succeed. */
    async json(words: string, options?: CallOptions): Promise<ReturnType<typeof JSON.parse>> {
      const { status, stdout, stderr } = await call(`${words} --json`, options)
      if (status !== 0) throw new Error(`${words} ended with ${status}: ${stderr}`)
      return JSON.parse(stdout)
    },
    /** What a command that must fail says on its last line, and its exit code. */
    async refusal(words: string, options?: CallOptions) {
      const { status, stdout, stderr } = await call(`${words} --json`, options)
      if (status === 0) throw new Error(`${words} did not fail: ${stdout}`)
      const { error, message } = JSON.parse(stdout.trim().split('\n').at(-1)!)
      return { status, error: String(error), message: String(message), stderr }
    },
  }
}

/** Either program whole, as `run` of program.ts has it, but in this process: for what is not about processes. */
export function runHere(args: readonly string[], options: RunOptions = {}): Promise<Called> {
  const { program = 'cresolver', cwd, ...rest } = options
  return inTurn(async () => {
    const build = await programs[program]()
    const before = process.cwd()
    if (cwd !== undefined) process.chdir(cwd)
    try {
      return await capture(args, rest, () => runProgram(program, build)).done
    } finally {
      process.chdir(before)
    }
  })
}

export type RunOptions = CallOptions & { readonly program?: keyof typeof programs; readonly cwd?: string }

type Build = (argv: readonly string[]) => Promise<Command>

const programs = {
  async cresolver(): Promise<Build> {
    // It runs when it is imported, so its first run is one that nobody looks at.
    cresolver ??= (async () => {
      let entry: { program: Build } | undefined
      await capture(['--version'], {}, async () => {
        entry = await import('../../cli/cresolver.ts')
      }).done
      return entry!.program
    })()
    return cresolver
  },
  async market(): Promise<Build> {
    const { program } = await import('../../cli/market.ts')
    const demo = () => import('../../local/moltbook/demo.ts')
    return (argv) => program(argv, { name: 'market', demo })
  },
}
let cresolver: Promise<Build> | undefined

let last: Promise<unknown> = Promise.resolve()

/** Streams and exit code are one for the whole process, so calls wait for each other. */
function inTurn<value>(work: () => Promise<value>): Promise<value> {
  const next = last.then(work)
  last = next.catch(() => {})
  return next
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Stands in for the process's streams, arguments, environment and exit code while `run` goes on. */
function capture(words: readonly string[], options: CallOptions, run: () => Promise<void>) {
  const { argv, exitCode } = process
  const env = { CRESOLVER_KEY: '', ...options.env }
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  const write = { stdout: process.stdout.write, stderr: process.stderr.write }
  const heard = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  const watching = process.stdout.listeners('error')
  const said = { stdout: '', stderr: '' }
  let isOver = false
  let news = Promise.withResolvers<void>()
  const tell = () => {
    news.resolve()
    news = Promise.withResolvers()
  }

  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = ((chunk: string | Uint8Array) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
      tell()
      return true
    }) as typeof process.stdout.write
  const input = Buffer.from(options.input ?? '')
  const given = Readable.from(input.length === 0 ? [] : [input])
  Object.defineProperty(process, 'stdin', { value: given, configurable: true })
  Object.assign(process.env, env)
  process.argv = [process.execPath, 'program', ...words]
  process.exitCode = undefined

  const added = (signal: (typeof signals)[number]) =>
    process.listeners(signal).filter((listener) => !heard.get(signal)!.includes(listener))
  const restore = () => {
    Object.assign(process.stdout, { write: write.stdout })
    Object.assign(process.stderr, { write: write.stderr })
    Object.defineProperty(process, 'stdin', stdin)
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    for (const signal of signals)
      for (const listener of added(signal)) process.removeListener(signal, listener)
    for (const listener of process.stdout.listeners('error'))
      if (!watching.includes(listener)) process.stdout.removeListener('error', listener as () => void)
    process.argv = argv
    process.exitCode = exitCode
  }

  const done = (async (): Promise<Called> => {
    try {
      await run()
      const status = Number(process.exitCode ?? 0)
      const { stdout, stderr } = said
      const lines = () =>
        stdout
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text))
      return { status, stdout, stderr, lines }
    } finally {
      isOver = true
      restore()
      tell()
    }
  })()
  const line = async (wanted = ''): Promise<string> => {
    for (;;) {
      const found = said.stdout
        .split('\n')
        .slice(0, -1)
        .find((one) => one.includes(wanted))
      if (found !== undefined) return found
      if (isOver) throw new Error(`It ended without such a line: ${said.stdout}${said.stderr}`)
      await news.promise
    }
  }
  const stop = async () => {
    // It says where it listens a moment before it listens for signals.
    while (!isOver && added('SIGTERM').length === 0) await nextTurn()
    if (!isOver) for (const listener of added('SIGTERM')) (listener as () => void)()
    return done
  }
  const forget = () => running.delete(stop)
  running.add(stop)
  done.then(forget, forget)
  return { done, stop, line }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const running = new Set<() => Promise<unknown>>()

// A test that failed must not leave the process without its streams.
afterEach('ends commands that a test has left', async () => {
  for (const stop of running) await stop()
})
