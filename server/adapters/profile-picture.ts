// Makes a profile picture of an upload: upright, square, nothing but pixels. The only importer of sharp.
import { PICTURE_SIDE_PX } from '#shared/limits.ts'
import { openLimiter } from '#server/limiter.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Beyond this many pixels a small file becomes hundreds of megabytes of memory. Phones' pictures have 12 to
 * 24 million.
 */
const PIXELS_MAX = 40_000_000
/**
 * AVIF and interlaced PNG are decoded as a whole, and 40 million pixels of them took 800 MB and 480 MB
 * (measured), so they get fewer.
 */
const WHOLE_PIXELS_MAX = 16_000_000
const DECODE_SECONDS_MAX = 20
const WEBP_QUALITY = 82

/** Decoding is bounded, so that uploads never take the memory and the cores the pages need. */
const limiter = openLimiter({ concurrency: 2, waitingMax: 16 })

/**
 * The decoders that may run at all; documents such as SVG or PDF are not pictures and meet no parser here.
 */
const DECODERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer'].map(
  (name) => `VipsForeignLoad${name}`,
)
/** As sharp names them; `heif` is AVIF, and HEIC where the build can decode it. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/**
 * A square WebP of at most 512 × 512 pixels: the middle of the picture, turned as its EXIF says, in sRGB,
 * without any metadata. A smaller picture keeps its shorter side, since enlarging adds bytes and no detail;
 * of an animation the first frame is taken. Throws `Problem('bad_picture')` for anything that is not a whole
 * picture of at most 40 million pixels (16 million where the format can't be decoded line by line), and
 * `Problem('unavailable')` when too many are being made already.
 */
export async function makeProfilePicture(
  bytes: Buffer,
): Promise<{ bytes: Buffer; contentType: 'image/webp' }> {
  const sharp = await (loading ??= loadSharp())
  // Whatever a decoder says of a stranger's file, the file is at fault.
  const decode = () =>
    square(sharp, bytes).catch(() => {
      throw new Problem('bad_picture')
    })
  return { bytes: await limiter.run(decode), contentType: 'image/webp' }
}

type Sharp = typeof import('sharp').default
let loading: Promise<Sharp> | undefined

/** Loaded with the first picture: the library takes 20 MB (measured) that an idle server does without. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return sharp
}

async function square(sharp: Sharp, bytes: Buffer): Promise<Buffer> {
  // `error` still refuses a cut-off file, but not the harmless oddities that cameras write.
  const options = { failOn: 'error', limitInputPixels: PIXELS_MAX, autoOrient: true } as const
  const { format, width, height, isProgressive } = await sharp(bytes, options).metadata()
  const pixelsMax = format === 'heif' || (format === 'png' && isProgressive) ? WHOLE_PIXELS_MAX : PIXELS_MAX
  if (!FORMATS.has(format) || width * height > pixelsMax) throw new Problem('bad_picture')
  const side = Math.min(width, height, PICTURE_SIDE_PX)
  return sharp(bytes, options)
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .timeout({ seconds: DECODE_SECONDS_MAX })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer()
}
