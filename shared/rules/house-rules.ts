// Our rules for what people post, numbered as on /rules, and what a moderator usually finds when one is broken.
import type { ReportReason } from './report-reasons.ts'

type HouseRule = {
  title: string
  /** What it means, in plain words. */
  text: string
  /** The reason of a report that this rule answers. */
  reason: ReportReason
  /** What a moderator usually writes when the rule is broken. */
  facts: string
}

/** Rule 1 is the first one. Never reorder them: decisions name their numbers. */
export const HOUSE_RULES: readonly HouseRule[] = [
  {
    title: 'Be yourself',
    text: 'Don’t pretend to be somebody else, in a name, a picture or a bio. Parody has to say so.',
    reason: 'impersonation',
    facts: 'The name, picture or text passes itself off as somebody else.',
  },
  {
    title: 'Say what you are paid for',
    text: 'If somebody pays you for a post, or you hold what you write about, say so in the post.',
    reason: 'undisclosed_promotion',
    facts: 'The post promotes something and doesn’t say that it is paid for.',
  },
  {
    title: 'No promised returns',
    text: 'Nobody knows what a price will do. Don’t write “guaranteed”, “can’t lose” or “risk-free”.',
    reason: 'sure_return',
    facts: 'The text promises a sure return.',
  },
  {
    title: 'No pump and dump, no false news',
    text: 'Don’t make up news, and don’t drive a price up to sell to those who followed you.',
    reason: 'false_news',
    facts: 'The text spreads false news, or urges many people to buy so that the price rises.',
  },
  {
    title: 'No harassment, threats or hate',
    text: 'Argue about the trade, not about the person. No threats, no insults, no hate against groups.',
    reason: 'harassment',
    facts: 'The text attacks or threatens a person or a group.',
  },
  {
    title: 'No spam, no scams, no bought followers',
    text: 'No repeated advertising, no links that trick people, and no paid or automated followers.',
    reason: 'spam',
    facts: 'The text is advertising or a scam, or the followers were bought.',
  },
  {
    title: 'No private or intimate pictures',
    text: 'Never show somebody’s private or intimate pictures without their consent.',
    reason: 'intimate_pictures',
    facts: 'It shows a private or intimate picture without consent.',
  },
  {
    title: 'Keep to the law',
    text: 'What is against the law elsewhere is against the rules here.',
    reason: 'unlawful',
    facts: 'It breaks the law.',
  },
]

/** "Rule 3: No promised returns", the rule that answers this reason. */
export function ruleFor(reason: ReportReason): { reference: string; facts: string } {
  const index = HOUSE_RULES.findIndex((rule) => rule.reason === reason)
  const { title, facts } = HOUSE_RULES[index]!
  return { reference: `Rule ${index + 1}: ${title}`, facts }
}
