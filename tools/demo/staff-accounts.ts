// The demo people who decide cases, with the secrets of their authenticator apps (base 32). /sandbox/authenticator shows the codes.

export const STAFF = {
  ada: { role: 'administrator', secret: 'NBSWY3DPEBLW64TMMQQCAZDFNVXSAYLE' },
  edda: { role: 'moderator', secret: 'JVXWIZLSMF2GK4RAMZXXEIDUNBSSAZDF' },
} as const
export type StaffName = keyof typeof STAFF
