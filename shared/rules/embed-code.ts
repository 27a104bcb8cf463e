// The code that people paste into other sites: a frame with a record or a signal, and the badge.

/** What a frame shows, with its size in CSS pixels. Longer content scrolls. */
export const EMBEDS = {
  record: { width: 416, height: 328 },
  signal: { width: 480, height: 352 },
} as const
export type EmbedKind = keyof typeof EMBEDS

/** `name` is a username for a record, an id for a signal. */
export const embedPath = (kind: EmbedKind, name: string): string =>
  `/embed/${kind}/${encodeURIComponent(name)}`

/** An `<iframe>` as HTML. It never has text that a person wrote, except the username. */
export function embedCode(
  origin: string,
  kind: EmbedKind,
  { name, username }: { name: string; username: string },
  { width, height }: { width: number; height: number } = EMBEDS[kind],
): string {
  const title = `${kind === 'record' ? 'Record' : 'Signal'} of @${username} on Signalpost`
  const src = `${origin}${embedPath(kind, name)}`
  return `<iframe src="${src}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" title="${title}"></iframe>`
}

/** The badge as Markdown, which leads to the record. */
export const badgeCode = (origin: string, username: string): string =>
  `[![Record of @${username}](${origin}/badge/${username}.svg)](${origin}/@${username})`
