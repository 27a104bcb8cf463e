// Name skeletons: names with a common skeleton can be mistaken for each other (UTS #39). Also recognizes names that
// impersonate the product, its staff, or somebody with a verified name.
import { PRODUCT_NAME } from '#shared/product.ts'
import { Problem } from '#shared/problems.ts'
import { prototypesOf, UNICODE } from './confusables.ts'

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
  skeletonsUnicode: UNICODE,
})

/**
 * The skeletons of a name as written and in lower case, because names are compared case-insensitively: "Ida" looks like
 * "lda" (L), "ida" doesn't, and both are the name "Ida". Empty for a name without letters and digits.
 */
export function skeletonsOf(name: string): string[] {
  const looks = [name, name.toLowerCase()].map((text) => skeletonOf(skeletonOf(text).toLowerCase()))
  return [...new Set(looks)].filter((look) => look !== '')
}

/**
 * Ignores spaces, punctuation, symbols and accents: "Maya Chen" looks like "maya_chen" and "Máya-Chen ★". Marks of
 * scripts that need them, such as Devanagari's vowels, count. Uses NFKD instead of NFD, because it also normalizes
 * stylized letters.
 */
const skeletonOf = (text: string) =>
  prototypesOf(text.normalize('NFKD').replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, ''))
    .normalize('NFKD')
    .replaceAll(/\p{Script=Inherited}|[^\p{L}\p{N}\p{M}]/gu, '')

/** Words that only staff need in a name. */
const STAFF = ['admin', 'administrator', 'moderator', 'official', 'staff', 'support', 'verified']
/**
 * Words that others need, too ("Team Delta"). They are deceptive alone, combined with each other, and next to a
 * creator's name.
 */
const HELPING = ['team', 'help', 'helpdesk', 'security', 'service']

/**
 * Check marks, shields, seals, medals, and blue shapes, which imitate the badges of other services, and signs of
 * registration.
 */
const BADGES =
  /[√☑✅✓✔✪⍟⚜®©™ⓥⓋ☸\u{1F5F8}\u{1F5F9}\u{1FBB1}\u{1F6E1}\u{1F396}\u{1F3C5}\u{1F947}-\u{1F949}\u{1F530}\u{1F535}\u{1F537}\u{1F539}\u{1F7E6}\u{1F4A0}\u{1F3F5}\u{1F451}\u{2B50}\u{1F31F}]/u

/** `l`, `i` and their lookalikes are one letter here: "0fficia1" is read as "official". */
const loose = (skeleton: string) => skeleton.replaceAll('i', 'l')
const looksOf = (word: string) => skeletonsOf(word).map(loose)

const PRODUCT = looksOf(PRODUCT_NAME)
const STAFF_LOOKS = new Set(STAFF.flatMap(looksOf))
/** Longest first, so that "administrator" isn't split into "admin" and a rest. */
const ALL_LOOKS = [...new Set([...STAFF, ...HELPING].flatMap(looksOf))].toSorted(
  (a, b) => b.length - a.length,
)

/** Throws `username_reserved` for a name with the product's name or a staff word in it. */
export function refuseDeceptiveUsername(username: string): void {
  if (isStaffName(username)) throw new Problem('username_reserved')
}

/** Throws `display_name_reserved` and `display_name_badge`. */
export function refuseDeceptiveDisplayName(displayName: string): void {
  if (BADGES.test(displayName)) throw new Problem('display_name_badge')
  if (isStaffName(displayName)) throw new Problem('display_name_reserved')
}

function isStaffName(name: string): boolean {
  const skeletons = skeletonsOf(name)
  if (skeletons.some((look) => PRODUCT.some((product) => loose(look).includes(product)))) return true
  if (wordsOf(name).some((word) => looksOf(word).some((look) => STAFF_LOOKS.has(look)))) return true
  return skeletons.some(
    (look) =>
      withoutStaffWords(look).replaceAll(/[\p{N}l]/gu, '') === '' && look !== '' && hasStaffWord(look),
  )
}

const hasStaffWord = (skeleton: string) => withoutStaffWords(skeleton) !== skeleton

/** The words of a name, divided by separators and by capitals, with and without digits at their ends. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => [word, word.replaceAll(/^\p{N}+|\p{N}+$/gu, '')])
    .filter((word) => word !== '')

/** The skeletons of a name, also without the staff words at its ends: "Maya Official" looks like "Maya". */
export function looksWithoutStaffWords(name: string): string[] {
  const skeletons = skeletonsOf(name)
  return [...new Set([...skeletons, ...skeletons.map(withoutStaffWords)])].filter((look) => look !== '')
}

function withoutStaffWords(skeleton: string): string {
  for (const word of ALL_LOOKS) {
    if (loose(skeleton).startsWith(word)) return withoutStaffWords(skeleton.slice(word.length))
    if (loose(skeleton).endsWith(word)) return withoutStaffWords(skeleton.slice(0, -word.length))
  }
  return skeleton
}
