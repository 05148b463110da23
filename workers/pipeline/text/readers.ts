/** Two who read the same pages, each by a prompt of its own, and hear nothing of each other. */
export const readers = ['first-reader', 'second-reader'] as const
export type Reader = (typeof readers)[number]
