/** Every kind of fault that the check of a pack can find. */
export const codes = [
  'MISSING_FILE',
  'UNSAFE_PATH',
  'FILE_MISMATCH',
  'NOT_JSON',
  'SCHEMA',
  'UNKNOWN_FORMAT',
  'ROOT_MISMATCH',
  'AMBIGUOUS_TREE',
  'MARKET_MISMATCH',
  'VERDICT_MISMATCH',
  'UNKNOWN_EVIDENCE',
  'UNKNOWN_STEP',
] as const

/** Something to say of a pack: the file, the place in it, and what there is to say. */
export type Note = { readonly file: string; readonly path: string; readonly message: string }
/** A fault of a pack. */
export type Fault = Note & { readonly code: (typeof codes)[number] }

/** Takes up a fault. */
export type Noting = (code: Fault['code'], file: string, path: string, message: string) => void
