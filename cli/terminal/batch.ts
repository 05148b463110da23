import { BaseError, Json } from '../../protocol/index.ts'
import { describe, failureExit } from './failure.ts'
import { readText } from './input.ts'
import { write } from './output.ts'

type Item = { id?: unknown }
export type Line =
  | { readonly value: Json.Json }
  /** With the number of its line, from 1, where there are several. */
  | { readonly fault: unknown; readonly line?: number }

type Answer = (input: Json.Json) => object | Promise<object>

/** How a JSON text becomes a value; a verb that needs numbers as they were written brings its own. */
type Read = (text: string) => Json.Json

/** One JSON value, an array of values (which may have none), or JSON lines. */
export function splitInput(text: string, read: Read = Json.parse): Line[] {
  if (text.trim() === '') throw new EmptyInputError()
  try {
    const whole = read(text.trim())
    return (Array.isArray(whole) ? whole : [whole]).map((value) => ({ value }))
  } catch (fault) {
    const lines = text
      .split('\n')
      .flatMap((line, i) => (line.trim() === '' ? [] : [{ text: line, line: i + 1 }]))
    return lines.length === 1 ? [{ fault }] : lines.map((each) => readLine(each, read))
  }
}

function readLine({ text, line }: { text: string; line: number }, read: Read): Line {
  try {
    return { value: read(text) }
  } catch (fault) {
    return { fault, line }
  }
}

/**
 * Answers each input with one line, in order, carrying its `id`. A bad input gets a line with `error`, and the rest goes
 * on. A single bad input fails the command; among many only `strict` does.
 */
export async function answerEach(
  file: string | undefined,
  answer: Answer,
  options: { strict?: boolean | undefined; read?: Read } = {},
): Promise<void> {
  await answerInputs(splitInput(await readText(file), options.read), answer, options)
}

/** The same for inputs that were split already. */
export async function answerInputs(
  inputs: readonly Line[],
  answer: Answer,
  options: { strict?: boolean | undefined } = {},
): Promise<void> {
  let failures = 0
  for (const input of inputs) {
    const line = await answerOne(input, answer)
    if ('error' in line) failures++
    await write(`${JSON.stringify(line)}\n`)
  }
  if (failures > 0 && (options.strict || inputs.length === 1)) process.exitCode = failureExit
}

async function answerOne(input: Line, answer: Answer): Promise<object> {
  if ('fault' in input)
    return { ...(input.line === undefined ? {} : { line: input.line }), ...describe(input.fault) }
  const { value } = input
  const id = isRecord(value) ? (value as Item).id : undefined
  const named = id === undefined ? {} : { id }
  try {
    return { ...named, ...(await answer(value)) }
  } catch (error) {
    return { ...named, ...describe(error) }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export class EmptyInputError extends BaseError {
  override readonly name = 'Cli.EmptyInputError'
  constructor() {
    super('The input is empty.', {
      metaMessages: ['Give one JSON value, or JSON lines, on stdin or in a file.'],
    })
  }
}
