import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive; what is given beside name and content is written in place of the truth. */
export type Zipped = {
  readonly name: string
  readonly content: Uint8Array
  readonly method?: number
  readonly size?: number
  readonly crc?: number
  readonly flags?: number
  readonly mode?: number
  readonly localName?: string
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Writes a ZIP archive, honest or not. */
export function zip(files: readonly Zipped[], { comment = '' }: { comment?: string } = {}): Uint8Array {
  const local: Uint8Array[] = []
  const central: Uint8Array[] = []
  let at = 0
  for (const file of files) {
    const { name, content, method = 8, flags = 0, mode = 0o100644, localName = name } = file
    const data = method === 8 ? deflateRawSync(content) : content
    const about = [flags, method, 0, 0] as const
    const sizes = [file.crc ?? crc32(content), data.length, file.size ?? content.length] as const
    const header = [
      ...u32(0x04034b50),
      ...[20, ...about].flatMap(u16),
      ...sizes.flatMap(u32),
      ...[utf8(localName).length, 0].flatMap(u16),
    ]
    local.push(Uint8Array.from(header), utf8(localName), data)
    central.push(
      Uint8Array.from([
        ...u32(0x02014b50),
        ...[0x0314, 20, ...about].flatMap(u16),
        ...sizes.flatMap(u32),
        ...[utf8(name).length, 0, 0, 0, 0].flatMap(u16),
        ...u32(mode * 65_536),
        ...u32(at),
      ]),
      utf8(name),
    )
    at += header.length + utf8(localName).length + data.length
  }
  const directory = Buffer.concat(central)
  const end = [
    ...u32(0x06054b50),
    ...[0, 0, files.length, files.length].flatMap(u16),
    ...u32(directory.length),
    ...u32(at),
    ...u16(utf8(comment).length),
  ]
  return Buffer.concat([...local, directory, Uint8Array.from(end), utf8(comment)])
}

const u16 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff]
const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)]
