// The error responses about withdrawals and refunds.

export const REFUND_PROBLEMS = {
  nothing_to_refund: { status: 409, message: 'Nothing of this payment is left to refund' },
  refund_disputed: {
    status: 409,
    message: 'The bank is already returning this payment, so it can’t be refunded now',
  },
  refund_asked: { status: 409, message: 'You have already asked for a refund of this payment' },
  refund_too_late: { status: 409, message: 'You can ask for a refund within 60 days of a payment' },
  request_answered: { status: 409, message: 'This request was already answered' },
  withdrawal_over: { status: 409, message: 'The 14 days to withdraw from this contract have passed' },
  request_not_found: { status: 404, message: 'This request was not found' },
} as const
