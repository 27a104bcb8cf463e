// Stores pictures in a bucket of an S3-compatible service. The only importer of the AWS SDK.
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { Log } from '#server/log.ts'
import type { Clock } from '#server/clock.ts'
import type { S3Settings } from '#server/config.ts'
import { Problem } from '#shared/problems.ts'
import type { Storage } from './port.ts'
import { reportFailure } from './report-failure.ts'

const LIFETIME_S = 900
/** Timeouts for the connection and for the response. */
const CONNECT_MS = 2000
const ANSWER_MS = 10_000

/**
 * The storage in a bucket, with path-style URLs. The type and length passed to `signUpload` are signed, so the service
 * refuses others (403). For uploads from pages the bucket needs a CORS rule that allows PUT.
 */
export function openS3Storage(settings: S3Settings, { clock, log }: { clock: Clock; log: Log }): Storage {
  // The SDK takes 30 MB (measured), so it is loaded on first use.
  let loading: ReturnType<typeof load> | undefined
  const sdk = () => (loading ??= load(settings))
  const Bucket = settings.bucket
  const endpoint = new URL(settings.endpoint)
  const prefix = `${endpoint.pathname.replace(/\/+$/, '')}/${Bucket}/`

  async function orUnavailable<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof Problem) throw error
      reportFailure(log, error, { message: 'the object storage failed' })
      throw new Problem('storage_unavailable', { retryAfterSeconds: 10 })
    }
  }

  return {
    async signUpload(key, { contentType, size }) {
      const { client, s3, getSignedUrl } = await sdk()
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: size,
      })
      // The SDK always signs a length, but a type only if it is listed here. Without a type it must not be listed: the
      // SDK would add a default, and the service would accept no other type.
      const signableHeaders = new Set(contentType ? ['content-type'] : [])
      return getSignedUrl(client, command, {
        expiresIn: LIFETIME_S,
        signingDate: clock.now(),
        signableHeaders,
      })
    },
    keyOf(url) {
      if (!URL.canParse(url)) return null
      const { origin, pathname } = new URL(url)
      if (origin !== endpoint.origin || !pathname.startsWith(prefix)) return null
      return decoded(pathname.slice(prefix.length))
    },
    read: (key, maxBytes) =>
      orUnavailable(async () => {
        const { client, s3 } = await sdk()
        const found = await client
          .send(new s3.GetObjectCommand({ Bucket, Key: key }))
          .catch((error: unknown) => {
            if (error instanceof s3.S3ServiceException && error.name === 'NoSuchKey') return null
            throw error
          })
        return found === null ? null : bytesOf(found, maxBytes)
      }),
    write: (key, bytes, contentType) =>
      orUnavailable(async () => {
        const { client, s3 } = await sdk()
        await client.send(
          new s3.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType }),
        )
      }),
    remove: (key) =>
      orUnavailable(async () => {
        const { client, s3 } = await sdk()
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }))
      }),
    async *list() {
      const { client, s3 } = await sdk()
      let ContinuationToken: string | undefined
      do {
        const page = await orUnavailable(() =>
          client.send(new s3.ListObjectsV2Command({ Bucket, ContinuationToken })),
        )
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    uploadOrigins: [endpoint.origin],
  }
}

async function load({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  const [s3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // By default the SDK puts the checksum of an empty body into upload URLs, which other vendors' services refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  })
  return { client, s3, getSignedUrl }
}

/** Counts the bytes as they arrive, because an object whose URL fixed no length may be larger than announced. */
async function bytesOf(
  { Body, ContentLength = 0 }: GetObjectCommandOutput,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = ContentLength
  if (size <= maxBytes) {
    size = 0
    for await (const part of Body as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBytes) break
      parts.push(part)
    }
  } else (Body as { destroy?: () => void }).destroy?.()
  if (size > maxBytes) throw new Problem('picture_too_large')
  return Buffer.concat(parts)
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
