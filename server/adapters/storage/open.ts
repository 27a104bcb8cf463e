// Opens the storage for pictures: the bucket if one is set, otherwise this machine's disk.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { type DiskSettings, openDiskStorage, sweepDiskUploads } from './disk.ts'
import { serveDiskUploads } from './disk-uploads.ts'
import type { Storage } from './port.ts'
import { openS3Storage } from './s3.ts'

type Needs = Pick<Deps, 'config' | 'clock' | 'log'>

const diskSettings = ({ config, clock, log }: Needs): DiskSettings => ({
  dataDir: config.dataDir,
  secrets: [
    config.sessionSecret,
    ...(config.sessionSecretPrevious === undefined ? [] : [config.sessionSecretPrevious]),
  ],
  clock,
  log,
})

export function openStorage(needs: Needs): Storage {
  return needs.config.s3 ? openS3Storage(needs.config.s3, needs) : openDiskStorage(diskSettings(needs))
}

/** Serves the disk storage's upload URLs. A bucket receives its uploads itself. */
export function serveUploads(app: FastifyInstance, needs: Needs): void {
  if (!needs.config.s3) serveDiskUploads(app, diskSettings(needs))
}

/** Deletes unused uploads. A bucket does this with a lifecycle rule (docs/operating.md). */
export async function sweepUploads(needs: Needs): Promise<void> {
  if (!needs.config.s3) await sweepDiskUploads(diskSettings(needs))
}
