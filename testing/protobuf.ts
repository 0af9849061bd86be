/** The fields of a message of Protocol Buffers, by number. */
export interface Fields {
  messages(field: number): Fields[]
  text(field: number): string
  hex(field: number): string
  number(field: number): number
}

/** @see https://protobuf.dev/programming-guides/encoding */
export function decodeMessage(bytes: Uint8Array): Fields {
  const values = new Map<number, (number | Uint8Array)[]>()
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint()
    const value = readValue(tag & 7)
    const field = Math.floor(tag / 8)
    values.set(field, [...(values.get(field) ?? []), value])
  }
  const ofField = (field: number) => values.get(field) ?? []
  const blobs = (field: number) => ofField(field).filter((it) => typeof it !== 'number')
  return {
    messages: (field) => blobs(field).map(decodeMessage),
    text: (field) => new TextDecoder().decode(blobs(field)[0]),
    hex: (field) => Buffer.from(blobs(field)[0] ?? []).toString('hex'),
    number: (field) => Number(ofField(field).find((it) => typeof it === 'number') ?? 0),
  }

  function readValue(wireType: number): number | Uint8Array {
    if (wireType === 0) return readVarint()
    const lengths: Record<number, () => number> = { 1: () => 8, 2: readVarint, 5: () => 4 }
    const length = lengths[wireType]?.()
    if (length === undefined) throw new Error(`Unknown wire type ${wireType}`)
    at += length
    return bytes.subarray(at - length, at)
  }

  /** Exact below 2^53. */
  function readVarint(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
}
