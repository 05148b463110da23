/**
 * Text of a stranger as it may be shown: on one line, without anything a terminal would obey or that would turn the reading
 * direction, and not long.
 */
export function plain(text: string, max = 300): string {
  // By characters, not by code units: a cut must not leave half of one.
  const shown = [...text.slice(0, max * 4).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')]
  return shown.length > max ? `${shown.slice(0, max).join('')}…` : shown.join('')
}
