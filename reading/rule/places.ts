/** Where clocks are read: cities and countries, by what the IANA database and the CLDR know of them. */

/** Large cities that no zone is called by, and short names of countries; all else the IANA database and the CLDR know. */
const otherNames: Readonly<Record<string, string>> = {
  ...zoned('Asia/Kolkata', 'mumbai', 'delhi', 'new delhi', 'bangalore', 'bengaluru', 'chennai'),
  ...zoned('Asia/Shanghai', 'beijing', 'shenzhen', 'guangzhou'),
  ...zoned('Asia/Tokyo', 'osaka', 'kyoto'),
  ...zoned('Asia/Seoul', 'korea', 'busan'),
  ...zoned('Asia/Jerusalem', 'tel aviv', 'haifa'),
  ...zoned('Asia/Gaza', 'palestine', 'ramallah'),
  ...zoned('Asia/Ho_Chi_Minh', 'hanoi', 'ho chi minh city'),
  ...zoned('Asia/Dubai', 'abu dhabi', 'uae'),
  ...zoned('Asia/Riyadh', 'jeddah', 'mecca'),
  ...zoned('Asia/Kathmandu', 'kathmandu'),
  ...zoned('Asia/Yangon', 'yangon'),
  ...zoned('Europe/London', 'britain', 'uk', 'england', 'edinburgh', 'manchester'),
  ...zoned('Europe/Kiev', 'kyiv', 'odesa'),
  ...zoned('Europe/Moscow', 'st petersburg', 'saint petersburg'),
  ...zoned('Europe/Zurich', 'geneva', 'bern', 'basel'),
  ...zoned('Europe/Rome', 'milan', 'turin', 'naples'),
  ...zoned('Europe/Berlin', 'munich', 'frankfurt', 'hamburg', 'cologne'),
  ...zoned('Europe/Madrid', 'barcelona', 'seville'),
  ...zoned('Europe/Paris', 'lyon', 'marseille', 'strasbourg'),
  ...zoned('Europe/Amsterdam', 'the hague', 'rotterdam'),
  ...zoned('Europe/Istanbul', 'ankara', 'turkey'),
  ...zoned('America/New_York', 'washington', 'washington dc', 'boston', 'miami', 'atlanta', 'philadelphia'),
  ...zoned('America/Chicago', 'houston', 'dallas', 'new orleans', 'minneapolis'),
  ...zoned('America/Los_Angeles', 'san francisco', 'seattle', 'las vegas', 'san diego'),
  ...zoned('America/Toronto', 'ottawa', 'montreal'),
  ...zoned('America/Sao_Paulo', 'rio de janeiro', 'brasilia', 'brasília', 'são paulo'),
  ...zoned('Australia/Sydney', 'canberra'),
  ...zoned('Pacific/Auckland', 'wellington'),
  ...zoned('Africa/Johannesburg', 'cape town', 'pretoria'),
  ...zoned('Pacific/Honolulu', 'hawaii'),
}

/** Names of zones that are words of English. */
const words = new Set(['easter', 'center', 'general', 'midway', 'wake', 'troll', 'knox'])

function zoned(id: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, id]))
}

let cities: ReadonlyMap<string, string> | null = null
let countries: ReadonlyMap<string, string> | null = null
let clocks: ReadonlyMap<string, string> | null = null

/** "America/Port-au-Prince" is called by its last part. */
const citiesByName = (): ReadonlyMap<string, string> =>
  (cities ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap((id) => {
      const name = id
        .slice(id.lastIndexOf('/') + 1)
        .replaceAll(/[_-]/g, ' ')
        .toLowerCase()
      return id.includes('/') && !words.has(name) ? [[name, id] as const] : []
    }),
  ))

/** The regions of the CLDR by their English names. */
function countriesByName(): ReadonlyMap<string, string> {
  if (countries !== null) return countries
  const nameOf = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  countries = new Map(
    codes.flatMap((code) => {
      const name = nameOf.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code] as const]
    }),
  )
  return countries
}

/** The zone of a country whose clocks all show the same; of others a city must be named. */
function zoneOfCountry(name: string): string | null {
  const code = countriesByName().get(name)
  if (code === undefined) return null
  const ids = zonesOf(code)
  const [first] = ids
  if (first === undefined) return null
  const isSame = (id: string) =>
    [winter, summer].every((time) => offsetOf(id, time) === offsetOf(first, time))
  return ids.every(isSame) ? first : null
}

/** What the CLDR calls the time of a zone, without "Standard Time" and the like: "Israel", "Gulf", "Australian Eastern". */
const zonesByClock = (): ReadonlyMap<string, string> =>
  (clocks ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap((id) =>
      (['long', 'longGeneric'] as const).flatMap((style) => {
        const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: style })
        const [, name] = /^(\D+?)(?: Standard| Daylight| Summer)? Time$/.exec(nameIn(format, winter)) ?? []
        return name === undefined ? [] : [[name.toLowerCase(), id] as const]
      }),
    ),
  ))

/** Midwinter and midsummer of a year tell summer time apart. */
const [winter, summer] = [1_768_478_400, 1_784_116_800]

const nameIn = (format: Intl.DateTimeFormat, instant: number): string =>
  format.formatToParts(instant * 1_000).find(({ type }) => type === 'timeZoneName')!.value

/** It was a property before it became a method. */
function zonesOf(code: string): readonly string[] {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    readonly timeZones?: readonly string[]
    getTimeZones?(): readonly string[] | undefined
  }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/**
 * The IANA zone of a city, a country or a clock of the CLDR by its English name, in lower case; null for one that is not known.
 *
 * @example
 * placeZone('jerusalem') // 'Asia/Jerusalem'
 * placeZone('japan') // 'Asia/Tokyo'
 * placeZone('canada') // null: it has several
 */
export const placeZone = (name: string): string | null =>
  (Object.hasOwn(otherNames, name) ? otherNames[name]! : null) ??
  citiesByName().get(name) ??
  zoneOfCountry(name) ??
  zonesByClock().get(name) ??
  null

const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes east of UTC that the clocks of an IANA zone show at an instant. */
export function offsetOf(id: string, instant: number): number {
  let format = formats.get(id)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' })
    formats.set(id, format)
  }
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(nameIn(format, instant))!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
