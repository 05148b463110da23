/** Answers a captcha as well as it can. The one in `adapters/captcha` asks no other service. */
export type Solver = (text: string) => Promise<Solution> | Solution

/** The likeliest answer, with two decimals: what is not answered counts as a failure just like a wrong one (C58). */
export type Solution = { readonly best: string | null; readonly why: string }

/** Two decimals and nothing else: what somebody says around a number is no answer. */
export const isAnswer = (text: string): boolean => /^-?\d{1,12}\.\d{2}$/.test(text)
