import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib'

/** Text as deflate blocks that end at a byte, so that pieces can be joined, and what the checksum of the whole needs. */
export type Piece = {
  readonly blocks: Buffer
  /** The number of its bytes before compression. */
  readonly length: number
  readonly crc: number
  /** The factor by which the checksum of what precedes it is multiplied. */
  readonly shift: number
}

// A full flush ends at a byte, and later blocks refer to nothing before it.
const FLUSHED = { finishFlush: constants.Z_FULL_FLUSH }
const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH }
const deflate = promisify<Buffer, typeof FLUSHED, Buffer>(deflateRaw)

export async function compressPiece(text: string): Promise<Piece> {
  const bytes = Buffer.from(text)
  // Copied, because zlib's result keeps a larger buffer.
  return toPiece(bytes, Buffer.concat([await deflate(bytes, FLUSHED)]))
}

export function expandPiece({ blocks, length }: Piece): Buffer {
  return inflateRawSync(blocks, { ...PARTIAL, chunkSize: Math.max(length, 64) })
}

/** A piece of at most 65,535 bytes that is not compressed. */
export function storePiece(text: string): Piece {
  const bytes = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(0xffff - bytes.length, 3)
  return toPiece(bytes, Buffer.concat([head, bytes]))
}

function toPiece(bytes: Buffer, blocks: Buffer): Piece {
  return { blocks, length: bytes.length, crc: crc32(bytes), shift: shiftBy(bytes.length) }
}

/** Pieces as one gzip member: browsers read only the first of several. */
export function createGzipMember() {
  let length = 0
  let crc = 0
  return {
    /** Before the first piece: deflate, no name, no time, an unknown system. */
    header: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]),
    /** Counts a piece in, and returns its blocks. */
    add: (piece: Piece): Buffer => {
      length += piece.length
      crc = (multiply(piece.shift, crc) ^ piece.crc) >>> 0
      return piece.blocks
    },
    /** After the last piece: an empty final block, the checksum, and the length modulo 2³². */
    trailer: (): Buffer => {
      const trailer = Buffer.alloc(13)
      trailer.set([1, 0, 0, 0xff, 0xff])
      trailer.writeUInt32LE(crc, 5)
      trailer.writeUInt32LE(length % 2 ** 32, 9)
      return trailer
    },
  }
}

// As zlib's crc32_combine_op: a checksum is a polynomial over GF(2), its highest bit the coefficient of 1, modulo this one.
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL
  }
  return product >>> 0
}

/** x to the power of the number of bits. */
function shiftBy(bytes: number): number {
  let shift = ONE
  // x⁸
  let power = ONE >>> 8
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(power, shift)
    power = multiply(power, power)
  }
  return shift
}
