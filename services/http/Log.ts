/** Where a service writes its log lines. A pino logger is one; the default writes nothing. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = (): void => {}

/** A log that drops every line. */
export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
