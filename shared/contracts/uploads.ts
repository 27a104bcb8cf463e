// Profile pictures: the browser gets a signed upload URL, then sets the uploaded object as the picture.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const uploads = {
  start: endpoint({
    method: 'POST',
    path: '/api/objects/upload',
    summary: 'A signed URL for one PUT of an image of at most 5 MB',
    access: 'member',
    limit: 'upload',
    body: z
      .object({
        // Not validated further here: the handler refuses other types with 415 and large files with 413 (spec answer
        // 39).
        contentType: z.string().max(100).optional(),
        size: z.int().min(1, 'The picture is empty').optional(),
      })
      .nullish(),
    reply: z.object({ uploadURL: z.string() }),
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: '/api/profile-images',
    summary:
      'Sets an uploaded object as the viewer’s profile picture. One that looks like a removed one is held for review, and the previous picture stays',
    access: 'member',
    body: z.object({ profileImageURL: z.string().min(1).max(4000) }),
    /** `objectPath`: the picture that is shown now; null if the new one is held and there was none before. */
    reply: z.object({ objectPath: z.string().nullable(), isHeld: z.literal(true).optional() }),
  }),
}
