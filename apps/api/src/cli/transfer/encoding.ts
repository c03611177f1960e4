const MAX_RECORD_BYTES = 8 * 2 ** 20

const MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** A file as UTF-8 without a byte-order mark. UTF-16 is known by its mark, or by the zeros between its letters. */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const part of bytes) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (head === undefined) {
      yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < 4) continue
    decoder = decoderFor(head)
    yield decoder ? Buffer.from(decoder.decode(head, { stream: true })) : withoutMark(head)
    head = undefined
  }
  if (head !== undefined) yield withoutMark(head)
  // Throws for a file that ends within a character.
  decoder?.decode()
}

function decoderFor(head: Buffer): TextDecoder | undefined {
  const encoding =
    MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte))?.[1] ??
    (head[1] === 0 && head[3] === 0 ? 'utf-16le' : head[0] === 0 && head[2] === 0 ? 'utf-16be' : 'utf-8')
  return encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { fatal: true })
}

function withoutMark(head: Buffer): Buffer {
  return head.subarray(0, 3).toString() === '\ufeff' ? head.subarray(3) : head
}

/** Passes bytes on, and rejects when too many of them have made no record: `reset` is called at each one. */
export function limitRecords(): {
  limit: (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  reset: () => void
} {
  let pending = 0
  return {
    limit: async function* (bytes) {
      for await (const chunk of bytes) {
        pending += chunk.length
        if (pending > MAX_RECORD_BYTES) throw new Error('a record has more than 8 MB')
        yield chunk
      }
    },
    reset: () => {
      pending = 0
    },
  }
}
