import { UsageError } from '../terminal/failure.ts'
import { readText } from '../terminal/input.ts'

/** The words themselves, or those of a file (`-`: stdin); one of the two. */
export async function contentOf(
  option: string,
  given: string | undefined,
  file: string | undefined,
): Promise<string> {
  if ((given === undefined) === (file === undefined))
    throw new UsageError(`Give either ${option} or --content-file.`)
  return given ?? (await readText(file)).replace(/\r?\n$/, '')
}
