import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

/** The keys by which a text is compared. */
export const keysOf = (text: string): string[] => tokens(text).map(({ key }) => key)
