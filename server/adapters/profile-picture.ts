// Converts an upload to a profile picture: upright, square, without metadata. The only importer of sharp.
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
