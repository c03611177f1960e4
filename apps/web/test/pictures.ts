import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

// Four by four pixels become one, which averages out how a machine draws the edges of letters.
const SHRINK = 4
// pixelmatch's threshold: how far apart two colours may be, from 0 to 1.
const COLOUR_TOLERANCE = 0.1

/** A screenshot at a quarter of its size. */
export function shrink(screenshot: Buffer): PNG {
  const source = PNG.sync.read(screenshot)
  const small = new PNG({
    width: Math.floor(source.width / SHRINK),
    height: Math.floor(source.height / SHRINK),
  })
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let channel = 0; channel < 4; channel++)
        small.data[(y * small.width + x) * 4 + channel] = average(source, { x, y, channel })
  return small
}

/** How many pixels differ visibly, and a picture of them; all if the sizes differ by more than a pixel. */
export function compare(before: PNG, after: PNG): { differing: number; picture: PNG } {
  const width = Math.min(before.width, after.width)
  const height = Math.min(before.height, after.height)
  const picture = new PNG({ width, height })
  if (Math.abs(before.width - after.width) > 1 || Math.abs(before.height - after.height) > 1)
    return { differing: width * height, picture }
  const [left, right] = [crop(before, width, height), crop(after, width, height)]
  // Without smoothing there is no antialiasing to look for.
  const options = { threshold: COLOUR_TOLERANCE, includeAA: true }
  return { differing: pixelmatch(left.data, right.data, picture.data, width, height, options), picture }
}

function average({ data, width }: PNG, { x, y, channel }: { x: number; y: number; channel: number }): number {
  let sum = 0
  for (let row = y * SHRINK; row < (y + 1) * SHRINK; row++)
    for (let column = x * SHRINK; column < (x + 1) * SHRINK; column++)
      sum += data[(row * width + column) * 4 + channel] ?? 0
  return Math.round(sum / SHRINK ** 2)
}

function crop(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture
  const cropped = new PNG({ width, height })
  PNG.bitblt(picture, cropped, 0, 0, width, height, 0, 0)
  return cropped
}
