import { once } from 'node:events'

/** Writes text, waiting when the reader is slow, so that a large batch does not pile up in memory. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Prints a value: one line with `json`, otherwise for eyes. */
export async function print(value: unknown, options: { json?: boolean | undefined }): Promise<void> {
  await write(`${options.json ? JSON.stringify(value) : escaped(JSON.stringify(value, null, 2))}\n`)
}

/** The same JSON, with escapes for what a terminal would obey: `JSON.stringify` escapes only what is below a space. */
const escaped = (json: string): string =>
  json.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** `cresolver … | head` is no failure: when the reader has gone, there is nobody left to tell. */
export function endQuietlyOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}
