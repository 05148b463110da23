/** Character references of HTML: numbers, and the names of HTML 4 with the few of HTML 5 that pages use. Others stay as written. */

/** U+00A0 to U+00FF, in order. Old pages write these, and those of `plain`, without their semicolon too. */
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
  ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/)

const plain: readonly (readonly [string, number])[] = [
  ['amp', 0x26],
  ['AMP', 0x26],
  ['lt', 0x3c],
  ['LT', 0x3c],
  ['gt', 0x3e],
  ['GT', 0x3e],
  ['quot', 0x22],
  ['QUOT', 0x22],
  ['COPY', 0xa9],
  ['REG', 0xae],
]

/** From U+0391 and U+03B1 on, in order; a hole has no name. */
const greek =
  `Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega
  - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon
  phi chi psi omega`.split(/\s+/)

/** Name and code point in hexadecimal. */
const others =
  `apos 27 Tab 9 NewLine a excl 21 num 23 dollar 24 percnt 25 lpar 28 rpar 29 ast 2a plus 2b comma 2c period 2e sol 2f colon 3a
  semi 3b equals 3d quest 3f commat 40 lsqb 5b lbrack 5b bsol 5c rsqb 5d rbrack 5d Hat 5e lowbar 5f grave 60 lcub 7b lbrace 7b
  verbar 7c vert 7c rcub 7d rbrace 7d
  OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2c6 tilde 2dc thetasym 3d1 upsih 3d2 piv 3d6
  ensp 2002 emsp 2003 thinsp 2009 hairsp 200a zwnj 200c zwj 200d lrm 200e rlm 200f hyphen 2010 ndash 2013 mdash 2014 horbar 2015
  lsquo 2018 rsquo 2019 rsquor 2019 sbquo 201a ldquo 201c rdquo 201d rdquor 201d bdquo 201e dagger 2020 Dagger 2021 bull 2022
  bullet 2022 hellip 2026 mldr 2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203a oline 203e frasl 2044 euro 20ac
  image 2111 weierp 2118 real 211c trade 2122 TRADE 2122 alefsym 2135 larr 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 crarr 21b5
  lArr 21d0 uArr 21d1 rArr 21d2 dArr 21d3 hArr 21d4 forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209
  ni 220b prod 220f sum 2211 minus 2212 lowast 2217 radic 221a prop 221d infin 221e ang 2220 and 2227 or 2228 cap 2229 cup 222a
  int 222b there4 2234 sim 223c cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 sub 2282 sup 2283 nsub 2284 sube 2286
  supe 2287 oplus 2295 otimes 2297 perp 22a5 sdot 22c5 lceil 2308 rceil 2309 lfloor 230a rfloor 230b lang 27e8 rang 27e9
  loz 25ca check 2713 cross 2717 starf 2605 star 2606 phone 260e spades 2660 clubs 2663 hearts 2665 diams 2666 frac13 2153
  frac23 2154 frac15 2155 frac25 2156 frac35 2157 frac45 2158 frac18 215b frac38 215c frac58 215d frac78 215e
  Abreve 102 abreve 103 Amacr 100 amacr 101 Aogon 104 aogon 105 Cacute 106 cacute 107 Ccaron 10c ccaron 10d Dcaron 10e dcaron 10f
  Dstrok 110 dstrok 111 Ecaron 11a ecaron 11b Emacr 112 emacr 113 Eogon 118 eogon 119 Gbreve 11e gbreve 11f Idot 130 Imacr 12a
  imacr 12b imath 131 Lcaron 13d lcaron 13e Lstrok 141 lstrok 142 Nacute 143 nacute 144 Ncaron 147 ncaron 148 Odblac 150
  odblac 151 Omacr 14c omacr 14d Rcaron 158 rcaron 159 Sacute 15a sacute 15b Scedil 15e scedil 15f Tcaron 164 tcaron 165
  Udblac 170 udblac 171 Umacr 16a umacr 16b Uring 16e uring 16f Zacute 179 zacute 17a Zcaron 17d zcaron 17e Zdot 17b zdot 17c`.split(
    /\s+/,
  )

/** Names that stand for their character without a semicolon too. */
const loose = new Map<string, number>([...latin.map((name, i) => [name, 0xa0 + i] as const), ...plain])
const strict = new Map<string, number>([
  ...loose,
  ...greek.map((name, i) => [name, 0x391 + i] as const),
  ...pairs(others),
])

function pairs(words: readonly string[]): [string, number][] {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, parseInt(words[2 * i + 1]!, 16)])
}

/** What the numbers 128 to 159 mean in pages: Windows' letters, not control characters. */
const windows = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,
  0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a,
  0x153, 0x9d, 0x17e, 0x178,
]

/** The longest name that is looked up. */
const longest = 10

/** The character that the reference at `at` (an ampersand) stands for, and where the text goes on; null if it stands for none. */
export function decode(raw: string, at: number): { readonly text: string; readonly end: number } | null {
  if (raw.charCodeAt(at + 1) === hash) return numeric(raw, at + 2)
  let end = at + 1
  while (end - at <= longest && isAlphanumeric(raw.charCodeAt(end))) end++
  if (raw.charCodeAt(end) === semicolon) {
    const code = strict.get(raw.slice(at + 1, end))
    if (code !== undefined) return { text: String.fromCharCode(code), end: end + 1 }
  }
  for (; end > at + 2; end--) {
    const code = loose.get(raw.slice(at + 1, end))
    if (code !== undefined) return { text: String.fromCharCode(code), end }
  }
  return null
}

function numeric(raw: string, from: number): { readonly text: string; readonly end: number } | null {
  const isHex = (raw.charCodeAt(from) | 0x20) === letterX
  const start = isHex ? from + 1 : from
  const base = isHex ? 16 : 10
  let code = 0
  let end = start
  for (; ; end++) {
    const digit = digitOf(raw.charCodeAt(end))
    if (digit >= base) break
    // Once it is too large it stays so, however many digits follow.
    code = Math.min(code * base + digit, 0x110000)
  }
  if (end === start) return null
  return { text: characterOf(code), end: raw.charCodeAt(end) === semicolon ? end + 1 : end }
}

function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  if (isNone) return '\ufffd'
  return String.fromCodePoint(code >= 0x80 && code <= 0x9f ? windows[code - 0x80]! : code)
}

/** 0–15; 99 for what is no hexadecimal digit. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : 99
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)

const hash = 0x23
const semicolon = 0x3b
const letterX = 0x78
