import { extract } from '../../../../adapters/participant/extract/extract.ts'
import { extractor as schema } from '../../../../adapters/participant/extract/Recipe.ts'
import { TaskError } from '../../../../adapters/participant/Reason.ts'

export const read = (value: unknown) => schema.parse(value)
/** The value that a recipe finds, or why it finds none. */
export const found = (recipe: unknown, body: string): string => {
  try {
    return extract(read(recipe), body).value
  } catch (error) {
    if (error instanceof TaskError) return error.reason
    throw error
  }
}
export const isRecipe = (value: unknown): boolean => schema.safeParse(value).success
