// Settings, "Security": passkeys, the authenticator app with its recovery codes, and the signed-in devices.
import { FactorsSection } from '#web/features/auth/factors-section.tsx'
import { SessionsCard } from '#web/features/auth/sessions-card.tsx'

export default function Security() {
  return (
    <>
      <FactorsSection />
      <SessionsCard />
    </>
  )
}
