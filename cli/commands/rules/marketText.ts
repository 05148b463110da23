import { Json } from '../../../protocol/index.ts'
import { isAncillary } from '../../../reading/uma/AncillaryData.ts'

/**
 * A market as it is handed to a command: JSON, or the ancillary data of a request to UMA as it is, in hex or text. Several of those stand
 * on a line each; one text may have many lines.
 */
export function readMarketText(text: string): Json.Json {
  const given = text.trim()
  if (/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(given) && !/^\d+$/.test(given)) return { ancillary_data: given }
  if (!isAncillary(given) || isSeveral(given)) return Json.parse(given)
  return { ancillary_data: given }
}

const isSeveral = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every(isAncillary)
}
