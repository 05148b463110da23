import type { Token } from '../../../adapters/captcha/decode.ts'
import { type Scene, setScene } from '../../../adapters/captcha/Scene.ts'
import { readScenes } from '../../../adapters/captcha/scenes.ts'

/** The scene of a text as it is likeliest read. */
export const sceneOf = (text: string): Scene => readScenes(text)[0] ?? setScene([])

/** A text's tokens, as `solve` has them before it looks for numbers. */
export const tokensOf = (text: string): readonly Token[] => sceneOf(text).tokens
