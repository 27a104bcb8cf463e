// The email to people on the waitlist: they can create their account now.
import { INVITATION_DAYS } from '../limits.ts'
import { PRODUCT_NAME } from '../product.ts'
import { invitationLink, registrationLink } from './account.ts'
import { action, paragraph, type Template } from './email.ts'

/** The email has no invitation if everybody may register. */
export const launch: Template<{ launchEmailId: string; invitationId: string | null }> = (
  { launchEmailId, invitationId },
  { publicUrl, tokenOf, operatorAddress },
) => ({
  subject: `You can now join ${PRODUCT_NAME}`,
  blocks: [
    paragraph(`You joined our waitlist, and we said we’d email you. ${PRODUCT_NAME} is ready for you.`),
    action(
      'Create your account',
      invitationId === null ? registrationLink(publicUrl) : invitationLink(publicUrl, tokenOf(invitationId)),
    ),
    ...(invitationId === null
      ? []
      : [paragraph(`The link works once, for ${INVITATION_DAYS} days, and only for this email address.`)]),
  ],
  reason: `You got this email because this address is on the waitlist of ${PRODUCT_NAME}. It’s the only one about the launch.${operatorAddress === undefined ? '' : ` It was sent by ${operatorAddress}.`}`,
  unsubscribe: {
    url: `${publicUrl}/unsubscribe#token=${tokenOf(launchEmailId)}`,
    oneClickUrl: `${publicUrl}/unsubscribe?token=${tokenOf(launchEmailId)}`,
  },
})
