import type { WriteStream } from 'node:tty'

/** Says what goes on: on a terminal by a line that moves while a step lasts, elsewhere by plain lines. */
export type Progress = {
  /** Begins a step, and so ends the one before. */
  step(title: string): void
  /** Something that happened within it. */
  say(line: string): void
  /** Ends the last step. */
  done(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const clearLine = '\r\u001b[2K'

export function startProgress(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>): Progress {
  return stream.isTTY ? moving(stream) : plain(stream)
}

function plain(stream: Pick<WriteStream, 'write'>): Progress {
  return {
    step: (title) => void stream.write(`${title}\n`),
    say: (line) => void stream.write(`  ${line}\n`),
    done: () => {},
  }
}

function moving(stream: Pick<WriteStream, 'write' | 'columns'>): Progress {
  let current: { readonly title: string; readonly since: number } | undefined
  let frame = 0
  const seconds = () => `${((performance.now() - current!.since) / 1_000).toFixed(1)} s`
  const draw = () => {
    if (current === undefined) return
    const line = `${frames[frame++ % frames.length]} ${seconds()} … ${current.title}`
    stream.write(`${clearLine}${line.slice(0, (stream.columns || 80) - 1)}`)
  }
  // It must not keep the process alive.
  const timer = setInterval(draw, frameMs).unref()
  const end = () => {
    if (current !== undefined) stream.write(`${clearLine}✓ ${current.title} (${seconds()})\n`)
    current = undefined
  }
  return {
    step(title) {
      end()
      current = { title, since: performance.now() }
      draw()
    },
    say(line) {
      stream.write(`${clearLine}  ${line}\n`)
      draw()
    },
    done() {
      end()
      clearInterval(timer)
    },
  }
}
