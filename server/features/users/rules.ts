// Name skeletons: names with a common skeleton can be mistaken for each other (UTS #39).
import unhomoglyph from 'unhomoglyph'

/** The skeleton columns of a person's names. */
export const nameSkeletons = ({
  username,
  displayName,
}: {
  username: string
  displayName: string | null
}) => ({
  usernameSkeletons: skeletonsOf(username),
  displayNameSkeletons: skeletonsOf(displayName ?? ''),
})

/**
 * The skeletons of a name as written and in lower case, because names are compared case-insensitively: "Ida" looks like
 * "lda" (L), "ida" doesn't, and both are the name "Ida". Empty for an empty name.
 */
export function skeletonsOf(name: string): string[] {
  const looks = [name, name.toLowerCase()].map((text) => skeletonOf(skeletonOf(text).toLowerCase()))
  return [...new Set(looks)].filter((look) => look !== '')
}

/** Ignores spaces: "Maya Chen" looks like "MayaChen". NFKD instead of NFD, which also normalizes stylized letters. */
const skeletonOf = (text: string) =>
  unhomoglyph(text.normalize('NFKD').replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')).normalize(
    'NFKD',
  )
