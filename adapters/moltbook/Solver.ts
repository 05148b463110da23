/** Answers a captcha with two decimals, or says that it cannot. The one in `adapters/captcha` asks no other service. */
export type Solver = (text: string) => Promise<Solution> | Solution

export type Solution = { readonly answer: string | null; readonly why: string }

/** Two decimals and nothing else: what somebody says around a number is no answer. */
export const isAnswer = (text: string): boolean => /^-?\d{1,12}\.\d{2}$/.test(text)
