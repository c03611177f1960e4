import { crc32, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressPiece, createGzipMember, expandPiece, type Piece, storePiece } from './gzip-member.ts'

const text = fc.string({ unit: 'binary', maxLength: 2000 }).map((value) => value.toWellFormed())

function join(pieces: readonly Piece[]): Buffer {
  const member = createGzipMember()
  return Buffer.concat([member.header, ...pieces.map(member.add), member.trailer()])
}

test('joined pieces, compressed or not, are one gzip member with the right checksum', async () => {
  const piece = fc.tuple(text, fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (texts) => {
      const pieces = await Promise.all(
        texts.map(([text, isStored]) => (isStored ? storePiece(text) : compressPiece(text))),
      )
      const whole = Buffer.from(texts.map(([text]) => text).join(''))
      const gzip = join(pieces)
      expect(gzip.readUInt32LE(gzip.length - 8)).toBe(crc32(whole))
      // Which also checks the checksum and the length, and refuses bytes after the member.
      expect(gunzipSync(gzip)).toEqual(whole)
      expect(Buffer.concat(pieces.map(expandPiece))).toEqual(whole)
    }),
  )
})

test('a piece with a wrong checksum is refused', async () => {
  const piece = await compressPiece('some text')
  expect(() => gunzipSync(join([piece, { ...piece, crc: piece.crc ^ 1 }]))).toThrow('incorrect data check')
  expect(() => gunzipSync(join([piece, { ...piece, shift: 1 }]))).toThrow('incorrect data check')
})
