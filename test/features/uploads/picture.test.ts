// Converting an uploaded file: a small square picture without metadata, or a refusal.
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeProfilePicture } from '#server/adapters/profile-picture.ts'

const blank = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Left half red, right half blue, so that rotation and cropping are visible. */
async function redAndBlue(width: number, height: number) {
  const half = await blank(width / 2, height, '#ff0000')
    .png()
    .toBuffer()
  return blank(width, height, '#0000ff').composite([{ input: half, left: 0, top: 0 }])
}

const badPicture = { code: 'bad_picture', message: 'Failed to process uploaded image' }

describe('A complete picture', () => {
  test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'in %s becomes a WebP of 512 by 512 pixels',
    async (format) => {
      const picture = await makeProfilePicture(await blank(900, 600).toFormat(format).toBuffer())
      expect(picture.contentType).toBe('image/webp')
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    },
  )

  test('smaller than that is cropped to its shorter side and not enlarged', async () => {
    const picture = await makeProfilePicture(await blank(300, 120).png().toBuffer())
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 120, height: 120 })
  })

  test('keeps its center', async () => {
    const wide = await blank(3000, 500, '#000000')
      .composite([{ input: await blank(500, 500, '#ffffff').png().toBuffer(), left: 1250, top: 0 }])
      .png()
      .toBuffer()
    const { channels } = await sharp((await makeProfilePicture(wide)).bytes).stats()
    expect(Math.round(channels[0]?.mean ?? 0)).toBeGreaterThan(250)
  })

  test('is rotated as its EXIF data says', async () => {
    const sideways = await (await redAndBlue(600, 600)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(sideways).metadata()).orientation).toBe(6)
    const { bytes } = await makeProfilePicture(sideways)
    const top = await sharp(bytes).extract({ left: 0, top: 0, width: 512, height: 200 }).png().toBuffer()
    const [red, , blue] = (await sharp(top).stats()).channels
    // Orientation 6 is a quarter turn clockwise: the left half becomes the top, over the whole width.
    expect(red?.mean).toBeGreaterThan(240)
    expect(blue?.mean).toBeLessThan(15)
  })

  test('loses its location and all other metadata', async () => {
    const traced = await blank(800, 800)
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const before = await sharp(traced).metadata()
    expect([before.exif, before.xmp, before.icc].map(Boolean)).toEqual([true, true, true])
    const { bytes } = await makeProfilePicture(traced)
    const after = await sharp(bytes).metadata()
    expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(bytes.includes('Ada')).toBe(false)
    expect(bytes.includes('EXIF')).toBe(false)
  })

  test('loses data hidden after its end', async () => {
    const jpeg = await blank(600, 600).jpeg().toBuffer()
    const { bytes } = await makeProfilePicture(
      Buffer.concat([jpeg, Buffer.from('PK\x03\x04 <script>alert(1)</script>')]),
    )
    expect(bytes.includes('script')).toBe(false)
  })

  test('that is animated becomes its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => blank(64, 64, color).png().toBuffer()),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { bytes } = await makeProfilePicture(moving)
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
    expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(200)
  })

  test('keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    expect((await sharp((await makeProfilePicture(clear)).bytes).stats()).isOpaque).toBe(false)
  })
})

describe('The conversion refuses', () => {
  test.for([
    ['an empty file', ''],
    ['a text', 'hello'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
    ['a script that starts like a GIF', 'GIF89a/*xxxx*/=1;alert(1)'],
    ['a PNG signature and nothing else', '\x89PNG\r\n\x1a\n'],
  ] as const)('%s', async ([, text]) => {
    await expect(makeProfilePicture(Buffer.from(text, 'latin1'))).rejects.toMatchObject(badPicture)
  })

  test('a TIFF, a format that cameras and browsers don’t use', async () => {
    await expect(makeProfilePicture(await blank(50, 50).tiff().toBuffer())).rejects.toMatchObject(badPicture)
  })

  test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a truncated %s', async (format) => {
    const noise = sharp({
      create: { width: 200, height: 120, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    } as never)
    const whole = await noise.toFormat(format).toBuffer()
    await expect(makeProfilePicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(badPicture)
    await expect(makeProfilePicture(whole.subarray(0, whole.length - 20))).rejects.toMatchObject(badPicture)
  })

  test('a few bytes that claim 30,000 by 30,000 pixels, before decoding anything', async () => {
    const before = process.memoryUsage().rss
    await expect(makeProfilePicture(pngClaiming(30_000, 30_000))).rejects.toMatchObject(badPicture)
    // Decoded, it would take 3.6 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3)
  })

  test('more than forty million pixels, and not exactly forty million', async () => {
    await expect(makeProfilePicture(await blank(8000, 5001).png().toBuffer())).rejects.toMatchObject(
      badPicture,
    )
    await expect(makeProfilePicture(await blank(8000, 5000).png().toBuffer())).resolves.toBeDefined()
  })

  test('20 million pixels in a format that can’t be decoded line by line', async () => {
    await expect(
      makeProfilePicture(await blank(5000, 4000).png({ progressive: true }).toBuffer()),
    ).rejects.toMatchObject(badPicture)
    await expect(
      makeProfilePicture(await blank(5000, 4000).avif({ effort: 0 }).toBuffer()),
    ).rejects.toMatchObject(badPicture)
    await expect(
      makeProfilePicture(await blank(5000, 4000).jpeg({ progressive: true }).toBuffer()),
    ).resolves.toBeDefined()
  })
})

test('Two pictures are converted at a time, sixteen wait, and the rest are refused with Retry-After', async () => {
  const bytes = await blank(900, 900).jpeg().toBuffer()
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => makeProfilePicture(bytes)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
  for (const result of results.filter(({ status }) => status === 'rejected'))
    expect(result).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } })
  // The queue is empty again.
  await expect(makeProfilePicture(bytes)).resolves.toBeDefined()
})

/** A PNG with this size in its header and only one scan line. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = deflateSync(Buffer.alloc(1 + width * 3))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', line),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
