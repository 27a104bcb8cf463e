// Converts an upload to a profile picture (upright, square, without metadata) and computes perceptual hashes. The only
// importer of sharp.
import { PICTURE_SIDE_PX } from '#shared/limits.ts'
import { openLimiter } from '#server/limiter.ts'
import { Problem } from '#shared/problems.ts'

/** Decoding more pixels takes hundreds of megabytes, even for a small file. Phones take photos of 12 to 24 million. */
const PIXELS_MAX = 40_000_000
/**
 * The limit for AVIF and interlaced PNG. They can't be decoded line by line: 40 million pixels took 800 MB and 480 MB
 * (measured).
 */
const UNSTREAMED_PIXELS_MAX = 16_000_000
const DECODE_SECONDS_MAX = 20
const WEBP_QUALITY = 82

/** Limited, so that uploads leave enough memory and CPU for the pages. */
const limiter = openLimiter({ concurrency: 2, waitingMax: 16 })

/** The only decoders that may run. Documents such as SVG and PDF are never parsed. */
const DECODERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer'].map(
  (name) => `VipsForeignLoad${name}`,
)
/** sharp's names. `heif` is AVIF, and HEIC if the build of libvips can decode it. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/**
 * Returns a square WebP of at most 512 × 512 pixels: the center of the picture, rotated as its EXIF data says, in sRGB,
 * without metadata. A smaller picture is cropped to its shorter side, because enlarging adds bytes but no detail; of an
 * animation the first frame is used. Throws `Problem('bad_picture')` for anything but a complete picture of at most 40
 * million pixels (16 million if the format can't be decoded line by line), and `Problem('unavailable')` if too many
 * uploads are waiting.
 */
export async function makeProfilePicture(
  bytes: Buffer,
): Promise<{ bytes: Buffer; contentType: 'image/webp' }> {
  const sharp = await (loading ??= loadSharp())
  // Any decoder error means that the file is bad.
  const decode = () =>
    square(sharp, bytes).catch(() => {
      throw new Problem('bad_picture')
    })
  return { bytes: await limiter.run(decode), contentType: 'image/webp' }
}

type Sharp = typeof import('sharp').default
let loading: Promise<Sharp> | undefined

/** Loaded with the first picture, because the library takes 20 MB (measured). */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return sharp
}

async function square(sharp: Sharp, bytes: Buffer): Promise<Buffer> {
  // `error` rejects a truncated file but ignores the harmless warnings that many cameras' files cause.
  const options = { failOn: 'error', limitInputPixels: PIXELS_MAX, autoOrient: true } as const
  const { format, width, height, isProgressive } = await sharp(bytes, options).metadata()
  const pixelsMax =
    format === 'heif' || (format === 'png' && isProgressive) ? UNSTREAMED_PIXELS_MAX : PIXELS_MAX
  if (!FORMATS.has(format) || width * height > pixelsMax) throw new Problem('bad_picture')
  const side = Math.min(width, height, PICTURE_SIDE_PX)
  return sharp(bytes, options)
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .timeout({ seconds: DECODE_SECONDS_MAX })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer()
}

const HASH_SIDE = 32
/** The number of frequencies used in each direction: the lowest ones, without the constant term. */
const HASH_FREQUENCIES = 8
/** `COSINES[u - 1][x]`: the basis of the discrete cosine transform (DCT-II). */
const COSINES = Array.from({ length: HASH_FREQUENCIES }, (_, u) =>
  Array.from({ length: HASH_SIDE }, (__, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * HASH_SIDE))),
)

/**
 * The perceptual hash of a picture: 64 characters, `0` or `1`, for the low frequencies of its gray values that are
 * above their mean (Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions", 2010, 3.2.1). Null
 * for a picture of one color, because all such pictures would have the same hash. Throws if `bytes` isn't a picture.
 */
export async function pictureHash(bytes: Buffer): Promise<string | null> {
  const sharp = await (loading ??= loadSharp())
  const small = () =>
    sharp(bytes)
      .flatten({ background: 'white' })
      .greyscale()
      .resize(HASH_SIDE, HASH_SIDE, { fit: 'fill' })
      .raw()
      .toBuffer()
  const gray = await limiter.run(small)
  const sum = (basis: number[], valueAt: (x: number) => number) =>
    basis.reduce((total, cosine, x) => total + cosine * valueAt(x), 0)
  const rows = Array.from({ length: HASH_SIDE }, (_, y) =>
    COSINES.map((basis) => sum(basis, (x) => gray[y * HASH_SIDE + x] ?? 0)),
  )
  const frequencies = COSINES.flatMap((basis) => COSINES.map((_, u) => sum(basis, (y) => rows[y]?.[u] ?? 0)))
  if (frequencies.every((one) => Math.abs(one) < 1)) return null
  const mean = frequencies.reduce((total, one) => total + one, 0) / frequencies.length
  return frequencies.map((one) => (one > mean ? '1' : '0')).join('')
}
