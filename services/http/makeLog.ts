import { Writable } from 'node:stream'
import pino, { type DestinationStream, type Logger } from 'pino'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** Structured lines on stderr; for eyes only where eyes are. Bodies and keys are never given to it. */
export function makeLog(level: LogLevel, options: { stream?: DestinationStream } = {}): Logger {
  const { stream = process.stderr.isTTY ? pretty() : pino.destination({ fd: 2, sync: true }) } = options
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A second line of defence: nothing of the kind is logged on purpose.
      redact: {
        paths: ['authorization', '*.authorization', 'key', '*.key', 'rpcUrl', '*.rpcUrl'],
        remove: true,
      },
    },
    stream,
  )
}

function pretty(): Writable {
  return new Writable({
    write(chunk, _, done) {
      const { level, time, msg, err, ...rest } = JSON.parse(String(chunk))
      const more = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      const words = [time.slice(11, 19), level.padEnd(5), msg, ...more, err?.message].filter(Boolean)
      process.stderr.write(`${words.join(' ')}\n`, () => done())
    },
  })
}
