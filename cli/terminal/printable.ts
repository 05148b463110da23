/**
 * Text that may hold a stranger's words, without anything a terminal would obey or that would turn the reading direction. Line
 * breaks stay.
 */
export const printable = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
