// Why something can be reported, and within how many hours we decide.

export const REPORT_REASONS = {
  sure_return: { label: 'Promises a sure return', hint: '“Guaranteed”, “can’t lose”', hours: 24 },
  undisclosed_promotion: { label: 'Paid promotion that isn’t disclosed', hours: 72 },
  false_news: { label: 'Pump and dump or false news', hours: 24 },
  impersonation: { label: 'Pretends to be someone else', hours: 48 },
  harassment: { label: 'Harassment, threats or hate', hours: 24 },
  spam: { label: 'Spam or scam', hint: 'Bots, links, bought followers', hours: 72 },
  intimate_pictures: { label: 'Private or intimate pictures', hint: 'Handled within 48 hours', hours: 48 },
  unlawful: { label: 'Something else against the law', hours: 48 },
} as const satisfies Record<string, { label: string; hint?: string; hours: number }>

export type ReportReason = keyof typeof REPORT_REASONS
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]
